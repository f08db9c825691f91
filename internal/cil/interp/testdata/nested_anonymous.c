int printf(const char *, ...);
struct s {
	int tag;
	union {
		int i;
		struct { short lo, hi; };
		unsigned char b[4];
	};
	struct { int x; } named;
};
int main(void)
{
	struct s s = {.tag = 1, .i = 0x12345678, .named = {9}};
	s.lo = -2;
	printf("%d %x %d %d %x %d\n", s.tag, s.i, s.lo, s.hi, s.b[0], s.named.x);
	printf("%d\n", (int)sizeof s);
	return 0;
}
