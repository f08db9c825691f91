extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int locked = 0, n = __VERIFIER_nondet_int();
  if (n) locked = 1;
  if (locked && !n) reach_error();
  return 0;
}
