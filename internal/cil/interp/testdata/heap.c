int printf(const char *, ...);
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void free(void *);
int main(void)
{
	int *a = malloc(10 * sizeof(int)), *z = calloc(4, sizeof *z), i, s = 0;
	char **rows = malloc(3 * sizeof(char *));
	for (i = 0; i < 10; i++)
		a[i] = i * i;
	for (i = 0; i < 3; i++) {
		rows[i] = calloc(4, 1);
		rows[i][i] = 'a' + i;
	}
	for (i = 0; i < 10; i++)
		s += a[i];
	printf("%d %d %c%c%c\n", s, z[3], rows[0][0], rows[1][1], rows[2][2]);
	for (i = 0; i < 3; i++)
		free(rows[i]);
	free(rows);
	free(a);
	free(z);
	return 0;
}
