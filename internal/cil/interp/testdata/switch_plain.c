int printf(const char *, ...);
static int f(int x)
{
	switch (x) {
	case 1:
		return 10;
	case 2:
	case 3:
		x += 5;
		break;
	case -1:
		x = 0;
	default:
		x--;
	case 7:
		x *= 2;
	}
	return x;
}
int main(void)
{
	int i;
	for (i = -2; i < 9; i++)
		printf("%d ", f(i));
	printf("\n");
	return 0;
}
