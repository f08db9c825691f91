int printf(const char *, ...);
struct s { unsigned char c; short a[3]; };
static int idx;
static int next(void) { return idx++; }
int main(void)
{
	int x = 10;
	unsigned char c = 200;
	struct s s = {1, {2, 3, 4}};
	struct s *p = &s;
	x += 5; x -= 2; x *= 3; x /= 2; x %= 7;
	c += 100;
	c *= 3;
	p->c -= 2;
	p->a[next()] += 10;
	p->a[next()] <<= 2;
	printf("%d %d %d %d %d %d %d\n", x, c, s.c, s.a[0], s.a[1], s.a[2], idx);
	c = 1.5 + c;
	x *= 1.5;
	printf("%d %d\n", c, x);
	return 0;
}
