int printf(const char *, ...);
static int calls;
static int t(int v) { calls = calls * 10 + v; return v; }
int main(void)
{
	int x = 3, *p = 0, *q = &x;
	printf("%d %d %d %d\n", x < 3, x <= 3, x == 3, x != 3);
	printf("%d %d\n", !x, !!x);
	printf("%d ", t(1) && t(2));
	printf("%d\n", calls); calls = 0;
	printf("%d ", t(0) && t(2));
	printf("%d\n", calls); calls = 0;
	printf("%d ", t(1) || t(2));
	printf("%d\n", calls); calls = 0;
	printf("%d ", (t(0) || t(2)) && !t(0));
	printf("%d\n", calls);
	printf("%d %d %d\n", !p, !q, p || q);
	printf("%d\n", p && *p);
	return 0;
}
