int printf(const char *, ...);
int old(c, s, d, p)
	char c; short s; double d; int *p;
{
	return c + s + (int)d + p[0];
}
implicit_int(a, b) { return a - b; }
static f();
static f(x) int x; { return x + 1; }
int later();
typedef int T;
int param(int T) { return T + (int)sizeof(T); }
int main()
{
	int v = 4;
	T *T1 = &v;
	int (*cb)(int, int T) = (int (*)(int, int))(long (*)(long T))implicit_int;
	T again = 3;
	printf("%d %d %d %d\n", old(300, 70000, 2.9, &v), implicit_int(5, 2), f(1), later(3));
	printf("%d %d %d %d %d\n", 4, param(1), *T1, cb(9, 1), again);
	{ unsigned char T = 200; T += 100; printf("%d\n", T); }
	return 0;
}
int later(int x) { return x * x; }
