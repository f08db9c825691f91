int printf(const char *, ...);
int main(void)
{
	int a[4] = {1, 2, 3, 4}, *p = a, i = 0;
	unsigned char c = 255;
	_Bool b = 0;
	printf("%d ", *p++);
	printf("%d ", *++p);
	printf("%d ", (*p)++);
	printf("%d\n", a[2]);
	printf("%d ", a[i++]);
	printf("%d ", a[i]);
	printf("%d\n", i--);
	c++;
	b++; b++;
	printf("%d %d %d\n", c, b, --i);
	b--;
	printf("%d %d\n", b, (int)(p - a));
	return 0;
}
