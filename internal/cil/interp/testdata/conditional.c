int printf(const char *, ...);
static int n;
static int inc(void) { return ++n; }
int main(void)
{
	int a = 1, b = 2, i;
	char c = 'x';
	long l = 5;
	printf("%d %d\n", a > b ? a : b, a ? b ? 3 : 4 : 5);
	printf("%ld\n", a ? c : l);
	for (i = 0; i < 4; i++)
		printf("%d ", i & 1 ? inc() : -inc());
	printf("%d\n", n);
	(a ? (b = 7) : (b = 8));
	*(a ? &a : &b) = 9;
	printf("%d %d %d\n", a, b, a ?: 4);
	return 0;
}
