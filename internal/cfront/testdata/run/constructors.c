/* Functions that run before main, in their order. */
int printf(const char *, ...);
static int n;
static void last(void) __attribute__((constructor));
__attribute__((constructor(300))) static void second(void) { n = n * 10 + 2; }
static void __attribute__((constructor(200))) first(void) { n = n * 10 + 1; }
static void last(void) { n = n * 10 + 3; }
int main(void)
{
	printf("%d\n", n);
	return 0;
}
