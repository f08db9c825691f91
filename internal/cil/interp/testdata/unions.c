int printf(const char *, ...);
union u { unsigned int w; unsigned char b[4]; short h[2]; float f; };
int main(void)
{
	union u u, v;
	u.w = 0x01020304;
	printf("%d %d %d %d\n", u.b[0], u.b[1], u.b[2], u.b[3]);
	u.h[1] = -1;
	printf("%x\n", u.w);
	u.f = 1.0f;
	printf("%x\n", u.w);
	v = u;
	v.b[3] ^= 0x80;
	printf("%f\n", v.f);
	return 0;
}
