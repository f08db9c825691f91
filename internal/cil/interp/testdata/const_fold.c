int printf(const char *, ...);
enum { K = (1 << 10) - 1, M = K > 1000 ? K / 3 : 7, N = !K + ~0 + -(-3) };
static int tab[(M & 7) + 2] = {[M % 3] = (int)'c' - (char)200, 0};
int main(void)
{
	switch (K & 0xf0) { case (15 << 4): printf("folded\n"); break; default: printf("not\n"); }
	printf("%d %d %d %d %d\n", K, M, N, (int)(sizeof tab / sizeof *tab), tab[0]);
	printf("%d %u %d\n", (unsigned char)~0, (unsigned)-1 >> 4, -7 / 2 * 2 + -7 % 2);
	return 0;
}
