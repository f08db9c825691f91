/* The initial value of a large array isn't tracked: no alarm may rest on it. */
extern void reach_error(void);
int table[5000];
int main(void) {
  if (table[3] != 0)
    reach_error();
  return 0;
}
