extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = (unsigned char)__VERIFIER_nondet_int();
    unsigned y = x * x;
    if (y % 4 == 1)
        reach_error();
    return 0;
}
