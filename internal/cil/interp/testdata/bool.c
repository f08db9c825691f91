int printf(const char *, ...);
struct s { _Bool b; int *p; };
int main(void)
{
	_Bool b = 5, c = 0.1, d = (_Bool)256, e = !7;
	int x;
	struct s s = {&x, &x};
	_Bool f = s.p;
	printf("%d %d %d %d %d %d\n", b, c, d, e, s.b, f);
	b += 3; c = -1; d = d - 1; e ^= 1;
	printf("%d %d %d %d %d\n", b, c, d, e, b + c);
	return 0;
}
