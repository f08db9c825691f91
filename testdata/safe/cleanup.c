/* A function is called where the scope of a variable is left, whichever way. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int held;
static void drop(int *unused) { held = 0; }
static int locked(int n) {
  __attribute__((cleanup(drop))) int guard = 1;
  held = 1;
  while (n) {
    if (n == 7)
      return 1;
    if (n == 8)
      goto out;
    n--;
  }
out:
  return 0;
}
int main(void) {
  locked(__VERIFIER_nondet_int());
  if (held)
    reach_error();
  return 0;
}
