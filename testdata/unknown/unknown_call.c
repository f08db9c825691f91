/* What the pointer points to is not a function that is known. */
int main(void) {
  void (*handler)(void);
  handler();
  return 0;
}
