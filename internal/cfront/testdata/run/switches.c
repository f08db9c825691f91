int printf(const char *, ...);
static int classify(long c)
{
	switch (c) {
	case -3 ... -1: return 1;
	case 0: case 7: return 2;
	default: return 9;
	case 10 ... 20:
	case 25: c++;
	}
	return (int)c;
}
static void copy(char *to, const char *from, int count)
{
	int n = (count + 3) / 4;
	switch (count % 4) {
	case 0: do { *to++ = *from++;
	case 3:      *to++ = *from++;
	case 2:      *to++ = *from++;
	case 1:      *to++ = *from++;
		} while (--n > 0);
	}
}
static int nested(int a, int b)
{
	int r = 0;
	switch (a) {
		int hidden;
	case 1:
		hidden = 5;
		switch (b) { case 1: r = 10; break; default: r = 20; }
		r += hidden;
		break;
	case 2:
		while (b > 0) { if (b-- == 2) continue; r++; if (r > 3) break; }
	}
	return r;
}
static int wide(unsigned char c) { switch (c) { case 255: return 1; case 256: return 2; } return 0; }
static int once(int x) { switch (x) if (x > 2) case 1: return 1; return 0; }
int main(void)
{
	char buf[12] = "";
	for (long i = -4; i < 30; i += 3) printf("%d ", classify(i));
	copy(buf, "abcdefghij", 11);
	printf("%s\n", buf);
	printf("%d %d %d %d %d\n", nested(1, 1), nested(1, 3), nested(2, 9), nested(2, 2), nested(3, 3));
	printf("%d %d %d %d\n", wide(255), wide(0), once(1), once(5));
	return 0;
}
