package certify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/certify"
	"hardbop/internal/certify/infer"
	"hardbop/internal/cfront"
	"hardbop/internal/entries"
	"hardbop/internal/need"
	"hardbop/internal/property"
	"hardbop/internal/smt"
)

// head declares what the programs of the tests use.
const head = `void reach_error(void); int nd(void); void exit(int); void *malloc(unsigned long);
`

// system reads a program whose errors are calls of reach_error.
func system(t testing.TB, text string) *certify.System {
	t.Helper()
	sys, err := unfolded(t, text)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// unfolded is the same, or says what can't be certified.
func unfolded(t testing.TB, text string) (*certify.System, error) {
	t.Helper()
	return limited(t, text, 50_000_000)
}

// limited is unfolded with a limit for each question.
func limited(t testing.TB, text string, limit uint) (*certify.System, error) {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(head + text)}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	h := entries.New(prog, prog.FuncNamed("main"), entries.Options{})
	prop, _ := property.Reach(prog)
	return certify.New(prog, h.Func, prop.Nodes(), certify.Options{AllocFails: true, Limit: limit})
}

// found is the certificate that candidates give; each is a condition, and its negation.
func found(t testing.TB, sys *certify.System, b smt.Backend, conds ...string) *certify.Certificate {
	t.Helper()
	var cands []infer.Candidate
	for _, p := range sys.Procedures() {
		for _, c := range conds {
			cands = append(cands, infer.Candidate{Proc: p, Conds: []string{c, "!(" + c + ")"}})
		}
	}
	claims, err := findClaims(sys, cands, b)
	if err != nil {
		t.Fatalf("%v: %v", conds, err)
	}
	return certificate(sys, claims...)
}

// findClaims finds claims by all means.
func findClaims(sys *certify.System, cands []infer.Candidate, b smt.Backend) ([]certify.ProcedureClaim, error) {
	claims, err := infer.Find(context.Background(), sys, cands, b)
	if infer.Undecided(err) && sys.Allocates() {
		claims, err = infer.FindExact(context.Background(), sys, cands, b)
	}
	return claims, err
}

func certificate(sys *certify.System, claims ...certify.ProcedureClaim) *certify.Certificate {
	return &certify.Certificate{Format: certify.Format, Version: certify.Version, Program: sys.Hash(), Integers: "math", Overflow: "assume", Procedures: claims}
}

// accepts returns why a certificate isn't accepted, after it was written and read back.
func accepts(t testing.TB, sys *certify.System, b smt.Backend, c *certify.Certificate) error {
	t.Helper()
	var text bytes.Buffer
	if err := certify.Write(&text, c); err != nil {
		t.Fatal(err)
	}
	read, err := certify.Read("c.json", text.Bytes())
	if err != nil {
		return err
	}
	proof, err := sys.Bind(read, "c.json", text.Bytes())
	if err != nil {
		return err
	}
	if f := sys.Check(context.Background(), proof, b); f != nil {
		return f
	}
	return nil
}

