package z3_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/need"
	"hardbop/internal/smt"
	"hardbop/internal/smt/smttest"
	"hardbop/internal/smt/wrap"
	"hardbop/internal/smt/z3"
)

// TestMeaning fixes all values and asks Z3 for the truth of a random term: what Z3 makes of
// our operations is what they mean.
func TestMeaning(t *testing.T) {
	lib := need.Z3(t)
	rapid.Check(t, func(t *rapid.T) {
		f := smt.NewFactory()
		b := lib.NewContext(f, z3.Options{})
		defer b.Close()
		s := b.NewSolver(smt.Simple)
		defer s.Close()
		state := smttest.DrawState(t)
		for _, a := range state.Facts(f) {
			s.Assert(a)
		}
		g := smttest.NewTerms(f, t)
		for range 2 {
			a := g.Bool(3)
			want := f.Not(a.Term)
			if a.In(state) {
				want = a.Term
			}
			s.SetLimit(100_000)
			if r := s.CheckAssuming([]smt.Term{f.Not(want)}); r.Status == smt.Sat && disagrees(f, s.Model(), want) {
				t.Fatalf("%s can be false in %+v", want, state)
			}
		}
	})
}

// disagrees reports whether want, which Z3 says is false in m, is true in m for our
// evaluator. If it's false for both, m differs from the state in elements of the array or
// the function that the state's facts leave open.
func disagrees(f *smt.Factory, m *smt.Model, want smt.Term) bool {
	return m == nil || f.Eval(m, want).Bool()
}

// TestAnswersAreChecked asks about random terms through the checking decorator, which
// evaluates models and proves cores.
func TestAnswersAreChecked(t *testing.T) {
	lib := need.Z3(t)
	status := map[smt.Status]int{}
	rapid.Check(t, func(t *rapid.T) {
		f := smt.NewFactory()
		b := wrap.Checked(lib.NewContext(f, z3.Options{}))
		defer b.Close()
		g := smttest.NewTerms(f, t)
		for _, k := range []smt.Kind{smt.Simple, smt.Fresh, smt.Large} {
			s := b.NewSolver(k)
			s.SetLimit(100_000)
			s.Assert(g.Bool(3).Term)
			status[s.CheckAssuming([]smt.Term{g.Bool(3).Term, g.Bool(2).Term}).Status]++
			s.Close()
		}
	})
	if status[smt.Sat] == 0 || status[smt.Unsat] == 0 {
		t.Errorf("statuses %v", status)
	}
	t.Log(status)
}

// TestBackTranslation asks Spacer for a relation between a term and its negation; what it
// answers is translated back and proved to be one.
func TestBackTranslation(t *testing.T) {
	lib := need.Z3(t)
	rapid.Check(t, func(t *rapid.T) {
		f := smt.NewFactory()
		b := lib.NewContext(f, z3.Options{})
		defer b.Close()
		g := smttest.NewTerms(f, t)
		g.Functions = false
		p := g.Bool(2).Term
		ts, r := b.Interpolate([]smt.Term{p, f.Not(p)}, 100_000)
		if r.Status == smt.Sat {
			t.Fatalf("%s is both", p)
		}
		if r.Status == smt.Unsat && len(ts) != 1 {
			t.Fatalf("got %v", ts)
		}
	})
}

// TestBools gives random terms names and asks for the values of the names: a fresh solver has
// to find a model with these values.
func TestBools(t *testing.T) {
	lib := need.Z3(t)
	var known int
	rapid.Check(t, func(t *rapid.T) {
		f := smt.NewFactory()
		b := lib.NewContext(f, z3.Options{})
		defer b.Close()
		s, fresh := b.NewSolver(rapid.SampledFrom([]smt.Kind{smt.Simple, smt.Large}).Draw(t, "kind")), b.NewSolver(smt.Fresh)
		defer s.Close()
		defer fresh.Close()
		g := smttest.NewTerms(f, t)
		var names []smt.Term
		for i := range 4 {
			names = append(names, f.Var(fmt.Sprintf("name%d", i), f.BoolSort()))
			same := f.Iff(names[i], g.Bool(2).Term)
			s.Assert(same)
			fresh.Assert(same)
		}
		s.SetLimit(100_000)
		if s.CheckAssuming(names[:1]).Status != smt.Sat {
			return
		}
		values, has := s.Bools(names)
		if !has[0] || !values[0] {
			t.Fatal("what was assumed doesn't hold")
		}
		for i, n := range names {
			switch {
			case !has[i]:
				continue
			case values[i]:
				fresh.Assert(n)
			default:
				fresh.Assert(f.Not(n))
			}
			known++
		}
		fresh.SetLimit(100_000)
		if fresh.Check().Status == smt.Unsat {
			t.Fatalf("no model has these values of the names: %v", values)
		}
	})
	if known < 100 {
		t.Errorf("only %d values were known", known)
	}
}
