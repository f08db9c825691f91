/* Assembly that jumps. */
extern void reach_error(void);
int main(void) {
  __asm__ goto("jmp %l[bad]" : : : : bad);
  return 0;
bad:
  reach_error();
  return 1;
}
