int printf(const char *, ...);
int main(void)
{
	int values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, 2147483647, -2147483647 - 1};
	int i;
	for (i = 0; i < (int)(sizeof values / sizeof values[0]); i++) {
		int v = values[i];
		printf("%d: %d %d %d %d %d %d %u %ld %lu %lld %llu\n", v, (char)v, (signed char)v, (unsigned char)v, (short)v,
			(unsigned short)v, (_Bool)v, (unsigned)v, (long)v, (unsigned long)v, (long long)v, (unsigned long long)v);
	}
	return 0;
}
