package c2bp

import (
	"context"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/pred"
)

// TestExact abstracts small programs exactly and asks whether bad() can be called.
func TestExact(t *testing.T) {
	for name, c := range map[string]struct {
		text, preds string
		safe        bool
	}{
		"an arbitrary value keeps predicates together": {"int x; if (z <= y && x < z && x >= y) bad();",
			"x < y, x < z, z <= y", true},
		"arbitrary values of two types": {"unsigned char a; short b; if (a < y && a < z && y == -3) return 1; if (b < y && b < z && y == -3) bad();",
			"a < y, a < z, b < y, b < z, y == -3", false},
		"arbitrary values of two structs": {"struct { int f : 3; } a; struct { int f : 9; } b; if (a.f > y && a.f > z && y == 30) return 1; if (b.f > y && b.f > z && y == 30) bad();",
			"a.f > y, a.f > z, b.f > y, b.f > z, y == 30", false},
	} {
		t.Run(name, func(t *testing.T) {
			backend := need.Backend(t)
			s := newSubject(t, "void bad(void); int nondet(void); int main(void) { int y = nondet(), z = nondet(); "+c.text+" return 0; }", false)
			set, err := pred.Parse(s.prog, "t.preds", "hardbop-predicates 1\nmain { "+c.preds+" }")
			if err != nil {
				t.Fatal(err)
			}
			s.opt.Exact = true
			in := s.in
			in.Targets = callsOf(s.prog, "bad")
			bp := New(in, s.opt, NewProver(backend, s.prog, enc.Options{})).Abstract(set).BP
			if err := boolprog.Check(bp, ""); err != nil {
				t.Fatal(err)
			}
			r, err := bebop.Check(context.Background(), bp, bebop.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if safe := r.Verdict == bebop.Safe; safe != c.safe {
				t.Errorf("safe: got %v, want %v\n%s", safe, c.safe, bp)
			}
		})
	}
}
