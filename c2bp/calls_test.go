package c2bp

import (
	"context"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/pred"
)

// listed is a struct with lists, and what makes them empty.
const listed = `struct list { struct list *next, *prev; }; struct s { struct list *first; struct list l, m; };
	struct s *nondet(void); struct list *other(void); void bad(void); void init(struct list *l) { l->next = l; l->prev = l; }
	`

// many is a function that calls itself with many addresses.
const many = `void bad(void);
	void many(int *p, int d) { *p = d; if (d) { many(p + 1, d - 1); many(p + 2, d - 1); many(p + 3, d - 1); many(p + 4, d - 1); many(p + 5, d - 1); } }
	`

// TestCalls abstracts small programs with calls and asks whether bad() can be called.
// Each is there twice: safe, and with the same predicates but a fault.
func TestCalls(t *testing.T) {
	for _, c := range []struct {
		name, text, preds string
		safe              bool
	}{
		{"a chain through pointers of other types, too long for the cubes of so many predicates", `struct s { int d, e, f, g, h, i, j; char *buf; }; void *data; char c, *object; void bad(void);
			struct s *any(void); void step(void) { any()->buf = 0; }
			void end(void) { struct s *p = data; step(); if (p->buf == object) bad(); }
			int main(void) { struct s *q = any(); object = &c; q->buf = 0; data = q; end(); return 0; }`,
			"global { ((struct s *)data)->buf == object, object == 0 } main { q->buf == object } end { $data = data at node 1; data == $data, p == (struct s *)$data, p->buf == object, p->d == 0, p->e == 0, p->f == 0, p->g == 0, p->h == 0, p->i == 0, p->j == 0 }", true},
		{"variables of many values, compared with each other", `int g, h; int any(void); void bad(void); void set(void) { g = any(); }
			int main(void) { h = 0; set(); if (g < 1) return 0; if (h >= g) bad(); return 0; }`,
			"global { h < g, g == 0, g == 1, g == 4, g == 7, g == 9, h == 0, h == 1, h == 4, h == 7, h == 9 }", true},
		{"g = f(g)", `int g; int f(int a) { return a + 1; } void bad(void);
			int main(void) { int old = g; g = f(g); if (g != old + 1) bad(); return 0; }`,
			"f { $a = a at entry; a == $a, ret == $a + 1 } main { g == old, g == old + 1 }", true},
		{"g = f(g), changed again", `int g; int f(int a) { g = 7; return a + 1; } void bad(void);
			int main(void) { int old = g; g = f(g); if (g == old + 1) bad(); return 0; }`,
			"f { $a = a at entry; a == $a, ret == $a + 1, ret == $a, ret == g } main { g == old, g == old + 1 }", false},
		{"g = f(g), which changes g", `int g; int f(int a) { g = a + 5; return a + 1; } void bad(void);
			int main(void) { int old = g; g = f(g); if (g != old + 1) bad(); return 0; }`,
			"f { $a = a at entry; a == $a, ret == $a + 1 } main { g == old, g == old + 1 }", true},
		{"what a pointer pointed to at the entry", `void bad(void); void add(int *q, int n) { *q = *q + n; }
			int main(void) { int x = 1; add(&x, 2); add(&x, 1); if (x == 1) bad(); return 0; }`,
			"add { $(*q) = *q at node 1; n == 1, n == 2, *q == $(*q) + 1, *q == $(*q) + 2, *q == $(*q) } main { x == 1, x == 3 }", true},
		{"what a pointer pointed to after a change", `void bad(void); void add(int *q, int n) { *q = *q + n; *q = *q + n; }
			int main(void) { int x = 1; add(&x, 1); if (x == 3) bad(); return 0; }`,
			"add { $(*q) = *q at node 2; n == 1, *q == $(*q) + 1, *q == $(*q) } main { x == 1, x == 2 }", false},
		{"what a pointer pointed to at a point that is passed again", `void bad(void); int nondet(void); void add(int *q) { do *q = *q + 1; while (nondet()); }
			int main(void) { int x = 1; add(&x); if (x == 3) bad(); return 0; }`,
			"add { $(*q) = *q at node 1; *q == $(*q) + 1, *q == $(*q) } main { x == 1, x == 2 }", false},
		{"one predicate as a local and a global one", `int g, h; void f(void) { g = h; } void bad(void);
			int main(void) { g = h + 1; f(); if (g == h) bad(); return 0; }`,
			"main { g == h } global { g == h }", false},
		{"a local that hides a global", `int g; int *p = &g; void f(void) { *p = 1; } void bad(void);
			int main(void) { g = 0; { int g = 0; f(); if (g == 1) return 0; } if (g == 1) bad(); return 0; }`,
			"main { g == 0, g == 1 } global { g == 1, g == 0 }", false},
		{"a callee of the callee changes it", `int g, h; void inner(void) { g = h + 1; } void outer(void) { inner(); } void bad(void);
			int main(void) { g = h; outer(); if (g != h) bad(); return 0; }`,
			"main { g == h }", false},
		{"a callee that changes something, and its callee what is asked for", `int g, h, k; void inner(void) { g = h + 1; } void outer(void) { k = 1; inner(); } void bad(void);
			int main(void) { g = h; outer(); if (g != h) bad(); return 0; }`,
			"main { g == h }", false},
		{"a function without a body changes what it gets a pointer to", `void ext(int *p); void bad(void);
			int main(void) { int x = 1, y = x; ext(&x); if (x != y) bad(); return 0; }`,
			"main { x == y }", false},
		{"a function without a body doesn't change what it gets no pointer to", `void ext(int *p); void bad(void);
			int main(void) { int x = 1, y = x, z; ext(&z); if (x != y) bad(); return 0; }`,
			"main { x == y }", true},
		{"two calls with different actuals", `int id(int a) { return a; } void bad(void); int nondet(void);
			int main(void) { int p = nondet(), q = nondet(), x; x = id(p + 1 - 1); x = id(q); if (x != p) bad(); return 0; }`,
			"id { $a = a at entry; a == $a, ret == $a } main { x == p, p == q }", false},
		{"global and local predicates between a call and its update", `int g, h; void f(void) { g = h + 1; } void bad(void);
			int main(void) { g = h - 1; f(); bad(); return 0; }`,
			"global { g > h } main { g < h }", false},
		{"recursion through ghosts", `int f(int n) { int t; if (n <= 0) return 0; t = f(n - 1); return t + 1; } void bad(void);
			int main(void) { int r = f(3); if (r < 0) bad(); return 0; }`,
			"f { ret >= 0, t >= 0 } main { r >= 0 }", true},
		{"recursion keeps its argument", `int f(int n) { int k = n; if (n > 0) f(n - 1); return n - k; } void bad(void);
			int main(void) { int r = f(3); if (r != 0) bad(); return 0; }`,
			"f { n == k, ret == 0 } main { r == 0 }", true},
		{"recursion of which the result is the argument", `int f(int n) { if (n <= 0) return n; return f(n - 1); } void bad(void);
			int main(void) { int a = 3, r = f(a); if (r == 3) return 0; r = f(0); if (r == 0) bad(); return 0; }`,
			"f { $n = n at entry; ret == $n, n == $n, n <= 0 } main { a == 3, r == a, r == 0 }", false},
		{"results that share a value of the callee", `int g; int nondet(void); void f(int *q) { int d = nondet(); *q = d; g = d; } void bad(void);
			int main(void) { int x; f(&x); if (x != g) bad(); return 0; }`,
			"f { $d = d at node 2; d == $d, *q == $d, g == $d } main { x == g }", true},
		{"results that share no value of the callee", `int g; int nondet(void); void f(int *q) { int d = nondet(); *q = d; g = nondet(); } void bad(void);
			int main(void) { int x; f(&x); if (x != g) bad(); return 0; }`,
			"f { $d = d at node 2; d == $d, *q == $d, g == $d } main { x == g }", false},
		{"a value of the callee and the caller's own", `int g; int nondet(void); void bad(void);
			void f(int n) { int d = nondet(); if (n > 0) { f(n - 1); if (g != d) bad(); } g = d; }
			int main(void) { f(3); return 0; }`,
			"f { $d = d at node 2; d == $d, g == $d, g == d, n <= 0 }", false},
		{"a long chain of equations", `void bad(void); int nondet(void);
			int main(void) { int a = nondet(), b = a, c = b, d = c, e = d; if (a != e) bad(); return 0; }`,
			"main { a == b, b == c, c == d, d == e }", true},
		{"a long chain of equations with a gap", `void bad(void); int nondet(void);
			int main(void) { int a = nondet(), b = a, c = nondet(), d = c, e = d; if (a != e) bad(); return 0; }`,
			"main { a == b, b == c, c == d, d == e }", false},
		{"a chain of pointers", `void bad(void); struct s { int f; } *nondet(void); int any(void);
			int main(void) { struct s *p = nondet(), *q = p, *r = q, *s = r; int k = any(); s->f = k; if (p->f != k) bad(); return 0; }`,
			"main { p == q, q == r, r == s, s->f == k }", true},
		{"a chain through an address", `void bad(void); int nondet(void);
			int main(void) { int x = nondet(), a = x, *p = &x, c = *p, d = c; if (a != d) bad(); return 0; }`,
			"main { a == x, p == &x, *p == c, c == d }", true},
		{"an element of an array isn't another variable", `void bad(void); int nondet(void); struct s { int f, g; } a[2], b;
			int main(void) { unsigned long o = (unsigned long)&b; int i = nondet(); if ((unsigned long)&a[i & 1] == o) bad(); return 0; }`,
			"main { o == (unsigned long)&b }", true},
		{"an element of an array may be one that is known", `void bad(void); int nondet(void); struct s { int f, g; } a[2];
			int main(void) { unsigned long o = (unsigned long)&a[1]; int i = nondet(); if ((unsigned long)&a[i & 1] == o) bad(); return 0; }`,
			"main { o == (unsigned long)&a[1] }", false},
		{"a formal that its procedure changes", `int f(int a) { a = a + 1; return a; } void bad(void);
			int main(void) { int x = 4; int y = f(x); if (y == x) bad(); return 0; }`,
			"f { $a = a at entry; a == $a, a == $a + 1, ret == $a + 1 } main { y == x, y == x + 1 }", true},
		{"a formal that its procedure changes, seen as the actual", `int f(int a) { a = a + 1; return a; } void bad(void);
			int main(void) { int x = 4; int y = f(x); if (y == x + 1) bad(); return 0; }`,
			"f { a == 4, a == 5, ret == a } main { x == 4, y == x, y == x + 1 }", false},
		{"a pointer that two objects may own", `void bad(void); int nondet(void);
			int main(void) { int x = 1, y = 1; int *p = &x; if (nondet()) p = &y; *p = 2; if (x == 1) if (y == 1) bad(); return 0; }`,
			"main { x == 1, y == 1, p == &x, p == &y }", true},
		{"a pointer that two objects may own, one kept", `void bad(void); int nondet(void);
			int main(void) { int x = 1, y = 1; int *p = &x; if (nondet()) p = &y; *p = 2; if (x == 1) bad(); return 0; }`,
			"main { x == 1, y == 1 }", false},
		{"a callee that writes through a pointer", `void bad(void); void set(int *q) { *q = 2; }
			int main(void) { int x = 1; set(&x); if (x == 1) bad(); return 0; }`,
			"set { *q == 2 } main { x == 1, x == 2 }", true},
		{"a callee that writes through a pointer it changes", `void bad(void); int z; void set(int *q) { q = &z; *q = 2; }
			int main(void) { int x = 1; set(&x); if (x == 1) bad(); return 0; }`,
			"set { *q == 2 } main { x == 1, x == 2 }", false},
		{"where a formal of a callee leads", listed + `int main(void) { struct s *p = nondet(); struct list *k = other(); p->first = k; init(&p->l); if (p->first != k) bad(); return 0; }`,
			"main { p->first == k }", true},
		{"where a formal of a callee of the callee leads", listed + `void outer(struct s *q) { init(&q->l); init(&q->m); }
			int main(void) { struct s *p = nondet(); struct list *k = other(); p->first = k; outer(p); if (p->first != k) bad(); return 0; }`,
			"main { p->first == k }", true},
		{"where it leads, to what is looked at", listed + `int main(void) { struct s *p = nondet(); struct list *k = other(); p->l.next = k; init(&p->l); if (p->l.next != k) bad(); return 0; }`,
			"main { p->l.next == k }", false},
		{"where it leads in the callee's callee, to what is looked at", listed + `void outer(struct s *q) { init(&q->m); init(&q->l); }
			int main(void) { struct s *p = nondet(); struct list *k = other(); p->l.next = k; outer(p); if (p->l.next != k) bad(); return 0; }`,
			"main { p->l.next == k }", false},
		{"a formal that its procedure leads elsewhere", listed + `void set(struct list *l, struct list *m) { l = m; l->next = l; }
			int main(void) { struct s *p = nondet(); struct list *k = other(); p->l.next = k; set(&p->m, &p->l); if (p->l.next != k) bad(); return 0; }`,
			"main { p->l.next == k }", false},
		{"a formal of another activation", listed + `void set(struct list *l, int d) { if (d) set(l->prev, 0); else l->next = l; }
			int main(void) { struct s *p = nondet(); struct list *k = other(); p->m.prev = &p->l; p->l.next = k; set(&p->m, 1); if (p->l.next != k) bad(); return 0; }`,
			"main { p->l.next == k }", false},
		{"a formal of another activation, passed on", listed + `void set(struct list *l, struct list *m, int d) { if (d) set(m, l, 0); else l->next = l; }
			int main(void) { struct s *p = nondet(); struct list *k = other(); p->l.next = k; set(&p->m, &p->l, 1); if (p->l.next != k) bad(); return 0; }`,
			"main { p->l.next == k }", false},
		{"formals of ever more activations", many + `int main(void) { int a[9], x = 1; many(a, 2); if (x != 1) bad(); return 0; }`, "main { x == 1 }", true},
		{"formals of more activations than are told apart", many + `int main(void) { int a[90]; a[80] = 1; many(a, 20); if (a[80] != 1) bad(); return 0; }`,
			"main { a[80] == 1 }", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, large := range []bool{false, true} {
				if got, bp := badIsSafe(t, c.text, c.preds, large); got != c.safe {
					t.Errorf("large blocks %v: safe: got %v, want %v\n%s", large, got, c.safe, bp)
				}
			}
		})
	}
}

// badIsSafe abstracts a program, in small or large blocks, and reports whether bad() can't be
// called.
func badIsSafe(t *testing.T, text, preds string, large bool) (bool, *boolprog.Program) {
	t.Helper()
	s := newSubject(t, text, false)
	set, err := pred.Parse(s.prog, "t.preds", "hardbop-predicates 1\n"+preds)
	if err != nil {
		t.Fatal(err)
	}
	s.in.Targets = callsOf(s.prog, "bad")
	if large {
		s.opt.States = searchStates(t)
	}
	bp := New(s.in, s.opt, NewProver(need.Backend(t), s.prog, enc.Options{})).Abstract(set).BP
	if err := boolprog.Check(bp, ""); err != nil {
		t.Fatal(err)
	}
	r, err := bebop.Check(context.Background(), bp, bebop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdict == bebop.Safe, bp
}

// callsOf lists the calls of a function as targets.
func callsOf(prog *cil.Program, name string) []Target {
	var ts []Target
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			if c, ok := n.Instr.(*cil.Call); ok && c.Callee() != nil && c.Callee().Name == name {
				ts = append(ts, Target{n, "ERROR"})
			}
		}
	}
	return ts
}
