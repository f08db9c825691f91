/* The tasks of bench_test.go over the library BuDDy. Prints a line for each: name,
   seconds, number of satisfying assignments. */
#include <bdd.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned long long seed;

/* A linear congruential generator; below(n) is from 0 to n-1. */
static int below(int n) {
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (int)((seed >> 33) % (unsigned long long)n);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void start(int vars) {
  bdd_init(1 << 17, 1 << 16);
  bdd_setcacheratio(4);
  bdd_setmaxincrease(1 << 22);
  bdd_setvarnum(vars);
  bdd_gbc_hook(NULL);
  bdd_resize_hook(NULL);
}

static void set(BDD *place, BDD value) {
  bdd_addref(value);
  bdd_delref(*place);
  *place = value;
}

static double queens(int n) {
  start(n * n);
  BDD all = bddtrue;
  for (int i = 0; i < n; i++) {
    BDD row = bddfalse;
    for (int j = 0; j < n; j++) set(&row, bdd_or(row, bdd_ithvar(i * n + j)));
    set(&all, bdd_and(all, row));
    bdd_delref(row);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      BDD none = bddtrue;
      for (int k = n - 1; k >= 0; k--)
        for (int l = n - 1; l >= 0; l--)
          if ((k != i || l != j) && (k == i || l == j || k - l == i - j || k + l == i + j))
            set(&none, bdd_and(bdd_nithvar(k * n + l), none));
      BDD imp = bdd_addref(bdd_or(bdd_nithvar(i * n + j), none));
      set(&all, bdd_and(all, imp));
      bdd_delref(imp);
      bdd_delref(none);
    }
  return bdd_satcount(all);
}

/* The copies of state bits: variable copies*bit+copy. */
static int copies;
static int at(int bit, int copy) { return copies * bit + copy; }

/* A command: when some literals hold, three bits get functions of two others. */
struct command {
  BDD guard, update;
  int written[3];
};

static struct command command(int bits, int guards) {
  struct command c;
  c.guard = bddtrue;
  c.update = bddtrue;
  for (int i = 0; i < guards; i++) {
    int v = at(below(bits), 0);
    set(&c.guard, bdd_and(c.guard, below(2) ? bdd_ithvar(v) : bdd_nithvar(v)));
  }
  for (int i = 0; i < 3; i++) {
    int w;
  again:
    w = below(bits);
    for (int k = 0; k < i; k++)
      if (c.written[k] == w) goto again;
    c.written[i] = w;
    BDD a = bdd_ithvar(at(below(bits), 0)), b = bdd_ithvar(at(below(bits), 0));
    BDD f = bdd_addref(below(2) ? bdd_xor(a, b) : bdd_or(a, bdd_not(b)));
    BDD eq = bdd_addref(bdd_biimp(bdd_ithvar(at(w, 1)), f));
    set(&c.update, bdd_and(c.update, eq));
    bdd_delref(f);
    bdd_delref(eq);
  }
  return c;
}

static BDD cube(int *bits, int n, int copy) {
  int vars[64];
  for (int i = 0; i < n; i++) vars[i] = at(bits[i], copy);
  return bdd_addref(bdd_makeset(vars, n));
}

static double reach(int bits, int commands, int guards, int number, int whole) {
  copies = 2;
  seed = bits + number;
  start(2 * bits);
  struct command cs[64];
  int all[64];
  BDD init = bddtrue, t = bddfalse;
  bddPair *back = bdd_newpair();
  for (int i = 0; i < bits; i++) {
    all[i] = i;
    bdd_setpair(back, at(i, 1), at(i, 0));
    set(&init, bdd_and(init, bdd_nithvar(at(i, 0))));
  }
  for (int i = 0; i < commands; i++) {
    cs[i] = command(bits, guards);
    BDD r = bdd_addref(bdd_and(cs[i].guard, cs[i].update));
    if (whole) {
      for (int v = 0; v < bits; v++)
        if (v != cs[i].written[0] && v != cs[i].written[1] && v != cs[i].written[2]) {
          BDD eq = bdd_addref(bdd_biimp(bdd_ithvar(at(v, 1)), bdd_ithvar(at(v, 0))));
          set(&r, bdd_and(r, eq));
          bdd_delref(eq);
        }
      set(&t, bdd_or(t, r));
    }
    set(&cs[i].update, r);
  }
  BDD current = cube(all, bits, 0), written[64];
  for (int i = 0; i < commands; i++) written[i] = cube(cs[i].written, 3, 0);
  BDD seen = bdd_addref(init), front = bdd_addref(init);
  while (front != bddfalse) {
    BDD next = bddfalse;
    for (int i = 0; i < (whole ? 1 : commands); i++) {
      BDD d = bdd_addref(bdd_relprod(front, whole ? t : cs[i].update, whole ? current : written[i]));
      set(&d, bdd_replace(d, back));
      set(&next, bdd_or(next, d));
      bdd_delref(d);
    }
    set(&front, bdd_apply(next, seen, bddop_diff));
    set(&seen, bdd_or(seen, front));
    bdd_delref(next);
  }
  return bdd_satcount(seen) / pow(2, bits);
}

/* The pairs of states that sequences of commands relate, by squaring. Copies: before,
   after, middle, and one that is not used. */
static double summary(int bits, int commands, int guards, int number) {
  copies = 4;
  seed = bits + number;
  start(4 * bits);
  int all[64];
  bddPair *toMiddle = bdd_newpair(), *fromMiddle = bdd_newpair();
  BDD s = bddfalse;
  for (int i = 0; i < bits; i++) {
    all[i] = i;
    bdd_setpair(toMiddle, at(i, 1), at(i, 2));
    bdd_setpair(fromMiddle, at(i, 0), at(i, 2));
  }
  for (int i = 0; i < commands; i++) {
    struct command c = command(bits, guards);
    BDD r = bdd_addref(bdd_and(c.guard, c.update));
    for (int v = 0; v < bits; v++)
      if (v != c.written[0] && v != c.written[1] && v != c.written[2]) {
        BDD eq = bdd_addref(bdd_biimp(bdd_ithvar(at(v, 1)), bdd_ithvar(at(v, 0))));
        set(&r, bdd_and(r, eq));
        bdd_delref(eq);
      }
    set(&s, bdd_or(s, r));
    bdd_delref(r);
  }
  BDD middle = cube(all, bits, 2), old = bddfalse;
  while (s != old) {
    set(&old, s);
    BDD a = bdd_addref(bdd_replace(s, toMiddle)), b = bdd_addref(bdd_replace(s, fromMiddle));
    BDD p = bdd_addref(bdd_relprod(a, b, middle));
    set(&s, bdd_or(s, p));
    bdd_delref(a);
    bdd_delref(b);
    bdd_delref(p);
  }
  return bdd_satcount(s) / pow(2, 2 * bits);
}

int main(int argc, char **argv) {
  const char *only = argc > 1 ? argv[1] : NULL;
#define TASK(name, call)                                      \
  if (!only || strcmp(only, name) == 0) {                     \
    double before = now(), count = call;                      \
    printf("%s %.4f %.0f\n", name, now() - before, count);    \
    fflush(stdout);                                           \
    bdd_done();                                               \
  }
  TASK("queens-8", queens(8))
  TASK("queens-9", queens(9))
  TASK("queens-10", queens(10))
  TASK("reach-16", reach(16, 14, 2, 0, 1))
  TASK("reach-20", reach(20, 20, 2, 0, 1))
  TASK("reach-24", reach(24, 20, 2, 0, 0))
  TASK("reach-28", reach(28, 24, 2, 200, 0))
  TASK("summary-11", summary(11, 8, 2, 0))
  TASK("summary-13", summary(13, 9, 2, 0))
  TASK("summary-14", summary(14, 12, 3, 200))
  return 0;
}
