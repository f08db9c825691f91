int printf(const char *, ...);
int main(void)
{
	int i, j, k = (i = 1, j = 2, i + j);
	for (i = 0, j = 10; i < j; i++, j--)
		;
	printf("%d %d %d\n", i, j, k);
	printf("%d\n", (k++, k));
	return 0;
}
