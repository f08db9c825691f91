/* An object may lie at any address, but it doesn't where an error path is checked. */
extern void reach_error(void);
static int object;
int main(void) {
  if ((unsigned long)&object == 0x123456)
    reach_error();
  return 0;
}
