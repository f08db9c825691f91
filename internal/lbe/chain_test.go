package lbe

import (
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/smt"
)

// linksAlong lists the fragments from one label of f to the next, and for the label "call" the
// call behind it.
func linksAlong(t *testing.T, f *cil.Func, labels []string) []Link {
	t.Helper()
	frags := Fragments(f, BackEdges(f, func(n *cil.Node) bool { return isCall(n) || len(n.Labels) > 0 && n != labelled(f, "call") }))
	var links []Link
	for i, label := range labels[:len(labels)-1] {
		from, to := cutAt(f, label), cutAt(f, labels[i+1])
		if label == "call" {
			links = append(links, Link{Node: from})
		}
		k := slices.IndexFunc(frags, func(fr *Fragment) bool { return fr.From == from && fr.To == to })
		if k < 0 {
			t.Fatalf("no fragment from %s to %s", label, labels[i+1])
		}
		links = append(links, Link{Fragment: frags[k]})
	}
	return links
}

// cutAt is the node with the label, for "call" the next call.
func cutAt(f *cil.Func, label string) *cil.Node {
	n := labelled(f, label)
	for label == "call" && !isCall(n) {
		n = n.Succs[0]
	}
	return n
}

// TestChains asks whether there is a run through a sequence of fragments.
func TestChains(t *testing.T) {
	b := need.Backend(t)
	for _, c := range []struct {
		name, text, along string
		want              bool
	}{
		{"a value is brought along", `int f(void) { int x, y; a:; x = 1; b:; y = x; c:; if (y == 1) return 0; d:; return 1; }`, "a b c d", false},
		{"a value changes", `int f(int z) { int x, y; a:; x = 1; b:; x = z; c:; y = x; if (y == 1) return 0; d:; return 1; }`, "a b c d", true},
		{"what isn't known at the start is the same everywhere", `int f(int z) { a:; if (z) return 0; b:; c:; if (!z) return 0; d:; return 1; }`, "a b c d", false},
		{"none of the ways can be taken", `int f(int p, int q) { int x = 0, y; a:; x = p ? 2 : 4; x = q ? x + 1 : x + 3; b:; y = p ? x : -x; c:; if (y > -9 && y < 9) return 0; d:; return 1; }`, "a b c d", false},
		{"one of the ways can be taken", `int f(int p, int q) { int x = 0, y; a:; x = p ? 2 : 4; x = q ? x + 1 : x + 3; b:; y = p ? x : -x; c:; if (y != -7) return 0; d:; return 1; }`, "a b c d", true},
		{"a turn of a loop changes a variable", `int f(int n) { int i; a:; i = 0; b: if (i < n) { i = i + 1; goto b; } c:; if (i != 2) return 0; d:; return 1; }`, "a b b b c d", true},
		{"one turn too many", `int f(int n) { int i; a:; i = 0; b: if (i < n) { i = i + 1; goto b; } c:; if (i != 2) return 0; d:; return 1; }`, "a b b b b c d", false},
		{"a call leaves variables alone", `void g(void); int f(void) { int x; a:; x = 1; call:; g(); c:; if (x == 1) return 0; d:; return 1; }`, "a call c d", false},
		{"but not what it returns to", `int g(void); int f(void) { int x; a:; x = 1; call:; x = g(); c:; if (x == 1) return 0; d:; return 1; }`, "a call c d", true},
		{"each time", `int g(void); int f(void) { int x = 0, y; a:; again:; call: y = g(); b:; if (x == 0) { x = y; goto again; } c:; if (x == y) return 0; d:; return 1; }`, "a again call b again call b c d", true},
		{"nor globals", `int x; void g(void); int f(void) { a:; x = 1; call:; g(); c:; if (x == 1) return 0; d:; return 1; }`, "a call c d", true},
		{"globals keep their values between fragments", `int x; int f(void) { a:; x = 1; b:; c:; if (x == 1) return 0; d:; return 1; }`, "a b c d", false},
		{"a variable that a pointer leads to", `int f(void) { int x, *p; p = &x; a:; x = 1; b:; c:; if (x == 1) return 0; d:; return 1; }`, "a b c d", false},
		{"is changed by the pointer", `int f(void) { int x, *p; p = &x; a:; x = 1; b:; *p = 2; c:; if (x == 1) return 0; d:; return 1; }`, "a b c d", true},
		{"and by a call", `void g(int *p); int f(void) { int x, *p; p = &x; a:; x = 1; call:; g(p); c:; if (x == 1) return 0; d:; return 1; }`, "a call c d", true},
		{"what a pointer leads to", `int f(int *p) { a:; *p = 1; b:; c:; if (*p == 1) return 0; d:; return 1; }`, "a b c d", false},
		{"another may lead there", `int f(int *p, int *q) { a:; *p = 1; b:; *q = 2; c:; if (*p == 1) return 0; d:; return 1; }`, "a b c d", true},
		{"but keeps it with the same value", `int f(int *p, int *q) { a:; *p = 1; b:; *q = 1; c:; if (*p == 1) return 0; d:; return 1; }`, "a b c d", false},
		{"the pointer leads elsewhere", `int f(int *p, int *q) { a:; *p = 1; b:; p = q; c:; if (*p == 1) return 0; d:; return 1; }`, "a b c d", true},
		{"the pointer leads to what the other did", `int f(int *p, int *q) { a:; *q = 1; b:; p = q; c:; if (*p == 1) return 0; d:; return 1; }`, "a b c d", false},
		{"a call may change it", `void g(void); int f(int *p) { a:; *p = 1; call:; g(); c:; if (*p == 1) return 0; d:; return 1; }`, "a call c d", true},
		{"two steps", `struct s { int m; struct s *n; }; int f(struct s *p) { a:; p->n->m = 1; b:; c:; if (p->n->m == 1) return 0; d:; return 1; }`, "a b c d", false},
		{"the first of two steps changes", `struct s { int m; struct s *n; }; int f(struct s *p, struct s *q) { a:; p->n->m = 1; b:; p->n = q; c:; if (p->n->m == 1) return 0; d:; return 1; }`, "a b c d", true},
		{"members", `struct s { int m, n; }; int f(void) { struct s s; a:; s.m = 1; s.n = 2; b:; c:; if (s.m == 1) return 0; d:; return 1; }`, "a b c d", false},
		{"pointers", `int f(int *p) { int *q; a:; q = p; b:; c:; if (q == p) return 0; d:; return 1; }`, "a b c d", false},
	} {
		prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(c.text)}}, cfront.Config{Entries: []string{"f"}})
		if err != nil {
			t.Fatal(err)
		}
		f := prog.FuncNamed("f")
		sem := oneLevel(enc.TypeAlias{})
		sem.Outside = isCall
		chain := NewChain(linksAlong(t, f, strings.Fields(c.along)), sem, b.Factory(), enc.New(prog, b.Factory(), enc.Options{}))
		s := b.NewSolver(smt.Simple)
		r := s.CheckAssuming(slices.Concat(chain.Parts...))
		s.Close()
		if r.Status == smt.Unknown || (r.Status == smt.Sat) != c.want {
			t.Errorf("%s: %s", c.name, r)
		}
	}
}
