int printf(const char *, ...);
int main(void)
{
	long values[] = {0x7fffffffL, 0x80000000L, 0xffffffffL, 0x100000000L, -0x80000000L, -0x80000001L, 0x123456789abcdefL, -1L};
	unsigned i;
	for (i = 0; i < sizeof values / sizeof *values; i++) {
		long v = values[i];
		printf("%ld: %d %u %d %d %d %lu\n", v, (int)v, (unsigned)v, (short)v, (unsigned char)v, (_Bool)v, (unsigned long)v);
	}
	return 0;
}
