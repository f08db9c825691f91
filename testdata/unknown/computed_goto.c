extern void reach_error(void);
int main(void) {
  void *p = &&out;
  int x = 0;
  goto *p;
  x = 1;
out:
  if (x)
    reach_error();
  return 0;
}
