/* Labels as values, cleanup functions and a jump from assembly that may not be taken. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int held;
static void drop(int *p) { held -= *p; }
static int once(int n) {
  static const void *const next[] = { &&zero, &&one };
  __attribute__((cleanup(drop))) int got = 1;
  held += got;
  goto *next[n != 0];
zero:
  return 0;
one:
  __asm__ goto("jmp %l[zero]" : : : : zero);
  return 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int r = once(n);
  if (held != 0)
    reach_error();
  if (!r && n)
    reach_error();
  return 0;
}
