/* Safe if the addition doesn't overflow, which is assumed. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  if (y <= x)
    reach_error();
  return 0;
}
