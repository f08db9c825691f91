int printf(const char *, ...);
struct in { char c; int a[3]; };
struct out { struct in i[2]; struct out *next; };
static struct out make(int n) { struct out o = {{{'a', {n, n + 1}}, {'b', {0, n}}}, 0}; return o; }
int main(void)
{
	struct out x = make(3), y, z;
	struct out *p = &y;
	y = x;
	y.i[1] = y.i[0];
	p->next = &x;
	z = *p->next;
	z.i[0].a[2] = 77;
	*p = z;
	printf("%d %d %d %d %d\n", x.i[0].a[0], y.i[0].a[2], y.i[1].a[1], z.i[1].c, y.next == 0);
	x = y = make(9);
	printf("%d %d\n", x.i[1].a[1], y.i[0].a[1]);
	return 0;
}
