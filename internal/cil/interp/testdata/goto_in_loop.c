int printf(const char *, ...);
int main(void)
{
	int i = 0, n = 0;
	goto middle;
again:
	n += 10;
	while (i < 5) {
		n++;
middle:
		i++;
		if (n > 30)
			goto end;
	}
	if (i++ < 8) {
		i = 2;
		goto again;
	}
end:;
	printf("%d %d\n", i, n);
	return 0;
}
