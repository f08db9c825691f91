/* Bits of a float are read as an integer. */
extern void reach_error(void);
union both { int i; float f; };
int main(void) {
  union both u;
  u.f = 1.0f;
  if (u.i == 0x3f800000)
    reach_error();
  return 0;
}
