int printf(const char *, ...);
int main(void)
{
	int i, state = 0, n = 0;
	for (i = 0; i < 20; i++) {
		switch (state) {
		case 0:
			state = i % 3;
			continue;
		case 1:
			n += 10;
			state = 2;
			break;
		case 2:
			n++;
			state = 0;
			if (i > 15)
				goto out;
		}
		n += 100;
	}
out:
	printf("%d %d %d\n", i, state, n);
	return 0;
}
