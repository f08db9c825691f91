/* That 5 & b is never -1 follows from the sound bounds of &, not from a predicate. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if ((a & b) == -1 && a == 5)
    reach_error();
  return 0;
}
