/* Other names for functions and variables. */
int printf(const char *, ...);
static int real(int x) { return x + 1; }
int other(int) __attribute__((alias("real")));
int var = 5;
extern int same __attribute__((alias("var")));
int main(void)
{
	same++;
	printf("%d %d\n", other(3), var);
	return 0;
}
