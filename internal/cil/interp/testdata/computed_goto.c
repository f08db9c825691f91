int printf(const char *, ...);
int main(void)
{
	static const unsigned char code[] = {0, 1, 1, 2, 0, 3};
	int pc = 0, acc = 1;
next:
	switch (code[pc++]) {
	case 0: acc += 2; goto next;
	case 1: acc *= 3; goto next;
	case 2: acc -= 1; goto next;
	}
	printf("%d %d\n", acc, pc);
	return 0;
}
