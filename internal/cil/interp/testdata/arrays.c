int printf(const char *, ...);
static int m[3][4] = {{1, 2}, {[2] = 7}, 9, 10};
int main(void)
{
	int i, j, a[5] = {[1] = 5, 6, [4] = 8}, (*row)[4] = m;
	for (i = 0; i < 3; i++)
		for (j = 0; j < 4; j++)
			m[i][j] += i * 10;
	for (i = 0; i < 3; i++, row++)
		printf("%d %d %d %d\n", (*row)[0], row[0][1], *(*row + 2), m[i][3]);
	for (i = 0; i < 5; i++)
		printf("%d ", i[a]);
	printf("%d %d\n", (int)(sizeof m / sizeof m[0]), (int)sizeof *m);
	return 0;
}
