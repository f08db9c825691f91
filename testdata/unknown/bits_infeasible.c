/* No machine integer has the square 2; mathematical integers don't multiply variables. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x * x == 2)
    reach_error();
  return 0;
}
