int printf(const char *, ...);
void exit(int);
static void die(int n) { if (n > 3) exit(n * 100); }
int main(void)
{
	int i;
	for (i = 0;; i++) {
		printf("%d\n", i);
		die(i);
	}
}
