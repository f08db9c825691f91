int printf(const char *, ...);
int main(void)
{
	int i = 100, s = 0;
	for (int i = 0; i < 5; i++) {
		int i = 7;
		s += i;
	}
	for (int i = 0, j = 9; i < j; i++, j--)
		s += j - i;
	printf("%d %d\n", i, s);
	return 0;
}
