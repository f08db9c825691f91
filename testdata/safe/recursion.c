/* A recursive function whose result depends on its argument. */
void reach_error(void);
int __VERIFIER_nondet_int(void);

int depth = 0;

static int sign(int n)
{
	int r;

	depth = 1;
	if (n < 0)
		return 2;
	if (n == 0) {
		depth = 0;
		return 1;
	}
	r = sign(n - 1);
	return r;
}

int main(void)
{
	int n = __VERIFIER_nondet_int();
	int s;

	if (n < 0)
		return 0;
	s = sign(n);
	if (s == 3)
		reach_error();
	return 0;
}
