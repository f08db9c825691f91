package check

import (
	"strings"
	"testing"

	"hardbop/internal/enc"
	"hardbop/internal/result"
)

// waits begins programs that wait for others, by macros as those of Linux.
const waits = `struct s { int ready, n; }; struct s g; void schedule(void); int prepare(void);
#define wait(c) do { if (c) break; for (;;) { prepare(); if (c) break; schedule(); } } while (0)
#define wait_signal(c) ({ int __ret = 0; if (!(c)) for (;;) { int __int = prepare(); if (c) break; if (__int) { __ret = __int; break; } schedule(); } __ret; })
`

// briefCases are programs that get to reach_error, with the steps that a trace in brief shows.
var briefCases = map[string]struct {
	text, entry string
	want        []string
}{
	"an arbitrary value is told by the branch that reads it": {`int main(void) { int x, y = 0; if (x == 3) y = 1; if (y) reach_error(); return 0; }`, "main",
		[]string{"if (x == 3) [true, x = 3]", "y = 1 [y: 0 -> 1]", "if (y) [true]"}},
	"conditions and what is returned are as written": {`#define BUSY 16
int f(int n) { if (!n) return 0; if (n == 3) return -BUSY; return 1; } int main(void) { int y = f(get()), z; z = 1; if (!(y)) z = 0; if (y == -16) if (!!z) reach_error(); return 0; }`, "main",
		[]string{"y = f(get()) [n = 3]", "if (!n) [false]", "if (n == 3) [true]", "return -BUSY [ret = -16]", "z = 1 [z = 1]", "if (!(y)) [false]", "if (y == -16) [true]", "if (!!z) [true]"}},
	"what a variable of the program keeps is told": {`int main(void) { int x = get(); int y = x; if (y == 3) reach_error(); return 0; }`, "main",
		[]string{"x = get() [x = 3]", "y = x [y = 3]", "if (y == 3) [true]"}},
	"a macro is one step": {`struct s { int a, b; union { int c, d; }; }; struct s g;
#define START(p, n) do { (p)->a = n; (p)->c = 3; } while (0)
int main(void) { int n = get();
START(&g, n);
if (n == 3) if (g.a + g.c == 6) reach_error(); return 0; }`, "main", []string{"n = get() [n = 3]", "START(&g, n)", "if (n == 3) [true]", "if (g.a + g.c == 6) [true]"}},
	"and so is what it keeps in a variable": {`struct s { int a; }; struct s g;
#define HALF(n) ({ int __n = n; (__n) / 2; })
#define SAME(n) ({ int __n = n; (int)__n; })
int main(void) { int n = SAME(get());
g.a = SAME(get());
if (n == 3) if (g.a == 4) if (HALF(get()) == 1) reach_error(); return 0; }`, "main", []string{"n = SAME(get()) [n = 3]", "g.a = SAME(get()) [g.a = 4]", "if (n == 3) [true]", "if (g.a == 4) [true]", "__n = get() [__n = 3]", "if (__n / 2 == 1) [true]"}},
	"zeroed memory is one step": {`struct s { int a, b; struct s *next; }; void *calloc(unsigned long, unsigned long);
int main(void) { struct s *p = calloc(1, sizeof(struct s));
if (!p) return 0;
if (p->a == 0 && !p->next && p->b == get()) reach_error(); return 0; }`, "main", []string{"p = calloc(1, sizeof(struct s)) [p = 0x40000000]", "if (!p) [false]", "if (p->a == 0) [true]", "if (!p->next) [true]", "tmp_2 = p->b [tmp_2 = 0]", "tmp_1 = get() [tmp_1 = 0]", "if (tmp_2 == tmp_1) [true]"}},
	"and initialisers that are not zero aren't": {`struct s { int a, b, c, d; };
int main(void) { struct s x = { 1, 0, 0, 2 };
if (x.a + x.b + x.c + x.d == get()) reach_error(); return 0; }`, "main", []string{"x.a = 1 [x.a = 1]", "2 members of x = 0", "x.d = 2 [x.d = 2]", "tmp = get() [tmp = 3]", "if (x.a + x.b + x.c + x.d == tmp) [true]"}},
	"members of unions without a name are as in the source": {`struct s { union { int a; struct { int b, c; }; }; };
int main(void) { struct s x; x.c = get(); x.b = 2;
if (x.c + x.b == 5) reach_error(); return 0; }`, "main", []string{"x.c = get() [x.c = 3]", "x.b = 2 [x.b = 2]", "if (x.c + x.b == 5) [true]"}},
	"what only cil keeps is told where it is used": {`int main(void) { int a[2] = { get(), 5 }, *q = a;
if (q[1] == get() + *q) { int x = q[0]; if (x == 3) reach_error(); } return 0; }`, "main",
		[]string{"a[0] = get() [a[0] = 3]", "a[1] = 5 [a[1] = 5]", "q = a [q = &a]", "if (*(q + 1) == get() + *q) [true, *(q + 1) = 5, get() returns 2]", "x = q[0] [x = 3]", "if (x == 3) [true]"}},
	"each time round": {`int main(void) { int x = get(), n = 0; while (n < 2) { if (x + n != get()) return 0;
n++; } if (x == 3) reach_error(); return 0; }`, "main", []string{"x = get() [x = 3]", "n = 0 [n = 0]", "if (n < 2) [true]", "if (x + n != get()) [false, get() returns 3]", "n = n + 1 [n: 0 -> 1]",
		"if (n < 2) [true]", "if (x + n != get()) [false, get() returns 4]", "n = n + 1 [n: 1 -> 2]", "if (n < 2) [false]", "if (x == 3) [true]"}},
	"what is known of a call's result is no step": {`unsigned long copy_from_user(void *, const void *, unsigned long); char from[8];
int main(void) { char to[8]; unsigned long n = get(); if (n > 8) return 0;
if (copy_from_user(to, from, n)) return 1; if (n == 3) reach_error(); return 0; }`, "main",
		[]string{"n = get() [n = 3]", "if (n > 8) [false]", "if (copy_from_user(to, from, n)) [false]", "if (n == 3) [true]"}},
	"a call that the source says twice": {`int main(void) { int x = get() ?: 5;
if (x == 3) reach_error(); return 0; }`, "main", []string{"get() [returns 3]", "x = get() ?: 5 [x = 3]", "if (x == 3) [true]"}},
	"a call in another line": {`int main(void) { int x =
get() +
1;
if (x == 3) reach_error(); return 0; }`, "main", []string{"tmp = get() [tmp = 2]", "x = tmp + 1 [x = 3]", "if (x == 3) [true]"}},
	"memory of no bytes is told only if it is": {`void *calloc(unsigned long, unsigned long); void *kmalloc(unsigned long, int);
int main(void) { int n = get();
char *p = kmalloc(n, 7);
if (!p) return 0;
if (n == 3) reach_error(); return 0; }`, "main", []string{"n = get() [n = 3]", "p = kmalloc(n, 7) [p = 0x40000000]", "if (!p) [false]", "if (n == 3) [true]"}},
	"with what gets it": {`void *kmalloc(unsigned long, int);
int main(void) { int n = get();
char *p = kmalloc(n, 7);
if (!p) return 0;
if (n == 0) reach_error(); return 0; }`, "main", []string{"n = get() [n = 0]", "p = kmalloc(n, 7) [p = 0x10, kmalloc returns ZERO_SIZE_PTR, which isn't memory, as n is 0]", "if (!p) [false]", "if (n == 0) [true]"}},
	"what is beside a union isn't in it": {`struct s { union { int val; char a; } lock; int run; }; void *malloc(unsigned long); void init(int *);
int main(void) { struct s *p = malloc(sizeof(struct s)); if (!p) return 0;
p->run = get(); init(&p->lock.val);
if (p->run == 3) reach_error(); return 0; }`, "main", []string{"p = malloc(sizeof(struct s)) [p = 0x40000000]", "if (!p) [false]", "p->run = get() [p->run = 3]", "if (p->run == 3) [true]"}},
	"unless something else reads it first": {`int main(void) { int x, y; y = x + 1; if (y == 3) if (x == 2) reach_error(); return 0; }`, "main",
		[]string{"x = ? (uninitialised) [x = 2]", "y = x + 1 [y = 3]", "if (y == 3) [true]", "if (x == 2) [true]"}},
	"a switch is one step": {`int main(void) { int x; switch (x) { case 1: return 0; case 2: return 1; case 3: reach_error(); } return 0; }`, "main",
		[]string{"switch (x) [case 3, x = 3]"}},
	"that takes the default": {`#define ON 7
int main(void) { int x; switch (x) { case 1: return 0; /* { */ case ON: return '{'; default: reach_error(); } return 0; }`, "main",
		[]string{"switch (x) [default, x = -8]"}},
	"or no case": {`int main(void) { int x, y = 0; switch (x) { case 0: return 0; case 1: { default_: y = 1; } } if (!y) reach_error(); return 0; }`, "main",
		[]string{"y = 0 [y = 0]", "switch (x) [no case, x = 2147483646]", "if (!y) [true]"}},
	"also if only its first case matters": {`int main(void) { int x; switch (x) { case 0: return 0; case 1: break; case 2: break; } if (x > 2) reach_error(); return 0; }`, "main",
		[]string{"switch (x) [no case, x = 3]", "if (x > 2) [true]"}},
	"by the label that is taken": {`#define ON 7
int main(void) { int x; switch (x) { case 1 ... 3: return 0; case ON: reach_error(); default: return 1; } return 0; }`, "main",
		[]string{"switch (x) [case ON, x = 7]"}},
	"each of two": {`int main(void) { int x; switch (x) { case 1: return 0; } switch (x) { case 2: return 0; } reach_error(); return 0; }`, "main",
		[]string{"switch (x) [no case, x = -3]", "switch (x) [no case]"}},
	"and each time": {`int main(void) { int x, n = 0; for (;;) { switch (x) { case 1: return 0; case 2: return 1; } if (n == 1) reach_error(); n++; } return 0; }`, "main",
		[]string{"n = 0 [n = 0]", "switch (x) [no case, x = -3]", "n = n + 1 [n: 0 -> 1]", "switch (x) [no case]", "if (n == 1) [true]"}},
	"a chain of comparisons counts them": {`int main(void) { int x; if (x == 1) return 0; else if (x == 2) return 1; else if (x == 3) return 2; else if (x == 4) return 3; reach_error(); return 0; }`, "main",
		[]string{"if (x == 4) [false, x = -131079, as 3 before it]"}},
	"or ends in the one that holds": {`int main(void) { int x; if (x == 1) return 0; else if (x == 2) return 1; else if (x == 3) reach_error(); return 0; }`, "main",
		[]string{"if (x == 3) [true, x = 3]"}},
	"calls have arguments as written": {`#define MODE 0x0cc0
int f(int m, int n) { if (m != MODE) return 0; return n; }
int main(void) { int y = f(get() ? MODE : 1, 2 + 1);
if (y == 3) reach_error(); return 0; }`, "main",
		[]string{"get() [returns -1]", "y = f(get() ? MODE : 1, 2 + 1) [m = 3264]", "if (m != MODE) [false]", "return n [ret = 3]", "if (y == 3) [true]"}},
	"large unsigned values are in hexadecimal too": {`int main(void) { unsigned n = get(); if (n == 4097) { unsigned m = get(); if (m == 4096) { int x = get(); if (x == 4097) reach_error(); } } return 0; }`, "main",
		[]string{"n = get() [n = 4097 (0x1001)]", "if (n == 4097) [true]", "m = get() [m = 4096]", "if (m == 4096) [true]", "x = get() [x = 4097]", "if (x == 4097) [true]"}},
	"a call that just returns something": {`int any(void) { int x; return x; } int main(void) { int y = any(); if (y == 3) reach_error(); return 0; }`, "main",
		[]string{"y = any() [y = 3]", "if (y == 3) [true]"}},
	"a call that does more": {`int three(int n) { if (n == 5) return 3; return 0; } int main(void) { int y = three(get()); if (y == 3) reach_error(); return 0; }`, "main",
		[]string{"y = three(get()) [n = 5]", "if (n == 5) [true]", "return 3 [ret = 3]", "if (y == 3) [true]"}},
	"a call that leads to what is shown": {`void f(int n) { if (n == 5) reach_error(); } int main(void) { f(get()); return 0; }`, "main",
		[]string{"f(get()) [n = 5]", "if (n == 5) [true]"}},
	"a body in the place of a call": {`int g; void f(void) { if (g == 5) reach_error(); } int main(void) { g = get(); f(); return 0; }`, "main",
		[]string{"g = get() [g = 5]", "f()", "if (g == 5) [true]"}},
	"the entry is called": {`int g; int f(int n, int *p) { g = 1; if (n == 4) reach_error(); return 0; }`, "f",
		[]string{"call of f [n = 4]", "if (n == 4) [true]"}},
	"functions and macros of a system's headers are told by what uses them": {`static inline unsigned long size_mul(unsigned long a, unsigned long b); unsigned long kept(unsigned long n);
#define size(n) size_mul(n, 2)
#define overflows(a, b, to) ({ int __wide; __wide = (a) * (b); *(to) = __wide; !(__wide <= 6); })
#define fits(a, b) ({ int __wide = (a) * (b); (__wide <= 6); })
int main(void) { int n = get(), by, to; if (n < 0) return 1;
unsigned long m = kept(size(n));
if (overflows(n, 3, &by))
	goto out;
if (!overflows(n, 1, &to)) {
	if (!fits(n, 2)) return 2; else
	if (fits(n, 1)) if (m == 4 && by + to == 8) reach_error();
}
out: return 0; }
unsigned long kept(unsigned long n) { if (n == 4) return n; return 0; }
# 1 "/usr/include/linux/size.h"
static inline unsigned long size_mul(unsigned long a, unsigned long b) { unsigned long bytes = a * b; if (bytes < a) return -1; return bytes; }`, "main",
		[]string{"n = get() [n = 2]", "if (n < 0) [false]", "m = kept(size(n)) [n = 4]", "if (n == 4) [true]", "return n [ret = 4]", "if (overflows(n, 3, &by)) [false, by = 6]",
			"if (!overflows(n, 1, &to)) [true, to = 2]", "if (!fits(n, 2)) [false]", "__wide = n * 1 [__wide = 2]", "if (__wide <= 6) [true]", "if (m == 4) [true]", "if (by + to == 8) [true]"}},
	"what a call fills had no value": {`int fill(int *p); int main(void) { int n, m, *p = &m;
if (fill(&n)) return 1;
if (fill(p)) return 1;
if (n == 3 && m == 4) reach_error(); return 0; }`, "main", []string{"m = ? (uninitialised) [m = 0]", "p = &m [p = &m]", "if (fill(&n)) [false, n = 3]", "if (fill(p)) [false, p[0] = 4]", "if (n == 3) [true]", "if (m == 4) [true]"}},
	"unless it is read before, or by the call": {`int fill(int *p, int n); int main(void) { int n, m, old = m + 1;
if (fill(&n, n)) return 1;
if (fill(&m, 1)) return 1;
if (n == 3 && m == old) reach_error(); return 0; }`, "main", []string{"n = ? (uninitialised) [n = 0]", "m = ? (uninitialised) [m = 134217727]", "old = m + 1 [old = 134217728]", "if (fill(&n, n)) [false, n = 3]", "if (fill(&m, 1)) [false, m = 134217728]", "if (n == 3) [true]", "if (m == old) [true]"}},
	"a wait is one step, with what others change meanwhile": {waits + `int main(void) { int r; g.ready = g.n = 0;
if (get()) return 1;
wait(g.ready == 2 &&
g.n == 3);
g.ready = 0; r = wait_signal(g.ready == 4);
if (r) return 1;
if (g.ready == 4) reach_error(); return 0; }`, "main",
		[]string{"g.n = 0 [g.n = 0]", "g.ready = g.n = 0 [g.ready = 0]", "if (get()) [false]", "wait(g.ready == 2 && g.n == 3) [g.ready = 2 (changed while waiting), g.n = 3 (changed while waiting)]", "g.ready = 0 [g.ready = 0]", "r = wait_signal(g.ready == 4) [r = 0, g.ready = 4 (changed while waiting)]", "if (r) [false]", "if (g.ready == 4) [true]"}},
	"also if a function looks, and where its result is asked for": {waits + `static int ready(void) { if (g.n == 5) return 1; return 0; }
int main(void) { g.n = 0;
if (wait_signal(ready()) == -512) return 1;
if (g.n == 5) reach_error(); return 0; }`, "main",
		[]string{"g.n = 0 [g.n = 0]", "if (wait_signal(ready()) == -512) [false, g.n = 5 (changed while waiting)]", "if (g.n == 5) [true]"}},
	"or returned": {waits + `static int waits(void) { if (get()) return 1;
return wait_signal(g.ready ==
	6); }
int main(void) { g.ready = 0;
if (waits()) return 1;
if (g.ready == 6) reach_error(); return 0; }`, "main",
		[]string{"g.ready = 0 [g.ready = 0]", "waits()", "if (get()) [false]", "return wait_signal(g.ready == 6) [ret = 0, g.ready = 6 (changed while waiting), stored at t.c:8]", "if (waits()) [false]", "if (g.ready == 6) [true]"}},
	"what was changed last": {waits + `int main(void) { int turns = 0; g.ready = 0;
wait((turns++, g.ready == 2));
if (turns == 3) reach_error(); return 0; }`, "main",
		[]string{"g.ready = 0 [g.ready = 0]", "wait((turns++, g.ready == 2)) [turns: 2 -> 3, g.ready = 2 (changed while waiting)]", "if (turns == 3) [true]"}},
	"and who may have": {waits + `struct s h; void fill(struct s *p) { p->n = get();
p->ready = p->n; h.ready += 2; }
void full(struct s *p) { struct s all = { 3, 4 }; *p = all;
if (p->n == 3) p->n = 7;
p->n = 9; } void empty(struct s *p) { p->n--; }
void reset(void) { fill(&g); full(&h); empty(&h); }
int main(void) { if (get()) reset();
g.ready = g.n = 0; wait(g.ready == 2 && g.n == 3);
if (g.ready == 2) reach_error(); return 0; }`, "main",
		[]string{"if (get()) [false]", "g.n = 0 [g.n = 0]", "g.ready = g.n = 0 [g.ready = 0]",
			"wait(g.ready == 2 && g.n == 3) [g.ready = 2 (changed while waiting), stored at t.c:6, g.n = 3 (changed while waiting), stored at t.c:5 and 2 other places]", "if (g.ready == 2) [true]"}},
	"without a wait too": {waits + `int main(void) { g.ready = get();
wait(g.ready == 2);
if (g.ready == 2) reach_error(); return 0; }`, "main",
		[]string{"g.ready = get() [g.ready = 2]", "wait(g.ready == 2)", "if (g.ready == 2) [true]"}},
	"and so is a loop that the source has": {`int ready; void schedule(void);
int main(void) { ready = 0;
while (!ready) schedule();
if (ready == 3) reach_error(); return 0; }`, "main", []string{"if (!ready) [false, ready = 3 (changed by others)]", "if (ready == 3) [true]"}},
	"where a pointer leads": {`int a, b; int main(void) { int *p = get() ? &a : &b; if (p == &b) reach_error(); return 0; }`, "main",
		[]string{"get() [returns 0]", "p = get() ? &a : &b [p = &b]", "if (p == &b) [true]"}},
}

// TestBrief looks at the steps in brief.
func TestBrief(t *testing.T) {
	for name, c := range briefCases {
		t.Run(name, func(t *testing.T) {
			dir := files(t, map[string]string{"t.c": "void reach_error(void); int get(void);\n" + c.text + "\n"})
			p, out := errorPath(t, Options{Property: "reach", Entry: c.entry, Inline: 100, Files: []string{dir["t.c"]}})
			if out.Verdict != result.Unsafe {
				t.Fatal(out.Verdict, out.Reason)
			}
			var got []string
			for _, s := range p.trace(out.Path, out.Notes, p.needed(out.Path, enc.ExternOneLevel)) {
				if line := s.Words(); s.Brief {
					if about := s.Remarks(); about != "" {
						line += " [" + strings.ReplaceAll(about, dir["t.c"], "t.c") + "]"
					}
					got = append(got, line)
				}
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
