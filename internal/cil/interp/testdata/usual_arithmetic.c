int printf(const char *, ...);
int main(void)
{
	int i = -1;
	unsigned u = 1;
	long l = -1;
	unsigned char c = 200;
	short s = -300;
	printf("%d %d %d\n", i < u, l < u, i < (unsigned char)1);
	printf("%d %d %d\n", c + c, s * s, -c);
	printf("%ld %lu\n", l + u, l + 1UL);
	printf("%u %u\n", i + u, i * 2u);
	printf("%d %d\n", i > 0u, (long)i > 0);
	printf("%d\n", (unsigned short)65535 + 1);
	printf("%d %d\n", sizeof(c + c) == sizeof(int), sizeof(i + l) == sizeof(long));
	return 0;
}
