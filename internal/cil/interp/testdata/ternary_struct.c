int printf(const char *, ...);
struct p { int x, y; };
int main(void)
{
	struct p a = {1, 2}, b = {3, 4}, c;
	int *q, z = 0;
	c = z ? a : b;
	q = z ? &a.x : 0;
	printf("%d %d %d\n", c.x, (z ? b : a).y, q == 0);
	printf("%s\n", z ? "yes" : "no");
	return 0;
}
