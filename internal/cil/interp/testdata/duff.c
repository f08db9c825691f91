int printf(const char *, ...);
static void copy(char *to, const char *from, int count)
{
	int n = (count + 3) / 4;
	switch (count % 4) {
	case 0: do { *to++ = *from++;
	case 3:      *to++ = *from++;
	case 2:      *to++ = *from++;
	case 1:      *to++ = *from++;
		} while (--n > 0);
	}
}
int main(void)
{
	char buf[16];
	int i;
	for (i = 1; i < 12; i++) {
		copy(buf, "hello, world", i);
		buf[i] = 0;
		printf("%s\n", buf);
	}
	return 0;
}
