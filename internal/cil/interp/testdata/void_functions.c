int printf(const char *, ...);
static int depth;
static void f(int n)
{
	if (n < 0)
		return;
	depth++;
	f(n - 1);
}
static void g(void) { return f(3); }
static int none(int x) { if (x) return 4; else return 5; }
int main(void)
{
	g();
	f(2);
	(void)none(1);
	printf("%d %d\n", depth, none(0));
}
