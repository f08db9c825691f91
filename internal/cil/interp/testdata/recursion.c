int printf(const char *, ...);
static unsigned fact(unsigned n) { return n < 2 ? 1 : n * fact(n - 1); }
static int odd(int n);
static int even(int n) { return n == 0 || odd(n - 1); }
static int odd(int n) { return n != 0 && even(n - 1); }
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static void hanoi(int n, int a, int b, int c, int *moves)
{
	if (n == 0)
		return;
	hanoi(n - 1, a, c, b, moves);
	++*moves;
	hanoi(n - 1, c, b, a, moves);
}
int main(void)
{
	int moves = 0;
	hanoi(6, 1, 2, 3, &moves);
	printf("%u %u %d %d %d %d\n", fact(5), fact(15), even(10), odd(7), ack(2, 3), moves);
	return 0;
}
