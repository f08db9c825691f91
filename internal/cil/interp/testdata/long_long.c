int printf(const char *, ...);
int main(void)
{
	long long a = 9223372036854775807LL, b = -a - 1;
	unsigned long long u = 18446744073709551615ULL;
	printf("%lld %lld %llu\n", a, b, u);
	printf("%lld %llu %llu\n", a / 1000, u / 3, u % 1000);
	printf("%d %d %d\n", a > b, u > (unsigned long long)a, (int)(u >> 60));
	printf("%lld\n", (long long)u);
	printf("%d\n", (int)(a % 1000007));
	return 0;
}
