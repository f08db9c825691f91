int printf(const char *, ...);
int main(void)
{
	int i = -6, j = 0x0f;
	unsigned u = 0xf0f0f0f0u;
	long l = -1L;
	printf("%d %d %d %d\n", i & j, i | j, i ^ j, ~i);
	printf("%u %u %u\n", u & i, u | j, u ^ ~0u);
	printf("%ld %ld\n", l ^ 0x55, l & 0xffffffffL);
	i &= 12; j |= 64; u ^= 1;
	printf("%d %d %u\n", i, j, u);
	return 0;
}
