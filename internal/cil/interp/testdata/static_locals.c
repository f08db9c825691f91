int printf(const char *, ...);
static int counter(void) { static int n = 5; static int *p = &n; *p += 2; return n++; }
static const char *buf(int x) { static char b[2][4]; b[x][0]++; b[x][1] = 'a' + b[x][0]; return b[x] + 1; }
static int n = 1;
int main(void)
{
	int i;
	for (i = 0; i < 3; i++)
		printf("%d %s\n", counter(), buf(i % 2));
	printf("%d\n", n);
	return 0;
}
