int printf(const char *, ...);
struct in { int x, y; };
struct out { char n[4]; struct in a[2]; union { int i; char c[4]; } u; struct { int deep; }; int last; };
struct out g = { "ab", { {1, 2}, {.y = 4} }, {.c = "xyz"}, {6}, 7 };
struct out list[] = { [1] = { .a[1].x = 5, 8, .last = 9 }, { "abcd", 1, 2, 3, 4, 5, 6, 7 } };
int m[][3] = { 1, 2, 3, 4, [3] = {5}, [2][1] = 6 };
const char *names[] = { "one", [2] = "three", "four" };
char text[] = "hello", exact[3] = "abc";
int r[10] = { [2 ... 4] = 3, 9, [8] = 1 };
struct node { struct node *next; int v; };
extern struct node second;
struct node first = { &second, 1 }, second = { &first, 2 };
int *pi = &m[1][0] + 1; long off = (long)&((struct out *)0)->a[1].y;
int (*fn[])(const char *, ...) = { printf, 0 };
double d[2] = { 1, 2.5 };
enum { A = 3, B, C = -2, D } e = B;
static void show(struct out *o)
{
	printf("%c %d %d %d %d %d %d %d\n", o->n[1], o->a[0].x, o->a[0].y, o->a[1].x, o->a[1].y, o->u.i, o->deep, o->last);
}
int main(void)
{
	struct out l = { .last = 3, .a = { [1] = { 7, 8 } }, .u.i = 5 };
	int big[100] = { 1, [50] = 2 }, i, sum = 0, z[3] = { 0 };
	char s[] = { 'h', 'i', 0 }, t[8] = "yo";
	struct in pair = { big[50], .y = z[0] + 4 }, copy = pair, *lit = &(struct in){ 1, copy.y };
	show(&g); show(list); show(list + 1); show(list + 2); show(&l);
	for (i = 0; i < 12; i++) printf("%d ", ((int *)m)[i]);
	printf("%s %d %s %s %c %d\n", names[0], names[1] == 0, names[2], names[3], exact[2], (int)sizeof text);
	for (i = 0; i < 10; i++) sum = sum * 3 + r[i];
	for (i = 0; i < 100; i++) sum += big[i] * i;
	fn[0]("%d %d %d %d %ld %d\n", sum, first.next->v, second.next->v, *pi, off, (int)(sizeof m / sizeof *m));
	printf("%s %s %d %d %d %d %g %d %d %d\n", s, t, t[7], pair.x, lit->y, lit->x, d[0] + d[1], e, D, (int)sizeof list);
	return 0;
}
