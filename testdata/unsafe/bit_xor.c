extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Swapping by exclusive or: bounds alone don't say that it swaps. */
int main(void)
{
    unsigned char x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    unsigned char a = x, b = y;
    a = a ^ b;
    b = a | b;
    a = a ^ b;
    if (a != y || b != x)
        reach_error();
    return 0;
}
