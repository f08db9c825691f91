int printf(const char *, ...);
struct bits { unsigned a : 3; int b : 5; unsigned c : 1, d : 12; unsigned char e : 2; int : 0; unsigned f : 31; _Bool g : 1; long h : 40; };
int main(void)
{
	struct bits s = {5, -3, 1, 4000, 3, 0x7fffffff, 1, -5};
	struct bits *p = &s;
	printf("%d %d %d %d %d %u %d %ld\n", s.a, s.b, s.c, s.d, s.e, s.f, s.g, (long)s.h);
	s.a += 4; s.b = 20; p->c++; s.d *= 2; s.e--; s.f++; s.g = 2; s.h <<= 37;
	printf("%d %d %d %d %d %u %d %ld\n", s.a, s.b, s.c, s.d, s.e, s.f, s.g, (long)s.h);
	printf("%d\n", (s.a = 9) + (s.b = 31));
	printf("%d %d\n", s.a - 4 < 0, (int)sizeof(struct bits));
	return 0;
}
