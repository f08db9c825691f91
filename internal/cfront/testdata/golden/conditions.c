extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void);
#define TEST(x) if (!(x)) reach_error()
int g, *p;
int f(int);
int main(void)
{
	int x = __VERIFIER_nondet_int(), y;
	__VERIFIER_assume(x > 0 && x < 10);
	if (x && !(p || y == 2) && f(x)) y = 1;
	while (!x || f(y) > 2) { if (g) break; x--; }
	y = (x > 1 && g) ? g + 1 : -g;
	y = x && f(g++) ? f(1) : 2;
	do x = f(x); while (x != y);
	TEST(x == 0);
	if (__builtin_expect(!!(g == 3), 0)) goto ERROR;
	for (;;) { if (p) return (char)x; }
ERROR:
	reach_error();
}
