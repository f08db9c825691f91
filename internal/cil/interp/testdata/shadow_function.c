int printf(const char *, ...);
static int f(int x) { return x + 1; }
static int g(int f) { return f * 2; }
static int (*keep)(int) = f;
int main(void)
{
	int g2 = g(4);
	{
		int f = keep(1), keep = f + 1;
		printf("%d %d\n", f, keep);
	}
	printf("%d %d\n", g2, f(10));
	return 0;
}
