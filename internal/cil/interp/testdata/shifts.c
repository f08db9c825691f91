int printf(const char *, ...);
int main(void)
{
	int i = -17;
	unsigned u = 0x80000001u;
	long l = 1;
	unsigned char c = 0x81;
	printf("%d %d %d\n", i >> 1, i >> 4, 5 << 3);
	printf("%u %u %u\n", u >> 1, u << 1, u >> 31);
	printf("%ld %ld\n", l << 40, (l << 62) >> 3);
	printf("%d %d\n", c << 1, (unsigned char)(c << 1));
	u <<= 2;
	i >>= 2;
	printf("%u %d\n", u, i);
	return 0;
}
