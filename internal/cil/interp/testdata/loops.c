int printf(const char *, ...);
int main(void)
{
	int i, j, n = 0;
	for (i = 0; i < 10; i++) {
		if (i == 3)
			continue;
		if (i == 8)
			break;
		n += i;
	}
	while (n > 20)
		n -= 3;
	do {
		n++;
		if (n == 22)
			continue;
		if (n == 24)
			break;
	} while (n < 30);
	for (i = 0; i < 5; i++)
		for (j = 0;; j++) {
			if (j > i)
				break;
			n += j;
		}
	for (;;)
		if (++n > 50)
			break;
	printf("%d %d %d\n", i, j, n);
	return 0;
}