// proofs are programs with the conditions that prove them.
var proofs = []struct {
	name, text string
	conds      []string
}{
	{"straight", `int main(void) { int x = nd(); if (x > 3) if (x < 3) reach_error(); return 0; }`, nil},
	{"lock", `int main(void) { int held = 0, n; while (nd()) { if (held) reach_error(); held = 1; n = nd(); if (n) held = 0; else return 0; } return 0; }`, []string{"held == 0"}},
	{"states", `int main(void) { int s = 1, flag = 0; while (1) {
		if (s == 1) { s = nd() ? 2 : 3; flag = 1; } else if (s == 2) { if (flag != 1) reach_error(); s = 3; flag = 2; }
		else if (s == 3) { if (flag == 0) reach_error(); if (nd()) return 0; s = 4; } else { if (s != 4) reach_error(); s = 3; } } }`,
		[]string{"s == 1", "s == 2", "s == 3", "s == 4", "flag == 0", "flag == 1"}},
	{"counter", `int main(void) { int i, n = nd(); for (i = 0; i < n; i++) if (i < 0) reach_error(); return 0; }`, []string{"i >= 0"}},
	{"callee", `int g; int twice(int a) { int i, r = 0; for (i = 0; i < 2; i++) { if (g != 7) reach_error(); r += a; } return r; }
		int main(void) { g = 7; twice(3); twice(nd()); if (g != 7) reach_error(); return 0; }`, []string{"g == 7"}},
	{"memory", `int main(void) { int x = 1, y = 2, *p = nd() ? &x : &y; *p = 3; while (nd()) if (x != 1 && y != 2) reach_error(); return 0; }`, []string{"x == 1", "y == 2"}},
	{"members", `struct s { int a, b; }; int main(void) { struct s v, w; v.a = 1; v.b = 2; w = v; while (nd()) if (w.a != 1 || w.b != 2) reach_error(); return 0; }`, []string{"w.a == 1", "w.b == 2"}},
	{"pointer", `int one(void) { return 1; } int two(void) { return 2; }
		int main(void) { int (*f)(void) = nd() ? one : two; int r = f(); if (f == one) if (r != 1) reach_error(); return 0; }`, nil},
	{"bytes", `int main(void) { unsigned x = 0; char *p = (char *)&x; p[0] = 1; p[1] = 2; if (x != 513) reach_error(); return 0; }`, nil},
	{"fresh", `int main(void) { int x = 1, *p = malloc(4), *q = malloc(4), *r = &x; if (p == 0 || q == 0) return 0; *p = 2; *q = 3; if (*r != 1 || *p != 2) reach_error(); return 0; }`, nil},
	{"recursive", recursive, []string{"n >= 0", "ret >= 0", "g == 5", "g == 3", "r >= 0"}},
	{"mutual", `int g; void odd(int n); void even(int n) { if (n == 0) return; g = 1; odd(n - 1); if (g != 0 && g != 1) reach_error(); }
		void odd(int n) { if (n == 0) return; g = 0; even(n - 1); } int main(void) { g = 0; even(nd()); if (g > 1) reach_error(); return 0; }`, []string{"g == 0", "g == 1"}},
	{"two allocations", `int main(void) { int *p = malloc(4), *q = malloc(4); if (p && p == q) reach_error(); return 0; }`, nil},
	{"older", `int main(void) { int *p = malloc(4), *q = 0; if (!p) return 0; while (nd()) { q = malloc(4); if (q == p) reach_error(); } return 0; }`, []string{"p == q", "p == 0"}},
	{"not a variable", `int g; int main(void) { int *p = malloc(4), *q = nd() ? p : &g; while (nd()) if (p && p == &g) reach_error(); return 0; }`, []string{"p == q", "p == 0"}},
	{"parts", `struct s { int *d; short n; }; int main(void) { struct s *r = malloc(16); int *d; short *k; if (!r) return 0; d = r->d = malloc(4);
		while (nd()) { r->n = 2; k = malloc(2); if (k) *k = 1; if (r->d != d) reach_error(); } return 0; }`, []string{"r->d == d", "r == 0"}},
	{"inside", `struct s { char *d; int n; }; int main(void) { struct s *r = malloc(16); char *d; if (!r) return 0; d = r->d = malloc(4); if (!d) return 0;
		while (nd()) { r->d[nd()] = 1; if (r->d != d) reach_error(); } return 0; }`, []string{"r->d == d", "d == 0"}},
	{"copy", `struct s { int a; } v, w, *object; struct { struct s *p; } g; int held; int main(void) { struct s *c; g.p = nd() ? &v : &w; object = nd() ? &v : &w;
		c = g.p; if (c == object) held = 1; while (nd()) g.p = 0; if (c == object && !held) reach_error(); return 0; }`, []string{"g.p == object", "held == 0"}},
	{"ends", `int main(void) { int x = nd(); if (x) exit(1); if (x) reach_error(); return 0; }`, nil},
}

