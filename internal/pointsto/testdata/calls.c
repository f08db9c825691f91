// entry main
int g;
int add(int a) { return a + 1; }
int sub(int a) { return a - 1; }
int two(int a, int b) { return a + b; }
struct ops { int (*go)(int); int (*both)(int, int); };
static struct ops table[] = {{add, two}, {sub, two}};
int call(int (*f)(int), int v) { return f(v); }
int rec(int n) { return n ? rec(n - 1) : 0; }
int main(void)
{
	int r = call(add, 1);
	r = table[r].go(r);
	r = table[0].both(r, 2);
	return rec(r);
}
