int printf(const char *, ...);
static int index(int a) { return a + 1; }
static int log(int level) { return level * 2; }
static int y1 = 3, remove = 4;
int round(int x) { return x / 10 * 10; }
int main(void)
{
	int exp = log(4), strlen = index(2), union_ = 1, printf_ = 2;
	printf("%d %d %d %d\n", exp, strlen, y1 + remove, round(47) + union_ + printf_);
	return 0;
}
