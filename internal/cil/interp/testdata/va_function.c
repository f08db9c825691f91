int printf(const char *, ...);
static int count(int n, ...) { return n; }
int main(void)
{
	printf("%d %d\n", count(0), count(3, 1.5, 'c', "s"));
	return 0;
}
