int printf(const char *, ...);
int main(void)
{
	int i, s = 0;
	for (i = 0; i < 4; i++) {
		int a[3] = {i, 1}, fresh = 10;
		a[2] += i;
		fresh += a[2];
		s = s * 3 + a[0] + a[1] + a[2] + fresh;
	}
	printf("%d\n", s);
	return 0;
}
