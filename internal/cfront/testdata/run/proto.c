int printf(const char *, ...);
int total(int n, int a[n]);
static int rows(int n, int m, const int (*a)[3]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; return s; }
typedef int fn(int);
fn twice;
static int apply(fn f, int x) { return f(x); }
static int (*pick(int which))(int) { return which ? twice : 0; }
int main(void)
{
	int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
	printf("%d %d %d %d\n", total(6, a[0]), rows(2, 3, a), apply(twice, 4), (*pick(1))(5));
	return 0;
}
int total(int n, int a[n]) { int s = 0; while (n-- > 0) s += a[n]; return s; }
int twice(int x) { return 2 * x; }
