int printf(const char *, ...);
static int n;
int main(void)
{
	int a[7];
	char *p = (char *)a;
	printf("%lu %lu %lu %lu\n", sizeof a, sizeof p, sizeof *p, sizeof(n++));
	printf("%lu %lu %lu %lu %d\n", sizeof(char), sizeof(long), sizeof(int[3][2]), sizeof "abc", n);
	printf("%lu %lu\n", sizeof(struct { char c; int i; }), _Alignof(double));
	return 0;
}
