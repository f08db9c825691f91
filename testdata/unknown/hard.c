/* Cubes that add up to a cube: this keeps the prover busy for a long time. */
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long(), y = __VERIFIER_nondet_long(), z = __VERIFIER_nondet_long();
  if (x > 1 && y > 1 && z > 1 && x < 100000 && y < 100000 && z < 100000 && x * x * x + y * y * y == z * z * z)
    reach_error();
  return 0;
}
