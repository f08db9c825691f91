int printf(const char *, ...);
struct big { int a[6]; char c; };
struct small { char a, b; };
static int f(struct big b, struct small s, int n) { b.a[0] = 100; s.a = 'z'; return b.a[5] + s.b + n; }
static struct big mk(int n) { struct big b; int i; for (i = 0; i < 6; i++) b.a[i] = n + i; b.c = 'c'; return b; }
static struct small flip(struct small s) { struct small r = {s.b, s.a}; return r; }
int main(void)
{
	struct big b = mk(10);
	struct small s = {1, 2};
	int r = f(b, s, 3);
	printf("%d %d %d\n", r, b.a[0], s.a);
	printf("%d %d %d\n", mk(5).a[2], flip(s).a, flip(flip(s)).a);
	return 0;
}
