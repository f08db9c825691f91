/* Figure 5 (b). */
int *p, *q;

void main(void) {
  if (*p == 3) {
    *q = 2;
    if (*p == 2) {
      *p = 3;
      if (*q == 2) {
      ERROR:;
      }
    }
  }
}
