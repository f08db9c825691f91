int printf(const char *, ...);
struct base { int kind; };
struct derived { struct base b; int extra; };
int main(void)
{
	struct derived d = {{3}, 4};
	struct base *b = &d.b;
	void *v = b;
	int i = 0x01020304;
	unsigned char *c = (unsigned char *)&i;
	long n = (long)&d;
	printf("%d %d\n", ((struct derived *)b)->extra, ((struct derived *)v)->b.kind);
	printf("%d %d\n", c[0], *(short *)(c + 2));
	*(char *)v = 9;
	printf("%d %d\n", d.b.kind, ((struct derived *)n)->extra);
	printf("%d\n", *(int *)(n + sizeof(int)));
	printf("%d %d\n", (int *)0 == 0, (char *)8 - (char *)3 == 5);
	return 0;
}
