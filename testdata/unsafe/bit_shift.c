extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* One bit, at a place that isn't known. */
int main(void)
{
    unsigned n = __VERIFIER_nondet_int(), one, x;
    if (n > 30)
        return 0;
    x = __VERIFIER_nondet_int();
    one = x & 1;
    x = one << n;
    if ((x & (x - 1)) != 0 || x == 0)
        reach_error();
    return 0;
}
