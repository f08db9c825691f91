/*
 * Models of the C library. Allocation, and the functions that copy and fill memory, are
 * known to the analyses themselves.
 */
typedef unsigned long size;

int __VERIFIER_nondet_int(void);

/* returns a number that is not negative */
int rand(void)
{
	int n = __VERIFIER_nondet_int();
	return n < 0 ? 0 : n;
}
