/* Figure 5 (a). */
int inc(int x) {
  x = x + 1;
  return x;
}

void main(int a) {
  int b, c;
  b = inc(a);
  c = inc(b);
  if (c != a + 2) {
  ERROR:;
  }
}
