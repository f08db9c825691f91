int printf(const char *, ...);
static int add(int a, int b) { return a + b; }
static int twice(int (*f)(int, int), int x) { return f(f(x, 1), 2); }
static long widen(short s) { return s; }
static unsigned char narrow(int x) { return x; }
int main(void)
{
	printf("%d\n", add(add(1, add(2, 3)), twice(add, add(4, 5))));
	printf("%ld %d\n", widen(70000), narrow(511));
	printf("%d\n", add(narrow(-1), widen(-1)));
	return 0;
}
