package wrap

import (
	"testing"

	"hardbop/internal/smt"
)

func TestDecide(t *testing.T) {
	f := smt.NewFactory()
	s, err := smt.ReadScript(f, "symbols", `(declare-const x Int)(declare-const y Int)(declare-const z Int)
		(declare-const p Bool)(declare-fun f (Int) Int)`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		conj string
		want smt.Status
		core int
	}{
		{"(and (< x 3) (> x 1))", smt.Sat, 0},
		{"(and (< x 3) (> x 3))", smt.Unsat, 2},
		{"(and (< x 3) (> x 0) (distinct x 1) (distinct x 2) p)", smt.Unsat, 4},
		{"(and (< x 4) (> x 0) (distinct x 1) (distinct x 2) p)", smt.Sat, 0},
		{"(and (= x 4) (distinct x 5) (= (+ y z) 7) (not p))", smt.Sat, 0},
		{"(and (= x 4) (= x 5) (= (f y) 7))", smt.Unsat, 2},
		{"(and (= (- x y) 4) (= (+ x y) 7))", smt.Unknown, 0},
		{"(and (= x y) (= (f x) 1) (= (f y) 2))", smt.Unknown, 0},
		{"(and (= (f x) 1) (= (f y) 2))", smt.Unknown, 0},
		{"(and (= x 1) (= (mod x 2) 0))", smt.Unknown, 0},
		{"(and (= x 1) (or p (= y 1)))", smt.Unknown, 0},
		{"(and (distinct x 1) (distinct x 2))", smt.Sat, 0},
	} {
		term, err := f.ParseTerm("conj", c.conj, s.Symbols)
		if err != nil {
			t.Fatal(err)
		}
		got, core := decide(term.Args())
		if got != c.want || len(core) != c.core {
			t.Errorf("%s: got %s because of %v, want %s and %d literals", c.conj, got, core, c.want, c.core)
		}
	}
}
