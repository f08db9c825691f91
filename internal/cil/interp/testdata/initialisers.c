int printf(const char *, ...);
struct in { int a, b; };
struct s { int x; struct in i[2]; union { int u; char c; } v; char name[5]; int tail; };
int main(void)
{
	struct s a = {1, {{2, 3}, {4}}, {5}, "abc", 6}, b = {1, 2, 3, 4, 5, {6}, {'x', 'y'}, 7}, c = {.i[1].b = 9, .name = "q", .v.c = 3};
	struct s arr[] = {[2] = {.x = 8}, [0].tail = 4};
	int k = 2, m[2][2] = {{k, k * 2}, {k + 1}};
	char s1[] = {'h', 'i', 0}, s2[8] = "pad";
	printf("%d %d %d %d %s %d\n", a.x, a.i[1].a, a.i[1].b, a.v.u, a.name, a.tail);
	printf("%d %d %d %c %d\n", b.i[0].b, b.i[1].b, b.v.u, b.name[1], b.tail);
	printf("%d %d %d %s %d\n", c.x, c.i[1].b, c.v.u, c.name, c.tail);
	printf("%d %d %d %d\n", (int)(sizeof arr / sizeof *arr), arr[2].x, arr[0].tail, arr[1].x);
	printf("%d %d %d %s %d %d\n", m[0][1], m[1][0], m[1][1], s1, s2[5], (int)sizeof s1);
	return 0;
}
