/* The only way to the error goes through the result of inline assembly. */
extern void reach_error(void);
int main(void) {
  int x = 0;
  __asm__("nop" : "=r"(x));
  if (x == 1)
    reach_error();
  return 0;
}
