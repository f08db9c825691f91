package wrap_test

import (
	"errors"
	"testing"

	"hardbop/internal/smt"
	"hardbop/internal/smt/wrap"
)

// liar is a back end whose simple solvers give a fixed answer, core and model.
type liar struct {
	smt.Backend
	answer smt.Status
}

func (l liar) NewSolver(k smt.Kind) smt.Solver {
	s := l.Backend.NewSolver(k)
	if k == smt.Simple {
		return lyingSolver{s, l.answer}
	}
	return s
}

type lyingSolver struct {
	smt.Solver
	answer smt.Status
}

func (l lyingSolver) Check() smt.Result                        { return smt.Result{Status: l.answer} }
func (l lyingSolver) CheckAssuming(lits []smt.Term) smt.Result { return l.Check() }
func (l lyingSolver) Core() []smt.Term                         { return nil }
func (l lyingSolver) Model() *smt.Model                        { return smt.NewModel() }

// TestCheckedCatchesLies asserts x > 3, which the model 'all zero' doesn't satisfy, and
// which isn't contradictory.
func TestCheckedCatchesLies(t *testing.T) {
	for _, answer := range []smt.Status{smt.Sat, smt.Unsat} {
		b := wrap.Checked(liar{backend(t), answer})
		f := b.Factory()
		func() {
			defer func() {
				var wrong *wrap.CheckError
				if err, ok := recover().(error); !ok || !errors.As(err, &wrong) || wrong.Answer != answer {
					t.Errorf("%s: the lie wasn't caught: %v", answer, err)
				}
			}()
			s := b.NewSolver(smt.Simple)
			s.Assert(f.Gt(f.Var("x", f.IntSort()), f.Int64(3)))
			s.Check()
		}()
	}
}

// TestUnknownIsAskedTwice has a prover whose own solver never knows; the answer of the fresh
// solver counts.
func TestUnknownIsAskedTwice(t *testing.T) {
	counters := &wrap.Counters{}
	b := liar{backend(t), smt.Unknown}
	p := wrap.NewProver(b, wrap.Options{Counters: counters, NoBounds: true})
	defer p.Close()
	f := b.Factory()
	x, y, z := f.Var("x", f.IntSort()), f.Var("y", f.IntSort()), f.Var("z", f.IntSort())
	hyps := []smt.Term{f.Lt(x, y), f.Lt(y, z)}
	if a, core := p.Implies(hyps, f.Lt(x, z)); a != wrap.Yes || len(core) != 2 {
		t.Errorf("got %s because of %v", a, core)
	}
	if n := counters.Stats().Retries; n != 1 {
		t.Errorf("%d retries", n)
	}
}

// TestUnsure asks what no solver answers within a step.
func TestUnsure(t *testing.T) {
	p := wrap.NewProver(backend(t), wrap.Options{Limit: 1, NoBounds: true})
	defer p.Close()
	f := p.Factory()
	x, y := f.Var("x", f.IntSort()), f.Var("y", f.IntSort())
	if a, _ := p.Implies([]smt.Term{f.Lt(x, f.Mul(y, y)), f.Lt(f.Mul(x, y), x)}, f.Lt(x, y)); a != wrap.Unsure {
		t.Errorf("got %s", a)
	}
}

// TestModelIsRepeated checks that the model of a conjunction doesn't depend on what was
// asked before, and satisfies it together with the facts.
func TestModelIsRepeated(t *testing.T) {
	p := wrap.NewProver(backend(t), wrap.Options{})
	defer p.Close()
	f := p.Factory()
	x, y := f.Var("x", f.IntSort()), f.Var("y", f.IntSort())
	p.SetFacts(f.Lt(x, y))
	conj := []smt.Term{f.Gt(x, f.Int64(5))}
	first, r := p.Model(conj)
	if r.Status != smt.Sat || !f.Eval(first, f.And(conj[0], f.Lt(x, y))).Bool() {
		t.Fatalf("%s\n%s", r, first)
	}
	p.Implies([]smt.Term{f.Lt(f.Add(x, y), f.Int64(7)), f.Gt(y, x)}, f.Gt(f.Int64(4), x))
	if again, _ := p.Model(conj); again.String() != first.String() {
		t.Errorf("first\n%s\nthen\n%s", first, again)
	}
	if _, r := p.Model([]smt.Term{f.Gt(x, y)}); r.Status != smt.Unsat {
		t.Errorf("got %s", r)
	}
}
