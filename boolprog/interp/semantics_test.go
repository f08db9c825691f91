package interp_test

import (
	"errors"
	"strings"
	"testing"

	"hardbop/boolprog"
	"hardbop/boolprog/interp"
)

// TestSemantics has a small program for each rule of the language; unsafe is the length of
// the shortest path to an error, -1 for none. The first ones are programs on which
// other checkers are known to answer wrong.
func TestSemantics(t *testing.T) {
	table := []struct {
		name, text string
		unsafe     int
	}{
		{"parallel assignment reads the old state", `
			void main() begin decl a, b; a, b := T, F; a, b := b, a; assert(!a & b); end`, -1},
		{"parallel assignment can't write what it reads", `
			void main() begin decl a, b; a, b := T, F; a, b := b, a; assert(a); end`, 3},
		{"schoose with both arguments true", `
			void main() begin decl a; a := schoose[T, T]; assert(a); end`, -1},
		{"schoose with both arguments false", `
			void main() begin decl a; a := schoose[F, F]; assert(a); end`, 2},
		{"schoose with both arguments false may be true", `
			void main() begin decl a; a := schoose[F, F]; assert(!a); end`, 2},
		{"schoose of a and !a is a", `
			void main() begin decl a, b; b := schoose[a, !a]; assert(a = b); end`, -1},
		{"enforce holds after an assignment", `
			void main() begin decl a, b; enforce a | b; a := *; assert(a | b); end`, -1},
		{"enforce holds at the entry", `
			void main() begin decl a; enforce a; assert(a); end`, -1},
		{"enforce holds after a call, not in the callee", `
			decl g; void main() begin enforce !g; f(); assert(!g); end
			void f() begin g := *; if g then L: skip; fi end`, -1},
		{"the callee may break the caller's enforce", `
			decl g; void main() begin enforce !g; f(); end
			void f() begin g := T; assert(!g); end`, 3},
		{"enforce of the callee", `
			decl g; void main() begin f(); assert(g); end
			void f() begin enforce g; g := *; end`, -1},
		{"enforce in a block ends with it", `
			void main() begin decl a; if T then a := T; enforce a; a := *; fi; a := F; assert(a); end`, 5},
		{"constrain and an unassigned primed variable", `
			decl a, b; void main() begin a := F; b := * constrain 'a; assert(F); end`, -1},
		{"an unassigned primed variable keeps its value", `
			decl a, b; void main() begin a := *; b := * constrain 'b = 'a; assert(a = b); end`, -1},
		{"constrain without primes is an assume", `
			decl a, b; void main() begin b := T constrain !a; assert(!a & b); end`, -1},
		{"a bare constrain", `
			decl a; void main() begin constrain ('a); assert(a); end`, -1},
		{"locals are fresh at each entry", `
			void main() begin f(T); f(F); end
			void f(set) begin decl l; if (set) then l := T; else assert(l); fi end`, 6},
		{"locals keep their value over a call", `
			void main() begin f(T); end
			void f(again) begin decl l; l := again; if again then f(F); fi assert(l = again); end`, -1},
		{"globals are arbitrary at the start", `
			decl g; void main() begin assert(g); end`, 1},
		{"the callee sees the caller's globals", `
			decl g; void main() begin g := T; f(); g := F; f(); end
			void f() begin decl l; l := g; assert(l = g); if g then skip; else assert(F); fi end`, 12},
		{"parameters are by value and can be assigned", `
			void main() begin decl a; a := T; f(a); assert(a); end
			void f(p) begin p := F; assert(!p); end`, -1},
		{"two stars are two choices", `
			void main() begin decl a; a := * & !*; if a then assert(F); fi end`, 3},
		{"a star in a condition", `
			void main() begin assert(*); end`, 1},
		{"a star in an assume blocks nothing", `
			void main() begin assume(*); assert(F); end`, 2},
		{"missing returns give arbitrary results", `
			void main() begin decl a; a := f(); assert(a); end
			bool f() begin skip; end`, 3},
		{"results are assigned in parallel", `
			void main() begin decl a, b; a, b := T, F; a, b := swap(a, b); assert(!a & b); end
			bool<2> swap(x, y) begin return y, x; end`, -1},
		{"an ignored result", `
			void main() begin decl a; a := T; _, a := f(a); assert(a); end
			bool<2> f(x) begin return !x, x; end`, -1},
		{"a result may go to a global that the callee writes", `
			decl g; void main() begin g := f(); assert(g); end
			bool f() begin g := F; return T; end`, -1},
		{"dead makes arbitrary", `
			void main() begin decl a; a := T; dead a; assert(a); end`, 3},
		{"goto goes to each label", `
			void main() begin goto L1, L2; L1: skip; assert(F); L2: skip; end`, 2},
		{"assume after goto is an if", `
			void main() begin decl a; a := T; goto L1, L2; L1: assume(!a); assert(F); L2: assume(a); end`, -1},
		{"the shortest of two ways", `
			void main() begin if * then skip; skip; skip; else skip; fi assert(F); end`, 3},
		{"a way with more nodes is shorter", `
			void main() begin goto L1, L2; L1: goto L3; L3: goto L4; L4: goto L5; L2: skip; skip; L5: assert(F); end`, 1},
		{"the shortest run through a call", `
			void main() begin f(); assert(F); end
			void f() begin if * then skip; skip; f(); else return; fi end`, 4},
		{"recursion that unwinds", `
			decl g; void main() begin g := F; f(T, T); assert(!g); end
			void f(a, b) begin if a then f(b, F); else g := T; fi end`, 9},
		{"endless recursion is no error", `
			void main() begin f(); assert(F); end void f() begin f(); end`, -1},
		{"exactly one", `
			void main() begin decl a, b, c; enforce one[a, b, c]; assert((a | b | c) & !(a & b) & !(a & c) & !(b & c)); end`, -1},
		{"not exactly one", `
			void main() begin decl a, b; assert(!one[a, b, T] | !(a | b)); assert(one[a, b, F] | (a = b)); end`, -1},
		{"print does nothing", `
			void main() begin decl a; a := T; print(a, *); assert(a); end`, -1},
		{"a failed assert stops nothing else", `
			void main() begin assert(*); assert(T); end`, 1},
		{"a local hides a global", `
			decl g; void main() begin decl g; g := T; f(); assert(g); end
			void f() begin g := F; end`, -1},
		{"a declaration in a loop is arbitrary each time", `
			void main() begin decl first; first := T; while T do decl x; if first then x := T; else assert(x); fi; first := F; od end`, 10},
	}
	for _, row := range table {
		t.Run(row.name, func(t *testing.T) {
			r := check(t, row.text, interp.Options{})
			if r.Unsafe != (row.unsafe >= 0) || r.Unsafe && r.Length != row.unsafe {
				t.Errorf("unsafe %v with length %d, expected %d", r.Unsafe, r.Length, row.unsafe)
			}
		})
	}
}

