int printf(const char *, ...);
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static op pick(int i) { return i ? &sub : add; }
static int apply(int f(int, int), int x) { return f(x, 3); }
struct ops { const char *name; op f; };
static struct ops table[] = {{"add", add}, {"sub", sub}};
int main(void)
{
	int i;
	int (*arr[2])(int, int) = {sub, add};
	for (i = 0; i < 2; i++)
		printf("%s %d %d %d %d\n", table[i].name, table[i].f(7, 2), pick(i)(5, 1), (*arr[i])(9, 4), apply(arr[i], 10));
	printf("%d %d\n", pick(0) == add, (***add)(1, 2));
	return 0;
}
