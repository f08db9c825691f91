/* Two conditions together exclude the third: that takes cubes of two predicates. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  if (x > y && y > z && z > x)
    reach_error();
  return 0;
}
