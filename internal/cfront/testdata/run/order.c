int printf(const char *, ...);
int g;
static int next(void) { return ++g; }
static int add(int a, int b, int c) { return a * 100 + b * 10 + c; }
struct pair { int a, b; };
static struct pair make(int a) { struct pair p = {a, next()}; return p; }
int main(void)
{
	int x = 0, a[3] = {0, 0, 0}, *p = a;
	int y = (x = 5, x + 1);
	y += (next(), next());
	printf("%d %d %d\n", x, y, g);
	int s = g && next() && 0 || next();
	printf("%d %d\n", s, g);
	a[next() % 3] = 7;
	*p++ = 1;
	*(p++) += 2;
	printf("%d %d %d %d\n", a[0], a[1], a[2], (int)(p - a));
	int t = g > 100 ? next() : g > 2 ? add(1, 2, 3) : 0;
	printf("%d %d\n", t, make(4).a + make(5).b * 0);
	x = y = next();
	printf("%d %d %d\n", x, y, !next());
	char c = 200; short sh = -1; unsigned u = sh; unsigned char uc = c;
	printf("%d %d %u %d %d\n", c, sh, u, uc, c == uc);
	u -= 3; u >>= 1; c += 100; sh <<= 3; uc *= 2;
	printf("%u %d %d %d\n", u, c, sh, uc);
	int k = 3;
	k = k ?: next(); k += 0 ?: 4;
	printf("%d %d\n", k, ({ int z = k * 2; z += 1; z; }));
	for (x = 0, y = 10; x < y; x++, y--) if (x == 3) break; else continue;
	printf("%d %d %d\n", x, y, (int)sizeof(next()));
	return add(1, 0, 0) % 256;
}