func TestLabels(t *testing.T) {
	const text = "void main() begin skip; f(); end void f() begin skip; E: skip; assert(F); end"
	if r := check(t, text, interp.Options{Label: "E", IgnoreAsserts: true}); !r.Unsafe || r.Length != 3 {
		t.Errorf("label: unsafe %v, length %d", r.Unsafe, r.Length)
	}
	if r := check(t, text, interp.Options{IgnoreAsserts: true}); r.Unsafe {
		t.Error("asserts are not ignored")
	}
	p, err := boolprog.Read("p.bp", text, boolprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := interp.Check(boolprog.BuildGraphs(p), interp.Options{Label: "X"}); err == nil {
		t.Error("no error for a label that doesn't exist")
	}
}

func TestReachableAndSummaries(t *testing.T) {
	const text = "decl g; void main() begin g := F; L: g := f(g); M: skip; end bool f(a) begin return !a; end"
	r := check(t, text, interp.Options{})
	p, err := boolprog.Read("p.bp", text, boolprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := boolprog.BuildGraphs(p)[0]
	for label, want := range map[string]bool{"L": false, "M": true} {
		n, _ := g.LabelNode(label)
		if found := r.Reachable(0, n); len(found) != 1 || found[0].Get(0) != want {
			t.Errorf("%s: %v", label, found)
		}
	}
	if s := r.Summaries(1); len(s) != 1 || s[0].Length != 1 || !s[0].Exit.Get(2) {
		t.Errorf("summaries %v", s)
	}
}

func TestTooLarge(t *testing.T) {
	vars := "a"
	for i := range 70 {
		vars += ", v" + strings.Repeat("x", i)
	}
	for _, text := range []string{
		"void main() begin decl " + vars + "; end",
		"decl a, b, c, d, e, f, g; void main() begin dead a, b, c, d, e, f, g; end",
	} {
		p, err := boolprog.Read("p.bp", text, boolprog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := interp.Check(boolprog.BuildGraphs(p), interp.Options{MaxEdges: 100}); !errors.Is(err, interp.ErrTooLarge) {
			t.Errorf("expected ErrTooLarge, got %v", err)
		}
	}
}
