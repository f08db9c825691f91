int printf(const char *, ...);
int main(void)
{
	unsigned u = 0;
	unsigned char c = 250;
	unsigned short s = 65530;
	unsigned long l = 0;
	int i;
	u--;
	l -= 2;
	for (i = 0; i < 10; i++) {
		c++;
		s += 3;
	}
	printf("%u %lu %d %d %u %u\n", u, l, c, s, u * u, u + 2);
	printf("%u %u\n", -5u, ~0u);
	return 0;
}
