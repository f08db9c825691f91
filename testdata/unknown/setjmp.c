extern void reach_error(void);
typedef long jmp_buf[32];
extern int setjmp(jmp_buf);
int main(void) {
  jmp_buf here;
  int x = 0;
  if (setjmp(here))
    x = 1;
  if (x == 2)
    reach_error();
  return 0;
}
