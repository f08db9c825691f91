/* The path program of figure 1 (a): each condition is an assume. */
int a, b, c;

void main(void) {
  if (b > 0) {
    c = 2 * b;
    a = b;
    a = a - 1;
    if (a < b)
      if (a == c) {
      ERROR:;
      }
  }
}
