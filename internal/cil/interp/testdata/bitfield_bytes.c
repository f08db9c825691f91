int printf(const char *, ...);
union u { struct { unsigned a : 4, b : 9, c : 3; int d : 7; } f; unsigned char b[8]; };
struct __attribute__((packed)) p { char c; unsigned x : 13; unsigned y : 20; short s; int i; };
int main(void)
{
	union u u = {{0}};
	struct p p = {1, 2, 3, 4, 5};
	unsigned char *q = (unsigned char *)&p;
	unsigned i;
	u.f.a = 0xa; u.f.b = 0x155; u.f.c = 5; u.f.d = -1;
	for (i = 0; i < sizeof u.f; i++)
		printf("%02x ", u.b[i]);
	printf("\n");
	for (i = 0; i < sizeof p; i++)
		printf("%02x ", q[i]);
	printf("\n%d %d %d %d %d\n", p.c, p.x, p.y, p.s, p.i);
	return 0;
}
