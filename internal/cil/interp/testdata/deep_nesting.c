int printf(const char *, ...);
int main(void)
{
	int a, b, c, n = 0;
	for (a = 0; a < 3; a++) {
		if (a == 1)
			for (b = 0; b < 3; b++) {
				while (n < 100) {
					do {
						n++;
						if (n % 7 == 0) break;
						if (n % 5 == 0) goto out;
					} while (n % 3);
					if (n % 11 == 0) break;
				}
				continue;
out:
				n += 2;
			}
		else if (a == 2) {
			c = n;
			{ { { c++; } } }
			n = c;
		} else
			;
	}
	printf("%d\n", n);
	return 0;
}
