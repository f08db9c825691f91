int printf(const char *, ...);
int x = 1;
static int f(int x) { { int x = 3; x++; { extern int x; x += 10; } } return x; }
int main(void)
{
	int r = f(5), y = x;
	{
		int x = 20, y = 30;
		{ int x = 40; y += x; }
		x += y;
		r += x;
	}
	printf("%d %d %d\n", r, x, y);
	return 0;
}
