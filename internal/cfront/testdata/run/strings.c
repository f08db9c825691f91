int printf(const char *, ...);
#define TAIL "\x4"
#define HI "h\x69"
static void show(const char *s, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		printf(" %d", s[i]);
	printf("\n");
}
#define SHOW(s) show(s, sizeof(s))
int main(void)
{
	int *wide = (int *)L"\x1234" L"5" L"\x12345" L"6";
	SHOW("a\x41" "B");
	SHOW("\\x1" "0");
	SHOW("\\1" "7");
	SHOW("\\12" "7");
	SHOW("q\1" "23");
	SHOW("q\12" "3");
	SHOW("q\123" "4");
	SHOW(TAIL "1");
	SHOW(HI "a" HI);
	SHOW("\x00041" "1");
	SHOW("\\\x41" "c");
	SHOW("\x41\x42" "c" "\\" "1" "\\\\" "x1");
	SHOW("\xff" "f" "\x7f" "\"" "\x22");
	SHOW("\\" "x41");
	for (int i = 0; i < 5; i++)
		printf(" %d", wide[i]);
	printf("\n");
	return 0;
}
