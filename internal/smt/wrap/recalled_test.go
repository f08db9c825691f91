package wrap_test

import (
	"math/rand"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/smt"
	"hardbop/internal/smt/smttest"
	"hardbop/internal/smt/wrap"
	"hardbop/internal/smt/z3"
)

// TestRecalledBattery runs the battery twice with one memory. The second time answers come from it.
func TestRecalledBattery(t *testing.T) {
	var m wrap.Memory
	open := func(f *smt.Factory) (smt.Backend, error) {
		return wrap.Recalled(need.Z3(t).NewContext(f, z3.Options{}), &m), nil
	}
	smttest.Battery(t, open)
	before, fresh := m.Known()
	if len(before) == 0 || fresh < len(before) {
		t.Fatalf("%d answers kept, %d of them new", len(before), fresh)
	}
	m.Learn(func() map[wrap.Key]wrap.Found { return before })
	smttest.Battery(t, open)
	if after, _ := m.Known(); len(after) != len(before) {
		t.Errorf("%d answers the first time, %d the second", len(before), len(after))
	}
}

// ask does random things with a solver, and returns the statuses. Values of variables must be those
// of a model: what is asserted and assumed holds with them, which the plain solver sees.
func ask(t *testing.T, seed int64, b smt.Backend, plain smt.Backend) []smt.Status {
	r := rand.New(rand.NewSource(seed))
	f, s, p := b.Factory(), b.NewSolver(smt.Apart), plain.NewSolver(smt.Apart)
	defer s.Close()
	defer p.Close()
	x, y := f.Var("x", f.IntSort()), f.Var("y", f.IntSort())
	vars := []smt.Term{f.Var("p", f.BoolSort()), f.Var("q", f.BoolSort()), f.Var("r", f.BoolSort())}
	atom := func() smt.Term {
		if k := r.Intn(5); k < 3 {
			return vars[k]
		}
		return f.Le(f.Add(x, f.Int64(int64(r.Intn(5)))), f.Add(y, f.Int64(int64(r.Intn(5)))))
	}
	some := func() smt.Term { return f.Or(f.Not(atom()), f.And(atom(), f.Not(atom()))) }
	var all []smt.Status
	depth := 0
	for range 30 {
		switch k := r.Intn(6); {
		case k == 0:
			s.Push()
			p.Push()
			depth++
		case k == 1 && depth > 0:
			s.Pop()
			p.Pop()
			depth--
		case k < 4:
			e := some()
			s.Assert(e)
			p.Assert(e)
		default:
			lits := []smt.Term{some(), some()}[:r.Intn(3)]
			all = append(all, compare(t, f, s, p, vars, lits))
		}
	}
	return all
}

func compare(t *testing.T, f *smt.Factory, s, p smt.Solver, vars, lits []smt.Term) smt.Status {
	got, want := s.CheckAssuming(lits).Status, p.CheckAssuming(lits).Status
	if got != want {
		t.Fatalf("%s, the plain solver says %s", got, want)
	}
	switch got {
	case smt.Sat:
		values, known := s.Bools(vars)
		with := append([]smt.Term(nil), lits...)
		for i, v := range vars {
			if known[i] {
				with = append(with, f.Iff(v, f.Bool(values[i])))
			}
		}
		if r := p.CheckAssuming(with); r.Status != smt.Sat {
			t.Fatalf("values %v aren't those of a model", values)
		}
		m := s.Model()
		if m == nil {
			t.Fatal("no model")
		}
		for _, l := range lits {
			if !f.Eval(m, l).Bool() {
				t.Fatalf("%s doesn't hold in the model %s", l, m)
			}
		}
	case smt.Unsat:
		if r := p.CheckAssuming(s.Core()); r.Status != smt.Unsat {
			t.Fatal("the core has a model")
		}
	}
	return got
}

// TestRecalled compares solvers that look answers up with plain ones, also where half of the answers
// are missing.
func TestRecalled(t *testing.T) {
	lib := need.Z3(t)
	for seed := range int64(30) {
		var m wrap.Memory
		for round := range 3 {
			f := smt.NewFactory()
			b, plain := wrap.Recalled(lib.NewContext(f, z3.Options{}), &m), lib.NewContext(f, z3.Options{})
			ask(t, seed, b, plain)
			b.Close()
			plain.Close()
			used, _ := m.Known()
			for k := range used {
				if round == 1 && k[0]%2 == 0 {
					delete(used, k)
				}
			}
			m = wrap.Memory{}
			m.Learn(func() map[wrap.Key]wrap.Found { return used })
		}
	}
}

// TestUnrecalled gives a memory a lie: what looks answers up believes it, and what is without doesn't.
func TestUnrecalled(t *testing.T) {
	var m wrap.Memory
	b := wrap.Recalled(backend(t), &m)
	p := b.Factory().Var("p", b.Factory().BoolSort())
	answer := func(b smt.Backend) smt.Status {
		s := b.NewSolver(smt.Simple)
		defer s.Close()
		s.Assert(p)
		return s.Check().Status
	}
	answer(b)
	used, _ := m.Known()
	for k := range used {
		used[k] = wrap.Found{Status: smt.Unsat}
	}
	m.Learn(func() map[wrap.Key]wrap.Found { return used })
	if got := answer(b); got != smt.Unsat {
		t.Errorf("the memory isn't used: %s", got)
	}
	if got := answer(wrap.Unrecalled(b)); got != smt.Sat {
		t.Errorf("the memory is used: %s", got)
	}
	if plain := backend(t); wrap.Unrecalled(plain) != plain {
		t.Error("a back end without a memory is another one")
	}
}

