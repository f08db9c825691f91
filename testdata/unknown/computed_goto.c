/* A goto to what may be no label of the function. */
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  void *p = &&out;
  int x = 0;
  if (__VERIFIER_nondet_ulong())
    p = (void *)__VERIFIER_nondet_ulong();
  goto *p;
out:
  if (x)
    reach_error();
  return 0;
}
