/* Labels as values and a jump from assembly that may be taken. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int once(int n) {
  void *next = n ? &&one : &&zero;
  goto *next;
zero:
  return 0;
one:
  __asm__ goto("jmp %l[zero]" : : : : zero);
  return 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int r = once(n);
  if (!r && n)
    reach_error();
  return 0;
}
