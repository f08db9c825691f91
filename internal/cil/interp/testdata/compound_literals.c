int printf(const char *, ...);
struct p { int x, y; };
static int sum(const int *a, int n) { int s = 0; while (n--) s += *a++; return s; }
static int dot(struct p *a, struct p b) { return a->x * b.x + a->y * b.y; }
int main(void)
{
	int *q = (int[]){1, 2, 3};
	printf("%d %d\n", sum((int[4]){4, 5, [3] = 6}, 4), sum(q, 3));
	printf("%d\n", dot(&(struct p){.y = 2, .x = 3}, (struct p){4, 5}));
	q[1] = 9;
	printf("%d\n", sum(q, 3));
	return 0;
}
