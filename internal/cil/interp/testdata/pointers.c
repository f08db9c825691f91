int printf(const char *, ...);
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void)
{
	int x = 1, y = 2, a[5] = {10, 20, 30, 40, 50};
	int *p = a + 1, *q = &a[4], **pp = &p;
	swap(&x, &y);
	printf("%d %d\n", x, y);
	printf("%d %d %d\n", *p, p[1], p[-1]);
	printf("%d %d %d\n", (int)(q - p), p < q, *(q - 2));
	**pp = 99;
	*pp = q;
	printf("%d %d %d\n", a[1], *p, &a[2] == a + 2);
	p -= 2;
	p += 1;
	printf("%d ", *p--);
	printf("%d\n", *p);
	printf("%d\n", (int)((char *)q - (char *)a));
	return 0;
}