// TestProofs has proofs that are accepted.
func TestProofs(t *testing.T) {
	b := need.Backend(t)
	for _, p := range proofs {
		t.Run(p.name, func(t *testing.T) {
			sys := system(t, p.text)
			if err := accepts(t, sys, b, found(t, sys, b, p.conds...)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestMutatedProofs changes claims that just say what is reached: each change leaves out something
// that is, so that none is accepted.
func TestMutatedProofs(t *testing.T) {
	b := need.Backend(t)
	n := 0
	for _, p := range proofs {
		sys := system(t, p.text)
		right := found(t, sys, b, p.conds...)
		for name, c := range mutations(t, right) {
			n++
			if err := accepts(t, sys, b, c); err == nil {
				t.Errorf("%s: accepted with %s", p.name, name)
			} else {
				t.Logf("%s, %s: %v", p.name, name, err)
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d mutations", n)
	}
}

// mutations are changes that leave out states: rows and points that go, conditions that are negated
// or added.
func mutations(t *testing.T, right *certify.Certificate) map[string]*certify.Certificate {
	all := map[string]*certify.Certificate{}
	change := func(name string, f func(c *certify.Claim), proc, point int) {
		c := clone(t, right)
		f(&c.Procedures[proc].Points[point].Claim)
		all[fmt.Sprintf("%s at %s", name, right.Procedures[proc].Points[point].At)] = c
	}
	for i, p := range right.Procedures {
		for j, q := range p.Points {
			change("the point not reached", func(c *certify.Claim) { c.Any = &[][]string{} }, i, j)
			change("a contradiction added", func(c *certify.Claim) { c.Always = append(c.Always, "1 == 2") }, i, j)
			for k, a := range q.Always {
				change("not "+a, func(c *certify.Claim) { c.Always[k] = "!(" + a + ")" }, i, j)
			}
			if q.Any == nil {
				continue
			}
			for k, row := range *q.Any {
				change(fmt.Sprintf("row %d dropped", k), func(c *certify.Claim) { *c.Any = slices.Delete(*c.Any, k, k+1) }, i, j)
				for m, a := range row {
					change(fmt.Sprintf("not %s in row %d", a, k), func(c *certify.Claim) { (*c.Any)[k][m] = "!(" + a + ")" }, i, j)
				}
			}
		}
	}
	return all
}

func clone(t *testing.T, c *certify.Certificate) *certify.Certificate {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	d := &certify.Certificate{}
	if err := json.Unmarshal(text, d); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestGaveUp has questions that the prover may do next to nothing for: what is said names the step.
func TestGaveUp(t *testing.T) {
	b := need.Backend(t)
	sys, err := limited(t, "int main(void) {\n int i, n = nd();\n for (i = 0; i < n; i++)\n if (i < 0) reach_error();\n return 0; }", 1)
	if err != nil {
		t.Fatal(err)
	}
	const want = "the prover gave up on the step from t.c:2 to t.c:4, which took more"
	claim := certify.ProcedureClaim{Name: "hardbop_start"}
	for _, q := range sys.Procedures()[0].Heads() {
		claim.Points = append(claim.Points, certify.PointClaim{At: q.Key(), Claim: certify.Claim{Always: []string{"i >= 0"}}})
	}
	if err := accepts(t, sys, b, certificate(sys, claim)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("checked: got %v, want %s", err, want)
	}
	if _, err := findClaims(sys, nil, b); !errors.Is(err, infer.ErrHard) || !strings.Contains(err.Error(), want) {
		t.Errorf("found: got %v, want %s", err, want)
	}
}

// TestDropped leaves out what a proof needs.
func TestDropped(t *testing.T) {
	b := need.Backend(t)
	for _, p := range proofs {
		if p.conds == nil {
			continue
		}
		sys := system(t, p.text)
		right := found(t, sys, b, p.conds...)
		for i, q := range right.Procedures[0].Points {
			if len(q.Always) == 0 && q.Any == nil {
				continue
			}
			c := clone(t, right)
			c.Procedures[0].Points = slices.Delete(c.Procedures[0].Points, i, i+1)
			if err := accepts(t, sys, b, c); err == nil {
				t.Errorf("%s: accepted without what is claimed at %s", p.name, q.At)
			}
		}
	}
}

// TestActivations has procedures whose activations have a local each, with addresses that differ:
// they can't be certified, whatever is claimed.
func TestActivations(t *testing.T) {
	for _, body := range []string{"int x; if (p && p != &x) reach_error(); if (n > 0) f(&x, n - 1);", "int x = n; if (p && *p != n) reach_error(); if (n > 0) f(&x, n - 1);",
		"if (p && p == &n) reach_error(); if (n > 0) f(&n, n - 1);", "int a[2]; if (p && p != a) reach_error(); if (n > 0) f(a, n - 1);"} {
		if _, err := unfolded(t, "void f(int *p, int n) { "+body+" } int main(void) { f(0, nd()); return 0; }"); err == nil {
			t.Errorf("%s: no complaint", body)
		}
	}
}

// TestCounted has a certificate that would be accepted if a call of a procedure that calls itself
// were taken to allocate nothing.
func TestCounted(t *testing.T) {
	b := need.Backend(t)
	sys := system(t, `int *p, *g; void f(void) { if (nd()) f(); else { g = malloc(4); if (!g) exit(0); } }
		int main(void) { p = malloc(4); if (!p) return 0; while (nd()) ; f(); reach_error(); return 0; }`)
	last := certify.Claim{Always: []string{"objects[(unsigned long)p] == allocated - 1", "allocated > 0"}}
	ensures := certify.Claim{Always: []string{"objects[(unsigned long)p] < objects[(unsigned long)g]", "objects[(unsigned long)g] == allocated - 1"}}
	start := certify.ProcedureClaim{Name: "hardbop_start"}
	for _, q := range sys.Procedures()[0].Heads() {
		start.Points = append(start.Points, certify.PointClaim{At: q.Key(), Claim: last})
	}
	err := accepts(t, sys, b, certificate(sys, start, certify.ProcedureClaim{Name: "f", Requires: &last, Ensures: &ensures}))
	if err == nil || !strings.Contains(err.Error(), "an error can be reached") {
		t.Errorf("an error behind the call isn't what is wrong: %v", err)
	}
}

// TestWrong has programs that can fail: no claims prove them.
func TestWrong(t *testing.T) {
	b := need.Backend(t)
	for _, text := range []string{
		`int main(void) { reach_error(); return 0; }`,
		`int main(void) { int x = nd(); if (x > 0) { if (x < 0) goto e; return 0; } if (x < -5) goto e; return 0; e: reach_error(); return 0; }`,
		`int main(void) { int x = nd(); if (x > 0) { if (x > 7) goto e; return 0; } if (x > 5) goto e; return 0; e: reach_error(); return 0; }`,
		`int main(void) { int x = nd(); while (nd()) x++; if (x == 7) reach_error(); return 0; }`,
		`int g; void f(int *p) { *p = 1; } int main(void) { f(&g); if (g) reach_error(); return 0; }`,
		`int main(void) { int x = 0, *p = &x; while (nd()) (*p)++; if (x == 2) reach_error(); return 0; }`,
		`void f(void) { reach_error(); } int main(void) { void (*p)(void) = f; p(); return 0; }`,
		`int f(int n) { if (n == 3) reach_error(); return n ? f(n + 1) : 0; } int main(void) { f(1); return 0; }`,
		`int n; int get(void) { return n; } void f(int n) { if (n != get()) reach_error(); if (nd()) f(n); } int main(void) { n = 1; f(2); return 0; }`,
		`int n; int get(void) { return n; } void f(int k) { int n = 2; if (n != get()) reach_error(); if (nd()) f(n); } int main(void) { n = 1; f(2); return 0; }`,
		`struct s { int a; }; int main(void) { struct s v, *p = &v; v.a = 1; p->a = 2; if (v.a == 2) reach_error(); return 0; }`,
		`int main(void) { int a[3] = {0, 0, 0}, i = nd(); if (i < 0 || i > 2) return 0; a[i] = 1; if (a[1]) reach_error(); return 0; }`,
		`union u { int i; char c[4]; }; int main(void) { union u v; v.i = 0; v.c[1] = 1; if (v.i) reach_error(); return 0; }`,
		`int main(void) { int *p = malloc(4), *q = malloc(4); if (p == q) reach_error(); return 0; }`,
		`int main(void) { int *p = malloc(4), *q = p; while (nd()) if (nd()) q = malloc(4); if (p && p == q) reach_error(); return 0; }`,
		`int main(void) { int *p = malloc(8); short *s; if (!p) return 0; p[1] = 0; s = (short *)(p + 1); *s = 1; if (p[1]) reach_error(); return 0; }`,
		`int main(void) { int *p = malloc(8); short *s; if (!p) return 0; p[1] = 0; s = (short *)(p + 2); while (nd()) ; s[-1] = 1; if (p[1]) reach_error(); return 0; }`,
		`struct s { int a, b; }; int main(void) { struct s *p = malloc(4); int *q = malloc(4); if (p && q && &p->b == q) reach_error(); return 0; }`,
		`int *g; void f(void) { if (nd()) f(); else g = malloc(4); } int main(void) { int *p = malloc(4); f(); if (p == g) reach_error(); return 0; }`,
		`int main(void) { char *p = (char *)8; p = malloc(8 | -(unsigned long)((unsigned long)p != 8)); if (p) reach_error(); return 0; }`,
	} {
		sys := system(t, text)
		heads := certify.ProcedureClaim{Name: "hardbop_start"}
		for _, claim := range []certify.Claim{{}, {Always: []string{"1 == 2"}}, {Any: &[][]string{}}} {
			pc := heads
			for _, q := range sys.Procedures()[0].Heads() {
				pc.Points = append(pc.Points, certify.PointClaim{At: q.Key(), Claim: claim})
			}
			if err := accepts(t, sys, b, certificate(sys, pc)); err == nil {
				t.Errorf("accepted with %+v: %s", claim, text)
			}
		}
	}
}

// recursive is a program with a procedure that calls itself.
const recursive = `int g; int f(int n) { int r; if (n < 0) reach_error(); if (n == 0) return 0; r = f(n - 1); g = 5; return r + 1; }
int main(void) { int r; g = 3; r = f(4); if (r < 0) reach_error(); if (g == 3) return 0; if (g != 5) reach_error(); return 0; }`

// TestRecursive has claims about a recursive procedure, and wrong ones.
func TestRecursive(t *testing.T) {
	b := need.Backend(t)
	sys := system(t, recursive)
	of := func(requires, ensures []string) *certify.Certificate {
		return certificate(sys, certify.ProcedureClaim{Name: "f", Requires: &certify.Claim{Always: requires}, Ensures: &certify.Claim{Always: ensures}})
	}
	right := of([]string{"n >= 0"}, []string{"ret >= 0", "g == 5 || g == $g"})
	if err := accepts(t, sys, b, right); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]*certify.Certificate{
		"nothing required":            of(nil, right.Procedures[0].Ensures.Always),
		"nothing ensured":             of([]string{"n >= 0"}, nil),
		"more required than there is": of([]string{"n > 0"}, right.Procedures[0].Ensures.Always),
		"more ensured than there is":  of([]string{"n >= 0"}, []string{"ret > 0", "g == 5 || g == $g"}),
		"the old value kept":          of([]string{"n >= 0"}, []string{"ret >= 0", "g == $g"}),
		"what is ensured is dropped":  of([]string{"n >= 0"}, []string{"ret >= 0"}),
		"the result is dropped":       of([]string{"n >= 0"}, []string{"g == 5 || g == $g"}),
		"the whole dropped":           certificate(sys),
		"it isn't called":             certificate(sys, certify.ProcedureClaim{Name: "f", Requires: &certify.Claim{Any: &[][]string{}}}),
		"it doesn't return":           certificate(sys, certify.ProcedureClaim{Name: "f", Requires: right.Procedures[0].Requires, Ensures: &certify.Claim{Any: &[][]string{}}}),
	} {
		if err := accepts(t, sys, b, c); err == nil {
			t.Errorf("accepted: %s", name)
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
}

// TestReadErrors has certificates that are no certificates.
func TestReadErrors(t *testing.T) {
	sys := system(t, proofs[1].text)
	good := func(rest string) string {
		return fmt.Sprintf(`{"format": "hardbop-certificate", "version": 1, "property": "reach", "entry": "main", "dataModel": "LP64", "program": %q,
 "integers": "math", "overflow": "assume", "procedures": [%s]}`, sys.Hash(), rest)
	}
	for _, test := range []struct{ text, want string }{
		{``, "c.json:1:1: no certificate: EOF"},
		{`[]`, "c.json:1:2: the whole of a certificate can't be a array"},
		{`{"format": "x"`, "no certificate: unexpected EOF"},
		{`{"format": 3}`, "'format' of a certificate can't be a number"},
		{`{"format": "x"}`, "c.json:1:12: the format is 'x': expected 'hardbop-certificate'"},
		{`{"format": "hardbop-certificate", "version": 2}`, "c.json:1:35: version 2 of certificates is not known: expected 1"},
		{`{"format": "hardbop-certificate", "version": 1, "integers": "roman"}`, "integers are 'roman': expected math or bits"},
		{`{"format": "hardbop-certificate", "version": 1, "integers": "math", "overflow": "\u001b[31m"}`, "expected assume or wrap"},
		{`{"colour": 1}`, `no certificate: unknown field "colour"`},
		{good("") + "x", "c.json:2:61: expected the end of the file behind the certificate"},
		{good(`{"name": "main"}`), "nothing can be claimed of the procedure 'main'"},
		{good(`{"name": "hardbop_start", "requires": {}}`), "requires and ensures nothing"},
		{good(`{"name": "hardbop_start"}, {"name": "hardbop_start"}`), "there are two procedures 'hardbop_start'"},
		{good(`{"name": "hardbop_start", "points": [{"at": "main:3"}]}`), "c.json:2:103: 'main:3' is no loop head of hardbop_start"},
		{good(`{"name": "hardbop_start", "points": [{"at": "a"}, {"at": "a"}]}`), "there are two claims at 'a'"},
		{good(`{"name": "hardbop_start", "points": [{"at": "HEAD", "always": ["held =="]}]}`), "the condition 'held ==' about hardbop_start: expected"},
		{good(`{"name": "hardbop_start", "points": [{"at": "HEAD", "always": ["nowhere == 1"]}]}`), "the condition 'nowhere == 1' about hardbop_start: "},
	} {
		head := sys.Procedures()[0].Heads()[0].Key()
		text := []byte(strings.ReplaceAll(test.text, "HEAD", head))
		c, err := certify.Read("c.json", text)
		if err == nil {
			_, err = sys.Bind(c, "c.json", text)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.text, err, test.want)
		}
	}
}

// FuzzRead reads whatever comes.
func FuzzRead(f *testing.F) {
	sys := system(f, proofs[1].text)
	var text bytes.Buffer
	key := sys.Procedures()[0].Heads()[0].Key()
	c := certificate(sys, certify.ProcedureClaim{Name: "hardbop_start", Points: []certify.PointClaim{{At: key, Claim: certify.Claim{Always: []string{"held == 0"}, Any: &[][]string{{"n > 3", "held < 1"}}}}}})
	if err := certify.Write(&text, c); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Add([]byte(`{"format":"hardbop-certificate"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := certify.Read("c.json", text)
		if err == nil {
			sys.Bind(c, "c.json", text)
		}
	})
}
