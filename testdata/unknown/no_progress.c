/* Four conditions together exclude the fifth: that takes cubes of four predicates. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  int u = __VERIFIER_nondet_int(), v = __VERIFIER_nondet_int();
  if (x < y && y < z && z < u && u < v && v < x)
    reach_error();
  return 0;
}
