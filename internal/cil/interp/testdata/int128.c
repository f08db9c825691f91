int printf(const char *, ...);
int main(void)
{
	__int128 a = 1;
	unsigned __int128 u = ~(unsigned __int128)0;
	int i;
	for (i = 0; i < 30; i++)
		a *= 10;
	printf("%lld %lld\n", (long long)(a / 1000000000000000000LL), (long long)(a % 1000000007));
	printf("%llu %llu %d\n", (unsigned long long)u, (unsigned long long)(u >> 65), u > (unsigned __int128)a);
	a = -a;
	printf("%d %lld\n", a < 0, (long long)(a >> 64));
	return 0;
}
