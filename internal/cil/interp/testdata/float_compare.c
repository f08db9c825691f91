int printf(const char *, ...);
static int rel(double a, double b) { return (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a >= b) + 16 * (a > b) + 32 * (a != b); }
int main(void)
{
	double nan = 0.0, inf = 1e308 * 10;
	nan = nan / nan;
	printf("%d %d %d %d %d\n", rel(1, 2), rel(2, 2), rel(nan, 1), rel(inf, 1), rel(-inf, nan));
	if (!(nan < 1)) printf("not less\n");
	if (nan >= 1) printf("wrong\n"); else printf("not greater\n");
	if (nan != nan) printf("nan\n");
	return 0;
}
