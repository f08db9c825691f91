int printf(const char *, ...);
enum e { A, B = 5, C };
static int g(unsigned char c)
{
	int n = 0;
	switch (c) {
	default: n = 1; break;
	case 'a' ... 'f': n = 2; break;
	case 200: n = 3;
	}
	switch (c) n += 100;
	switch (n) case 2: n += 50;
	switch (c & 1) { case 0: if (n > 50) { case 1: n += 1000; } else n += 2000; }
	return n;
}
static const char *name(enum e e)
{
	switch (e) { case A: return "A"; case B: return "B"; case C: return "C"; }
	return "?";
}
int main(void)
{
	printf("%d %d %d %d %d\n", g('a'), g('b'), g(200), g(201), g(0));
	printf("%s%s%s%s\n", name(A), name(B), name(C), name(3));
	switch (1L << 33) { case 0: printf("zero\n"); break; case 1L << 33: printf("big\n"); }
	return 0;
}
