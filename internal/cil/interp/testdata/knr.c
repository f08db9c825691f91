int printf();
int add(a, b) int a; char b; { return a + b; }
static int noproto();
int main()
{
	printf("%d %d\n", add(3, 'a'), noproto(4, 5));
	return 0;
}
static int noproto(x, y) int x, y; { return x * y; }
