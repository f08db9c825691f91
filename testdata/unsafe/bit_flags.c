extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A flag that is set is set, whatever the others are. */
int main(void)
{
    unsigned state = __VERIFIER_nondet_int(), flag = __VERIFIER_nondet_int();
    state = state ^ flag;
    if ((state & flag) != flag)
        reach_error();
    return 0;
}
