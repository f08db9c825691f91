package z3_test

import (
	"fmt"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/smt"
	"hardbop/internal/smt/z3"
)

// TestLoopInvariant solves x := 0; while (*) x := x+2; assert x != 5.
func TestLoopInvariant(t *testing.T) {
	f := smt.NewFactory()
	c := need.Z3(t).NewContext(f, z3.Options{})
	defer c.Close()
	x, x1 := f.Var("x", f.IntSort()), f.Var("x1", f.IntSort())
	head := &smt.Relation{Name: "head", Args: []smt.Sort{f.IntSort()}}
	at := func(v smt.Term) smt.RelApp { return smt.RelApp{Rel: head, Args: []smt.Term{v}} }
	first, next := at(x), at(x1)
	clauses := func(bad int64) []smt.Clause {
		return []smt.Clause{
			{Constraint: f.Eq(x, f.Int64(0)), Head: &first},
			{Body: []smt.RelApp{at(x)}, Constraint: f.Eq(x1, f.Add(x, f.Int64(2))), Head: &next},
			{Body: []smt.RelApp{at(x)}, Constraint: f.Eq(x, f.Int64(bad))},
		}
	}
	if _, r := c.SolveHorn(clauses(6), 0); r.Status != smt.Unsat {
		t.Errorf("reachable: got %s", r)
	}
	defs, r := c.SolveHorn(clauses(-5), 0)
	if r.Status != smt.Sat {
		t.Fatalf("got %s", r)
	}
	t.Log(defs[head].Body)
	for i, cl := range clauses(-5) {
		if !holds(c, cl, defs) {
			t.Errorf("clause %d doesn't hold for %s", i, defs[head].Body)
		}
	}
}

// holds proves a clause for the given definitions.
func holds(b smt.Backend, cl smt.Clause, defs map[*smt.Relation]smt.Definition) bool {
	f := b.Factory()
	apply := func(a smt.RelApp) smt.Term {
		m := map[smt.Term]smt.Term{}
		for i, p := range defs[a.Rel].Params {
			m[p] = a.Args[i]
		}
		return f.Subst(defs[a.Rel].Body, m)
	}
	s := b.NewSolver(smt.Simple)
	defer s.Close()
	s.Assert(cl.Constraint)
	for _, a := range cl.Body {
		s.Assert(apply(a))
	}
	if cl.Head != nil {
		s.Assert(f.Not(apply(*cl.Head)))
	}
	return s.Check().Status == smt.Unsat
}

const interpolated = `(declare-const x0 Int)(declare-const x1 Int)(declare-const x2 Int)(declare-const y Int)
(declare-const p Bool)(declare-fun f (Int) Int)(declare-const m0 (Array Int Int))(declare-const m1 (Array Int Int))
(declare-const u (_ BitVec 8))(declare-const v (_ BitVec 8))`

func TestInterpolate(t *testing.T) {
	for _, c := range []struct {
		name  string
		want  smt.Status
		parts string
	}{
		{"chain", smt.Unsat, "(assert (= x0 0))(assert (= x1 (+ x0 1)))(assert (= x2 (+ x1 y)))(assert (> y 0))(assert (< x2 1))"},
		{"one part", smt.Unsat, "(assert (and (< x0 x1) (< x1 x0)))"},
		{"satisfiable", smt.Sat, "(assert (< x0 x1))(assert (< x1 x2))"},
		{"first is false", smt.Unsat, "(assert (and (< x0 x1) (< x1 x0)))(assert (= x2 x1))"},
		{"last is false", smt.Unsat, "(assert (= x2 x1))(assert (and (< x0 x1) (< x1 x0)))"},
		{"Booleans", smt.Unsat, "(assert (=> p (= x0 1)))(assert (= p (< x1 3)))(assert (= x1 2))(assert (= x0 7))"},
		{"applications as variables", smt.Unsat, "(assert (< (f x0) y))(assert (> (f x0) (+ y 1)))"},
		{"needs congruence", smt.Unknown, "(assert (= x0 y))(assert (distinct (f x0) (f y)))"},
		{"parity", smt.Unsat, "(assert (= x0 (* 2 y)))(assert (= x0 (+ (* 2 x2) 1)))"},
		{"arrays", smt.Unsat, "(assert (= m1 (store m0 x0 1)))(assert (= x1 x0))(assert (= (select m1 x1) 2))"},
		{"bit vectors", smt.Unsat, "(assert (= u (bvadd v #x01)))(assert (= v #x07))(assert (bvult u #x03))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := smt.NewFactory()
			ctx := need.Z3(t).NewContext(f, z3.Options{})
			defer ctx.Close()
			s, err := smt.ReadScript(f, "parts", interpolated+c.parts)
			if err != nil {
				t.Fatal(err)
			}
			ts, r := ctx.Interpolate(s.Asserts, 10_000_000)
			t.Log(r, ts)
			if r.Status != c.want {
				t.Fatalf("got %s, want %s", r, c.want)
			}
			if r.Status == smt.Unsat {
				interpolants(t, ctx, s.Asserts, ts)
			}
		})
	}
}

// interpolants checks ts by the definition of sequence interpolants.
func interpolants(t *testing.T, b smt.Backend, parts, ts []smt.Term) {
	t.Helper()
	f := b.Factory()
	if len(ts) != len(parts)-1 {
		t.Fatalf("%d interpolants of %d parts", len(ts), len(parts))
	}
	all := append(append([]smt.Term{f.True()}, ts...), f.False())
	for i, p := range parts {
		s := b.NewSolver(smt.Simple)
		s.Assert(f.Not(f.Implies(f.And(all[i], p), all[i+1])))
		if r := s.Check(); r.Status != smt.Unsat {
			t.Errorf("step %d: %s and %s don't imply %s: %s", i, all[i], p, all[i+1], r)
		}
		s.Close()
	}
	for i, it := range ts {
		left, right := names(parts[:i+1]), names(parts[i+1:])
		for _, s := range smt.Symbols(it) {
			if !left[s.Key()] || !right[s.Key()] {
				t.Errorf("interpolant %d, %s, speaks of %s", i+1, it, s.Name)
			}
		}
	}
}

func names(ts []smt.Term) map[string]bool {
	out := map[string]bool{}
	for _, s := range smt.Symbols(ts...) {
		out[s.Key()] = true
	}
	return out
}

// BenchmarkInterpolate has chains of assignments x_{i+1} = x_i + y.
func BenchmarkInterpolate(b *testing.B) {
	for _, n := range []int{6, 12, 25} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := smt.NewFactory()
			c := need.Z3(b).NewContext(f, z3.Options{})
			defer c.Close()
			x := func(i int) smt.Term { return f.Var(fmt.Sprintf("x%d", i), f.IntSort()) }
			y := f.Var("y", f.IntSort())
			parts := []smt.Term{f.And(f.Eq(x(0), f.Int64(0)), f.Gt(y, f.Int64(0)))}
			for i := range n {
				parts = append(parts, f.Eq(x(i+1), f.Add(x(i), y)))
			}
			parts = append(parts, f.Lt(x(n), f.Int64(1)))
			for range b.N {
				if _, r := c.Interpolate(parts, 0); r.Status != smt.Unsat {
					b.Fatal(r)
				}
			}
		})
	}
}
