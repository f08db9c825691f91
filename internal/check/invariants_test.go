package check

import (
	"testing"

	"hardbop/boolprog"
)

// holds evaluates a formula.
func holds(e *boolprog.Expr, v map[string]bool) bool {
	switch e.Op {
	case boolprog.OpTrue, boolprog.OpFalse:
		return e.Op == boolprog.OpTrue
	case boolprog.OpVar:
		return v[e.Ref.Name]
	case boolprog.OpNot:
		return !holds(e.Args[0], v)
	}
	all := e.Op == boolprog.OpAnd
	for _, a := range e.Args {
		if holds(a, v) != all {
			return !all
		}
	}
	return all
}

// TestForget compares what is left of formulas with what it is by definition.
func TestForget(t *testing.T) {
	a, b, t1, t2 := boolprog.V("{a}"), boolprog.V("{b}"), boolprog.V("{f(): ret == 1}"), boolprog.V("tmp")
	for _, e := range []*boolprog.Expr{boolprog.Bool(true), a, t1, boolprog.Not(t1), boolprog.And(a, t1), boolprog.Or(boolprog.And(a, t1), boolprog.And(b, boolprog.Not(t1))),
		boolprog.And(boolprog.Or(a, t2), boolprog.Or(b, boolprog.Not(t2))), boolprog.And(t1, boolprog.Not(t1)), boolprog.And(boolprog.Or(t1, t2), boolprog.Or(boolprog.Not(t1), b), a)} {
		weaker, ok := forget(e, temporary)
		if !ok {
			t.Fatalf("%s is not understood", e)
		}
		for bits := range 4 {
			v := map[string]bool{"{a}": bits&1 != 0, "{b}": bits&2 != 0}
			want := false
			for rest := range 4 {
				v[t1.Ref.Name], v[t2.Ref.Name] = rest&1 != 0, rest&2 != 0
				want = want || holds(e, v)
			}
			delete(v, t1.Ref.Name)
			delete(v, t2.Ref.Name)
			if got := holds(weaker, v); got != want {
				t.Errorf("%s became %s: with %v got %v", e, weaker, v, got)
			}
		}
	}
	one := &boolprog.Expr{Op: boolprog.OpXor, Args: []*boolprog.Expr{a, t1}}
	if _, ok := forget(one, temporary); ok {
		t.Error("an unknown operator is passed over")
	}
	if e, ok := forget(&boolprog.Expr{Op: boolprog.OpXor, Args: []*boolprog.Expr{a, b}}, temporary); !ok || e.Op != boolprog.OpXor {
		t.Error("a formula without temporaries changed")
	}
}

// TestCText writes formulas as C.
func TestCText(t *testing.T) {
	a, b, c := boolprog.V("{a == 1}"), boolprog.V("{b}"), boolprog.V("{i > 0 && i < 5}")
	for want, e := range map[string]*boolprog.Expr{
		"a == 1": a, "!(b)": boolprog.Not(b), "a == 1 && !(b)": boolprog.And(a, boolprog.Not(b)), "1": boolprog.Bool(true), "0": boolprog.Bool(false),
		"(a == 1 && b) || (i > 0 && i < 5)": boolprog.Or(boolprog.And(a, b), c), "i > 0 && i < 5": c,
	} {
		if got := cText(e, false); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
