package paq_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/need"
	"hardbop/internal/paq"
	"hardbop/internal/paq/paqtest"
	"hardbop/internal/smt"
	"hardbop/internal/smt/z3"
)

// newBackend returns a prover over f.
func newBackend(t testing.TB, f *smt.Factory) smt.Backend {
	t.Helper()
	b, err := need.Z3(t).Opener(z3.Options{})(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// limits keep tests from hard queries: over unbounded integers Z3 may search for ever.
func limits() paq.Limits { return paq.Limits{Checks: 500_000, Steps: 1_000_000} }

// expected asks the prover for each valuation of the important constants. It isn't ok if the
// prover doesn't know.
func expected(b smt.Backend, q *paq.Query) (in map[int]bool, ok bool) {
	s := b.NewSolver(smt.Simple)
	defer s.Close()
	s.SetLimit(limits().Checks)
	for _, c := range q.Conjuncts {
		s.Assert(c)
	}
	in = map[int]bool{}
	for v := range 1 << len(q.Important) {
		var lits []smt.Term
		for i, x := range valuation(q, v) {
			if x {
				lits = append(lits, q.Important[i])
			} else {
				lits = append(lits, q.Factory.Not(q.Important[i]))
			}
		}
		s.Push()
		s.Assert(q.Factory.And(lits...))
		r := s.Check()
		if r.Status == smt.Unknown {
			return nil, false
		}
		in[v] = r.Status == smt.Sat
		s.Pop()
	}
	return in, true
}

func valuation(q *paq.Query, v int) []bool {
	values := make([]bool, len(q.Important))
	for i := range values {
		values[i] = v>>i&1 == 1
	}
	return values
}

// complain reports where an answer isn't what was expected.
func complain(t *rapid.T, q *paq.Query, who string, a *paq.Answer, want map[int]bool) {
	for v, in := range want {
		if a.Holds(valuation(q, v)) != in {
			t.Fatalf("%s: valuation %b is in the answer: %v, and should be: %v\n%v", who, v, !in, in, q.Conjuncts)
		}
	}
}

// drawFragment draws a query that is small enough to be answered by trying.
func drawFragment(t *rapid.T, f *smt.Factory) *paq.Query {
	size := paqtest.Size{
		Locations: rapid.IntRange(2, 7).Draw(t, "locations"),
		Vars:      rapid.IntRange(1, 3).Draw(t, "vars"),
		Preds:     rapid.IntRange(1, 3).Draw(t, "preds"),
		Coef:      rapid.Int64Range(1, 3).Draw(t, "coef"),
		Const:     rapid.Int64Range(0, 3).Draw(t, "const"),
		Bound:     rapid.SampledFrom([]int64{0, 0, 2, 4}).Draw(t, "bound"),
		Wide:      rapid.SampledFrom([]int{0, 0, 2, 3}).Draw(t, "wide"),
		Odd:       rapid.Bool().Draw(t, "odd"),
		Islands:   rapid.Bool().Draw(t, "islands"),
	}
	q := paqtest.Fragment(f, rapid.Uint64().Draw(t, "seed"), size)
	if err := q.Validate(); err != nil {
		t.Fatal(err)
	}
	return q
}

// TestAgainstTrying compares all solvers with the answer that is found by asking for each
// valuation.
func TestAgainstTrying(t *testing.T) {
	solved, failed := map[string]int{}, map[string]int{}
	lib := need.Z3(t)
	rapid.Check(t, func(t *rapid.T) {
		f := smt.NewFactory()
		b := lib.NewContext(f, z3.Options{})
		defer b.Close()
		q := drawFragment(t, f)
		want, ok := expected(b, q)
		if !ok {
			return
		}
		for _, s := range []paq.Solver{paq.AllSAT{Backend: b}, paq.AllSAT{Backend: b, OneByOne: true}, paq.LDD{}, paq.LDD{Dynamic: true}} {
			a, stats, err := s.Solve(context.Background(), q, limits())
			if stats == nil || stats.Solver != s.Name() {
				t.Fatalf("statistics: %v", stats)
			}
			if err == nil {
				solved[s.Name()]++
				complain(t, q, s.Name(), a, want)
				continue
			}
			failed[s.Name()]++
			var no *paq.RefusedError
			var limit *paq.LimitError
			if !errors.As(err, &limit) && !(errors.As(err, &no) && s.Name() == "ldd") {
				t.Fatalf("%s: %v", s.Name(), err)
			}
		}
	})
	for who, n := range solved {
		if t.Logf("%s solved %d, failed %d", who, n, failed[who]); n <= failed[who] {
			t.Errorf("%s failed too often", who)
		}
	}
}
