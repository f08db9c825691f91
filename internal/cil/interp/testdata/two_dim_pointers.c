int printf(const char *, ...);
static int sum(int (*m)[3], int n) { int i, j, s = 0; for (i = 0; i < n; i++) for (j = 0; j < 3; j++) s += m[i][j] * (i + 1); return s; }
static int first(int m[][3]) { return **m; }
int main(void)
{
	int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, *flat = &m[0][0];
	int *rows[2] = {m[0], m[1]};
	printf("%d %d %d %d\n", sum(m, 2), first(m + 1), flat[4], rows[1][2]);
	printf("%d %d\n", (int)(&m[1][0] - flat), *(*(m + 1) + 1));
	return 0;
}
