extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    unsigned char low = (unsigned char)x, mask = (unsigned char)m;
    if ((x & m) != (low & mask))
        reach_error();
    return 0;
}
