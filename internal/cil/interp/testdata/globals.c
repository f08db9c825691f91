int printf(const char *, ...);
int a = 5, b, *p = &a, arr[3] = {1, 2}, *q = &arr[1], **pp = &p;
long l = (long)3 << 33;
struct s { int x; struct s *next; const char *name; } s2 = {2, 0, "two"}, s1 = {1, &s2, "one"};
char text[] = "text", *ptr = text + 1;
double d = 1.0 / 4;
unsigned char uc = 300 & 0xff;
static int later;
int *lp = &later;
static int later = 8;
int main(void)
{
	*p = 6;
	b++;
	printf("%d %d %d %d %ld %s %s\n", a, b, *q, **pp, l, s1.next->name, ptr);
	printf("%f %d %d\n", d, uc, *lp);
	return 0;
}
