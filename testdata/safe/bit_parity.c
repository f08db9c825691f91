extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    unsigned s = x + y;
    if (((x & 1) ^ (y & 1)) != (s & 1))
        reach_error();
    return 0;
}
