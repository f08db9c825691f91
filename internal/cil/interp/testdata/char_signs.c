int printf(const char *, ...);
int main(void)
{
	char c = '\xff';
	signed char s = -1;
	unsigned char u = -1;
	printf("%d %d %d %d\n", c, c == s, c == u, s == u);
	printf("%d %d\n", c < 0, u > 0);
	c = 200;
	printf("%d %d\n", c, (unsigned char)c);
	printf("%d %d\n", 'a' + 1, (int)sizeof 'a');
	return 0;
}
