int printf(const char *, ...);
struct bits { unsigned whole : 32; unsigned k : 3; int s : 5; } b[4];
enum small { ZERO, ONE };
enum sign { MINUS = -1, PLUS };
struct in { int x, y; };
struct deep { struct in a[2]; int k[2]; int end; } d = { .a[0].y = 1, 2, 3, 4, 5 }, e = { .k[1] = 6, 7 };
static int dirty(int n) { int a[64], i, s = 0; for (i = 0; i < 64; i++) a[i] = n + i; for (i = 0; i < 64; i++) s += a[i]; return s; }
static int text(void) { char s[64] = "yo"; int i, n = 0; for (i = 0; i < 64; i++) n += s[i]; return n; }
static int parts(void) { struct deep l = { .k[1] = 2 }; int z[40] = { 1 }, i, n = 0; for (i = 0; i < 40; i++) n += z[i]; return n + l.a[1].y + l.k[0] + l.k[1] + l.end; }
static const char *of(unsigned u) { switch (u) { case -1: return "all"; case 1 ... 3: return "few"; case 4: return "four"; } return "none"; }
static int wide(unsigned long v) { switch (v) { case 1: return 1; case -2: return 2; default: return 3; } }
int main(void)
{
	enum small v = ZERO; enum sign w = MINUS;
	int c = 1, i = -8; unsigned char uc = 200; short sh = -2; long l = -1; unsigned u = 1; unsigned long ul = 3;
	v -= 1;
	printf("%d %d %d\n", v > 0, w < 0, ZERO - 1 < 0);
	b[0].whole = 1; b[0].k = 7; b[0].s = -1;
	printf("%d %d %d\n", b[0].whole - 2 > 0, b[0].k - 8 < 0, b[0].s < 0u);
	printf("%ld %ld %d %d\n", (long)(i >> 1ul), (long)(1 << 3l), (int)sizeof(1 << 3l), (int)sizeof(uc << ul));
	printf("%d %d %d %d\n", (1 ? -1 : 0u) > 0, (c ? -1 : 0u) > 0, (int)sizeof(1 ? (char)1 : 2l), (int)sizeof(c ? uc : sh));
	printf("%d %d %d %d %d\n", l < u, i < u, sh < uc, l < ul, u - 2 < l);
	printf("%s %s %s %s %d %d\n", of(-1), of(3), of(4), of(5), wide(-2), wide(4294967294u));
	printf("%d %d %d %d %d %d\n", d.a[0].y, d.a[1].x, d.a[1].y, d.k[0], d.k[1], e.end);
	dirty(7);
	printf("%d ", text());
	dirty(9);
	printf("%d\n", parts());
	b[0].k = 0;
	i = (b[b[0].k].k = 9);
	printf("%d %d\n", i, b[0].k);
	i = ++b[b[1].k].k;
	printf("%d %d %d\n", i, b[0].k, b[1].k);
	int q[4] = { 0, 5, 6, 7 };
	i = ++q[q[0]];
	printf("%d %d %d\n", i, q[0], q[1]);
	i = 0;
	do { i++; if (i == 3) continue; if (i > 6) break; } while (i != 3);
	printf("%d\n", i);
	return (unsigned char)(uc + 100) / 3;
}
