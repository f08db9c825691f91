int printf(const char *, ...);
unsigned long strlen(const char *);
int strcmp(const char *, const char *);
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
static const char *names[] = {"one", "two", "", "a\tb\"c\\\n"};
int main(void)
{
	char a[] = "hello", b[10] = "hi", c[3] = "abc", *p;
	int n = 0;
	for (p = a; *p; p++)
		n = n * 3 + *p;
	printf("%d %d %d %lu\n", n, (int)sizeof a, b[2], strlen(names[3]));
	printf("%s%s%s%s", names[0], names[1], names[2], names[3]);
	printf("%d %c%c%c\n", strcmp(a, b) < 0, c[0], c[1], c[2]);
	memcpy(b + 2, a, 6);
	memset(a, 'x', 3);
	printf("%s %s %c %s\n", b, a, "xyz"[1], "con" "cat" "\x41\102");
	printf("%d %d\n", '\n', '\377');
	return 0;
}
