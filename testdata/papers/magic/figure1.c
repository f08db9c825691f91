/* Figure 1: foo calls bar, which calls baz; the others are library routines. */

int lib_open(void);
void lib_use(void);
void lib_close(void);

int baz(int n)
{
	if (n > 3)
		return -1;
	return lib_open();
}

int bar(int n)
{
	int r = baz(n);

	if (r < 0)
		return r;
	lib_use();
	return 0;
}

int foo(int n)
{
	int r = bar(n);

	if (r < 0)
		return r;
	lib_close();
	return 0;
}
