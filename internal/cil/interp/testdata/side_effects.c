int printf(const char *, ...);
static int a[6] = {5, 4, 3, 2, 1, 0}, i;
static int *at(int k) { i += k; return &a[i]; }
static int g(int x) { a[0] += x; return a[0]; }
int main(void)
{
	int x, y;
	x = y = g(1);
	*at(1) = 50;
	*at(1) += 5;
	(*at(1))++;
	x += g(2) + 1;
	printf("%d %d %d %d %d %d\n", x, y, a[1], a[2], a[3], i);
	if ((x = g(0)) > 3 && (y = x++) != 0)
		printf("%d %d\n", x, y);
	while ((i = i - 1) >= 0 && a[i] != 50)
		;
	printf("%d\n", i);
	x = g(1) ? g(2), g(3) : 0;
	printf("%d %d\n", x, a[g(0) - g(0)]);
	return 0;
}
