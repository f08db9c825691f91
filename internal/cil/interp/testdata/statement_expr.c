int printf(const char *, ...);
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
int main(void)
{
	int i = 3, j = 4;
	int m = MAX(i++, j++);
	printf("%d %d %d\n", m, i, j);
	printf("%d\n", ({ int k; for (k = 0; k * k < 50; k++) ; k; }));
	return 0;
}
