int x = 1;
int count(void) { static int x; return ++x; }
int entered(int n)
{
	goto in;
	{
		int hidden = 3;
	in:
		n += hidden;
		if (n < 0) goto in;
	}
	for (int i = 0; i < 2; i++) { int a[2]; int fresh; n += fresh + a[i]; }
	switch (n) { int s; case 1: s = 2; case 2: n = s; }
	return n;
}
int main(void)
{
	int y = x;
	{ int x = 2; y += x; { int x = y; y += x; } }
	return y + count() + entered(y);
}
