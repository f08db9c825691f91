int printf(const char *, ...);
int main(void)
{
	int a, b;
	for (a = -7; a <= 7; a += 7)
		for (b = -3; b <= 3; b++)
			if (b)
				printf("%d/%d=%d %d%%%d=%d\n", a, b, a / b, a, b, a % b);
	printf("%u %u\n", 4000000000u / 7, 4000000000u % 7);
	printf("%ld %ld\n", -100000000000L / 7, -100000000000L % 7);
	return 0;
}
