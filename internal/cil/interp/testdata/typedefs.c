int printf(const char *, ...);
typedef unsigned char byte;
typedef struct node node;
struct node { byte v; node *next; };
typedef int vec[3];
typedef int fn(byte);
typedef fn *fnp;
static fn twice;
static int twice(byte b) { return 2 * b; }
int main(void)
{
	vec v = {1, 2, 3}, *pv = &v;
	node b = {300 % 256, 0}, a = {1, &b};
	fnp f = twice;
	byte byte = 7;
	printf("%d %d %d %d %d\n", (*pv)[1], a.next->v, f(200), byte, (int)sizeof(vec));
	return 0;
}
