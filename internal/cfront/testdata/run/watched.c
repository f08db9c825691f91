/* Macros in all positions: they do the same with their uses marked. */
int printf(const char *, ...);
#define ADD(a, b) ((a) + (b))
#define TWICE(x) ADD(x, x)
#define FIRST(s) (s)->first
#define SET(p, v) do { *(p) = (v); \
	count++; /* counted */ \
} while (0)
#define BLOCK(x) { count += (x); }
#define LOG(fmt, ...) printf("log: " fmt "\n", ##__VA_ARGS__)
#define SHOW(x) printf(#x " = %d\n", x)
#define JOIN(a, b) a##b
#define NOTHING()
#define OUTER(x) (INNER(x) + INNER(1)) // twice
#define INNER(x) bump(x)
#define CONTAINER(p, type, member) ({ char *c_ = (char *)(p); (type *)(c_ - __builtin_offsetof(type, member)); })
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define CHECK(x) if (x) { count += 100; }
#define LOOP(i, n) for (i = 0; i < (n); i++)
#define SELECT(c, a, b) ((c) ? (a) : (b))
#define VOIDCALL(x) ((void)bump(x))
#define STR "text"
static int count;
struct s { int first, second; struct s *next; };
static int bump(int k) { count += k; return count; }
static struct s *next(struct s *s) { return s->next; }
static int side(int *p) { return (*p)++; }
enum { SIX = 6 };
int main(void)
{
	struct s s = {1, 2, 0}, u = {3, 4, &s};
	int i = 0, xy = 9, a[4] = {1, 2, 3, 4}, *p = a;
	printf("%d %d\n", ADD(1, 2), TWICE(ADD(i, 1)));
	FIRST(&s) = 5;
	FIRST(next(&u)) += ADD(FIRST(&u), 1);
	int *q = &FIRST(&u);
	++*q;
	printf("%d %d\n", s.first, u.first);
	SET(p++, ADD(i, 40));
	SET(&a[side(&i)], 7);
	printf("%d %d %d %d\n", a[0], a[1], i, (int)(p - a));
	if (i) BLOCK(3) else BLOCK(5)
	if (ADD(i, -1) && INNER(1)) SHOW(1); else SHOW(0);
	LOG("none");
	LOG("%d %d", JOIN(x, y), MAX(i++, side(&a[2])));
	SHOW(a[2]);
	SHOW(ADD(i, 1));
	NOTHING();
	printf("%d\n", OUTER(INNER(2)));
	printf("%d\n", CONTAINER(&s.second, struct s, second)->first + CONTAINER(CONTAINER(&s.second, struct s, second), struct s, first)->second);
	CHECK(i) ;
	LOOP(i, 3) count++;
	switch (ADD(count, 0) & 1) { case SIX: break; default: VOIDCALL(2); }
	while (ADD(i, -1)) { i--; if (SELECT(i, 0, 1)) break; }
	int selected = SELECT(i > 5, INNER(1000), side(&i));
	printf("%d %d %d\n", count, i, selected);
	printf("%d %s\n", (int)sizeof(ADD(i++, 1L)), SELECT(i, STR, "other"));
	static int fixed = SIX;
	return ADD(fixed, i) & 127;
}