// TestRecalledCounts sees that what is known isn't asked: the solver under it isn't even made.
func TestRecalledCounts(t *testing.T) {
	var m wrap.Memory
	for round := range 2 {
		var c wrap.Counters
		b := wrap.Recalled(wrap.Timed(need.Z3(t).NewContext(smt.NewFactory(), z3.Options{}), &c), &m)
		f := b.Factory()
		s := b.NewSolver(smt.Simple)
		p := f.Var("p", f.BoolSort())
		s.Assert(f.Or(p, f.Eq(f.Var("x", f.IntSort()), f.Int64(3))))
		s.Check()
		s.Bools([]smt.Term{p})
		s.CheckAssuming([]smt.Term{f.Not(p)})
		s.Bools([]smt.Term{p})
		s.Close()
		b.Close()
		known, _ := m.Known()
		m.Learn(func() map[wrap.Key]wrap.Found { return known })
		if n := c.Stats().Checks; n != int64(2-2*round) {
			t.Errorf("round %d: %d checks", round, n)
		}
	}
}

// TestRecalledModels gives a memory models that are none: these are found out, and others found.
func TestRecalledModels(t *testing.T) {
	var m wrap.Memory
	var c wrap.Counters
	b := wrap.Recalled(wrap.Timed(backend(t), &c), &m)
	f := b.Factory()
	x, a := f.Var("x", f.IntSort()), f.Var("a", f.ArraySort(f.IntSort(), f.IntSort()))
	apply := f.Apply("f", f.IntSort(), x)
	ts := []smt.Term{f.Le(f.Int64(5), x), f.Eq(f.Select(a, x), f.Int64(7)), f.Eq(apply, f.Int64(-3))}
	model := func() *smt.Model {
		s := b.NewSolver(smt.Simple)
		defer s.Close()
		for _, t := range ts {
			s.Assert(t)
		}
		if s.Check().Status != smt.Sat {
			t.Fatal("no model")
		}
		return s.Model()
	}
	holds := func(what string, m *smt.Model) {
		t.Helper()
		for _, e := range ts {
			if !f.Eval(m, e).Bool() {
				t.Errorf("%s: %s doesn't hold in %s", what, e, m)
			}
		}
	}
	first := model()
	holds("found", first)
	asked := c.Stats().Checks
	known, _ := m.Known()
	m.Learn(func() map[wrap.Key]wrap.Found { return known })
	again := model()
	holds("looked up", again)
	if c.Stats().Checks != asked || again.String() != first.String() {
		t.Errorf("%d questions for the same model\n%s\nwant\n%s", c.Stats().Checks-asked, again, first)
	}
	for _, lie := range []*smt.PlainModel{{}, {Vars: map[string]smt.PlainValue{"Int x": {Num: "4"}}}, {Vars: map[string]smt.PlainValue{"Int x": {Num: "none"}}},
		{Vars: map[string]smt.PlainValue{"(Array Int Int) a": {}}}} {
		lies := map[wrap.Key]wrap.Found{}
		for k, found := range known {
			found.Model = lie
			lies[k] = found
		}
		m.Learn(func() map[wrap.Key]wrap.Found { return lies })
		holds("a lie", model())
	}
}

// TestRecalledKeys asks questions that differ in one thing each, one after the other.
func TestRecalledKeys(t *testing.T) {
	var m wrap.Memory
	b := wrap.Recalled(backend(t), &m)
	f := b.Factory()
	p, q := f.Var("p", f.BoolSort()), f.Var("q", f.BoolSort())
	for range 2 {
		for _, outer := range []smt.Term{p, f.Not(q)} {
			s := b.NewSolver(smt.Simple)
			s.Push()
			s.Assert(outer)
			s.Push()
			s.Assert(q)
			if got, want := s.Check().Status == smt.Sat, outer == p; got != want {
				t.Errorf("%s in an outer level: a model: %v", outer, got)
			}
			s.Pop()
			s.Pop()
			if s.Check().Status != smt.Sat {
				t.Errorf("%s counts when its level is left", outer)
			}
			s.Close()
		}
		s := b.NewSolver(smt.Simple)
		s.Assert(f.Or(p, q))
		s.Assert(f.Not(q))
		for _, lit := range []smt.Term{p, f.Not(p)} {
			if got, want := s.CheckAssuming([]smt.Term{lit}).Status == smt.Sat, lit == p; got != want {
				t.Errorf("%s assumed: a model: %v", lit, got)
			}
		}
		s.Check()
		for _, v := range []smt.Term{p, q} {
			if values, known := s.Bools([]smt.Term{v}); !known[0] || values[0] != (v == p) {
				t.Errorf("%s is %v, known %v", v, values, known)
			}
		}
		s.Close()
		known, _ := m.Known()
		m.Learn(func() map[wrap.Key]wrap.Found { return known })
	}
}
