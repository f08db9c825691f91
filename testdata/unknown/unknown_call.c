/* What the pointer points to is not in the program. */
extern void (*handler)(void);
int main(void) {
  handler();
  return 0;
}
