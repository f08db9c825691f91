package smt_test

import (
	"bytes"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/smt"
	"hardbop/internal/smt/smttest"
)

// draw returns a generator of a new factory.
func draw(t *rapid.T) *smttest.Terms { return smttest.NewTerms(smt.NewFactory(), t) }

// TestSimplifierAndEvaluator compares the value of a term, as the constructors left it, with
// the value that the operations have by a direct computation.
func TestSimplifierAndEvaluator(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := draw(t)
		p, x, u := g.Bool(4), g.Int(4), g.Byte(4)
		for range 5 {
			s := smttest.DrawState(t)
			e := smt.NewEvaluator(g.F, s.Model(g.F))
			if got, want := e.Holds(p.Term), p.In(s); got != want {
				t.Fatalf("%s is %v, want %v in %+v", p.Term, got, want, s)
			}
			if got, want := e.Eval(x.Term).Int(), x.In(s); got.Cmp(want) != 0 {
				t.Fatalf("%s is %s, want %s in %+v", x.Term, got, want, s)
			}
			if got, want := e.Eval(u.Term).Int(), int64(u.In(s)); got.Cmp(big.NewInt(want)) != 0 {
				t.Fatalf("%s is %s, want %d in %+v", u.Term, got, want, s)
			}
		}
	})
}

// TestTextRoundTrip reads back what was printed, as a term and as a script.
func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := draw(t)
		a, b := g.Bool(4).Term, g.Bool(3).Term
		back, err := g.F.ParseTerm("term", a.String(), smt.Symbols(a))
		if err != nil || back != a {
			t.Fatalf("%s\nreads back as\n%v\n%v", a, back, err)
		}
		var text bytes.Buffer
		if err := smt.WriteScript(&text, nil, a, b); err != nil {
			t.Fatal(err)
		}
		script, err := smt.ReadScript(g.F, "script", text.String())
		if err != nil || script.Asserts[0] != a || script.Asserts[1] != b {
			t.Fatalf("%s\nreads back as\n%v\n%v", text.String(), script.Asserts, err)
		}
	})
}

// TestNormalFormIsStable applies each operation of a term once more, negates twice, and
// makes the term again elsewhere, where another order of creation must not matter.
func TestNormalFormIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := draw(t)
		a := g.Bool(4).Term
		smt.Walk(func(u smt.Term) {
			if got := g.F.Rebuild(u, u.Args()); got != u && !isGuarded(u) {
				t.Fatalf("%s made again is %s", u, got)
			}
			if u.Sort().Kind() == smt.BoolSort && g.F.Not(g.F.Not(u)) != u {
				t.Fatalf("%s negated twice is %s", u, g.F.Not(g.F.Not(u)))
			}
		}, a)
		other := smt.NewFactory()
		b, err := other.ParseTerm("term", a.String(), smt.Symbols(a))
		if err != nil || b.String() != a.String() || b.Hash() != a.Hash() || b.Digest() != a.Digest() {
			t.Fatalf("%s\nis elsewhere\n%s\n%v", a, b, err)
		}
	})
}

// isGuarded reports whether u is a division by a term, which stands in the branch of an ite
// where that isn't 0; made again it brings an ite of its own.
func isGuarded(u smt.Term) bool {
	return (u.Op() == smt.OpDiv || u.Op() == smt.OpMod) && !u.Arg(1).IsConst()
}

// TestOrder checks that Compare is a total order that agrees with identity, as digests do.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := draw(t)
		a, b, c := g.Int(2).Term, g.Int(2).Term, g.Int(2).Term
		if (a.Digest() == b.Digest()) != (a == b) {
			t.Fatalf("%s and %s have digests %x and %x", a, b, a.Digest(), b.Digest())
		}
		if (a.Compare(b) == 0) != (a == b) {
			t.Fatalf("%s and %s compare as %d", a, b, a.Compare(b))
		}
		if (a.Compare(b) < 0) != (b.Compare(a) > 0) {
			t.Fatalf("%s and %s are in no order", a, b)
		}
		if a.Compare(b) < 0 && b.Compare(c) < 0 && a.Compare(c) >= 0 {
			t.Fatalf("%s, %s, %s aren't transitive", a, b, c)
		}
	})
}

// TestSubst compares the value after substitution with the value in the changed state.
func TestSubst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := draw(t)
		f := g.F
		a, by := g.Bool(4), g.Int(2)
		s := smttest.DrawState(t)
		m := s.Model(f)
		x := f.Var("x0", f.IntSort())
		got := f.Eval(m, f.Subst(a.Term, map[smt.Term]smt.Term{x: by.Term})).Bool()
		v := f.Eval(m, by.Term)
		m.Set(x, v)
		if want := f.Eval(m, a.Term).Bool(); got != want {
			t.Fatalf("%s with %s for x0: got %v, want %v", a.Term, by.Term, got, want)
		}
	})
}

// TestConstants makes terms of values and evaluates them.
func TestConstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := smt.NewFactory()
		m := smttest.DrawState(t).Model(f)
		a := f.Var("a", f.ArraySort(f.IntSort(), f.IntSort()))
		v, _ := m.Value(a)
		if got := f.Eval(nil, f.Constant(v)); !got.Equal(v) {
			t.Fatalf("%s is %s", v, got)
		}
	})
}
