/* The names of the function around. */
int printf(const char *, ...);
static void f(void) { printf("%s %s %lu\n", __func__, __FUNCTION__, sizeof __func__); }
int main(void)
{
	f();
	printf("%s %d\n", __PRETTY_FUNCTION__, __LINE__ > 3);
	return 0;
}
