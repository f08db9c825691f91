int printf(const char *, ...);
struct a { char c; double d; char e; };
struct b { char c; short s; long l; int i; };
struct __attribute__((packed)) c { char c; long l; };
struct d { char c; struct a a; char e[3]; };
struct e { char c; int i __attribute__((aligned(16))); char d; };
union f { char c[9]; int i; };
struct g { int n; char tail[]; };
int main(void)
{
	printf("%d %d %d %d %d %d %d\n", (int)sizeof(struct a), (int)sizeof(struct b), (int)sizeof(struct c),
		(int)sizeof(struct d), (int)sizeof(struct e), (int)sizeof(union f), (int)sizeof(struct g));
	printf("%d %d %d %d\n", (int)(long)&((struct b *)0)->l, (int)(long)&((struct d *)0)->e,
		(int)__builtin_offsetof(struct e, i), (int)__builtin_offsetof(struct g, tail));
	struct c c = {'x', 1234567890123L};
	printf("%c %ld\n", c.c, c.l);
	return 0;
}
