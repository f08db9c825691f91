int printf(const char *, ...);
static void sort(int *a, int n)
{
	int i, j;
	if (n < 2)
		return;
	for (i = 0, j = n - 1;; i++, j--) {
		while (a[i] < a[n / 2]) i++;
		while (a[n / 2] < a[j]) j--;
		if (i >= j) break;
		{ int t = a[i]; a[i] = a[j]; a[j] = t; }
	}
	for (i = 1; i < n; i++)
		for (j = i; j > 0 && a[j - 1] > a[j]; j--) {
			int t = a[j];
			a[j] = a[j - 1];
			a[j - 1] = t;
		}
}
int main(void)
{
	int a[] = {5, 2, 9, -1, 7, 7, 0, 3, 100, -50}, i, n = sizeof a / sizeof *a;
	sort(a, n);
	for (i = 0; i < n; i++)
		printf("%d%c", a[i], i + 1 < n ? ' ' : '\n');
	return 0;
}
