extern void reach_error(void);
int main(void) {
  int twice(int x) { return 2 * x; }
  if (twice(1) != 2)
    reach_error();
  return 0;
}
