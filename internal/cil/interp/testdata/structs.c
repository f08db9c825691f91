int printf(const char *, ...);
struct point { int x, y; };
struct rect { struct point a, b; char name[4]; };
static struct point add(struct point p, struct point q) { p.x += q.x; p.y += q.y; return p; }
static int area(const struct rect *r) { return (r->b.x - r->a.x) * (r->b.y - r->a.y); }
int main(void)
{
	struct point p = {1, 2}, q = {.y = 5};
	struct rect r = {{1, 1}, {4, 5}, "ab"}, s;
	s = r;
	s.a = p;
	s.b = add(s.b, q);
	printf("%d %d %d %d %s %d %d\n", s.a.x, s.a.y, s.b.x, s.b.y, s.name, area(&r), area(&s));
	printf("%d\n", add(p, (struct point){10, 20}).y);
	printf("%d %d\n", p.x, (int)sizeof(struct rect));
	return 0;
}
