package newton

import (
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/internal/smt"
)

// sufficientLevel returns the first level up to which all predicates together refute the
// path, or Levels if they don't.
func sufficientLevel(t *testing.T, prog *cil.Program, p *path.Path, env *Env) int {
	t.Helper()
	all := &pred.Set{}
	e := *env
	e.Namer = pred.NewNamer(nil)
	for e.Level = 0; e.Level < Levels; e.Level++ {
		all.Add(Check(prog, p, &e).Explanation.Preds)
		if refuted(prog, p, &e, all) {
			return e.Level
		}
	}
	return Levels
}

// tracker runs a path on truth values of predicates: the abstraction SP_bv of section 3
// of the paper, with negations. Functions must not be recursive.
type tracker struct {
	prog   *cil.Program
	enc    *enc.Encoder
	f      *smt.Factory
	solver smt.Solver
	preds  []cil.Expr
	val    []int // -1 false, 0 unknown, 1 true
}

// refuted reports whether the truth values of the predicates show that p can't be
// executed, whatever the initial values of comparisons of pointers are.
func refuted(prog *cil.Program, p *path.Path, env *Env, set *pred.Set) bool {
	return refutedBySplit(prog, p, env, set, nil)
}

// refutedBySplit gives the first predicates the values in initial, and tries both for the
// comparisons of pointers behind them.
func refutedBySplit(prog *cil.Program, p *path.Path, env *Env, set *pred.Set, initial []int) bool {
	for len(initial) < len(set.Preds) {
		if b, ok := set.Preds[len(initial)].E.(*cil.Binary); ok && cil.IsPointer(b.X.Type()) {
			yes := append(initial[:len(initial):len(initial)], 1)
			no := append(initial[:len(initial):len(initial)], -1)
			return refutedBySplit(prog, p, env, set, yes) && refutedBySplit(prog, p, env, set, no)
		}
		initial = append(initial, 0)
	}
	return refutedFrom(prog, p, env, set, initial)
}

// refutedFrom is refuted with the given initial truth values.
func refutedFrom(prog *cil.Program, p *path.Path, env *Env, set *pred.Set, initial []int) bool {
	k := &tracker{prog: prog, enc: enc.New(prog, env.Backend.Factory(), env.Options), f: env.Backend.Factory(), solver: env.Backend.NewSolver(smt.Simple)}
	defer k.solver.Close()
	k.solver.SetLimit(env.Limit / shares)
	for _, q := range set.Preds {
		k.preds = append(k.preds, q.E)
	}
	k.val = append([]int(nil), initial...)
	calls := matchCalls(p)
	for i, s := range p.Steps {
		for _, g := range set.Ghosts {
			if g.At == s.Node || g.At == nil && g.Func.Entry == s.Node {
				k.assign(cil.VarLval(g.V), &cil.Load{L: g.V.Of})
				k.relateActual(p, i, g)
			}
		}
		switch in := s.Node.Instr.(type) {
		case *cil.Skip:
			if c, ok := calls[i]; ok {
				if call := p.Steps[c].Node.Instr.(*cil.Call); call.Ret != nil {
					k.assign(call.Ret, cil.LoadVar(s.Node.Func.Result))
				}
			}
		case *cil.Assign:
			k.assign(in.L, in.E)
		case *cil.Return:
			if in.E != nil {
				k.assign(cil.VarLval(s.Node.Func.Result), in.E)
			}
		case *cil.Havoc:
			k.forget(in.L)
		case *cil.Call:
			k.pass(in)
		case *cil.Assume:
			if k.assume(in.E) {
				return true
			}
		case *cil.Branch:
			e := in.E
			if s.Taken == 1 {
				e = cil.Not(e)
			}
			if k.assume(e) {
				return true
			}
		}
	}
	return false
}

// relateActual adds that the ghost of a formal is the argument, as the update after a
// call knows it.
func (k *tracker) relateActual(p *path.Path, i int, g *pred.Ghost) {
	if g.At != nil || i == 0 {
		return
	}
	call, ok := p.Steps[i-1].Node.Instr.(*cil.Call)
	for j, f := range g.Func.Formals {
		if ok && g.V.Of.IsVar(f) {
			k.preds = append(k.preds, &cil.Binary{Op: cil.Eq, X: cil.LoadVar(g.V), Y: call.Args[j], T: intType})
			k.val = append(k.val, 1)
		}
	}
}

// known returns the facts that hold now, with what exprs need.
func (k *tracker) known(exprs ...cil.Expr) []smt.Term {
	var ts []smt.Term
	for i, v := range k.val {
		switch v {
		case 1:
			ts = append(ts, k.enc.Bool(k.preds[i]))
		case -1:
			ts = append(ts, k.f.Not(k.enc.Bool(k.preds[i])))
		}
	}
	ts = append(ts, k.enc.Side(k.preds...)...)
	return append(ts, k.enc.Side(exprs...)...)
}

func (k *tracker) unsat(facts []smt.Term, extra ...smt.Term) bool {
	return k.solver.CheckAssuming(append(append([]smt.Term(nil), facts...), extra...)).Status == smt.Unsat
}

func (k *tracker) decide(facts []smt.Term, e cil.Expr) int {
	t := k.enc.Bool(e)
	facts = append(append([]smt.Term(nil), facts...), k.enc.Side(e)...)
	switch {
	case k.unsat(facts, k.f.Not(t)):
		return 1
	case k.unsat(facts, t):
		return -1
	}
	return 0
}

func (k *tracker) assign(l *cil.Lval, e cil.Expr) {
	facts, next := k.known(), make([]int, len(k.val))
	for i, q := range k.preds {
		next[i] = k.val[i]
		if w, ok := enc.WP(l, e, q, enc.TypeAlias{}); !ok {
			next[i] = 0
		} else if w != q {
			next[i] = k.decide(facts, w)
		}
	}
	k.val = next
}

// pass gives the formals their values, all at once.
func (k *tracker) pass(call *cil.Call) {
	actual := map[*cil.Var]cil.Expr{}
	for j, a := range call.Args {
		actual[call.Callee().Formals[j]] = a
	}
	facts, next := k.known(), make([]int, len(k.val))
	for i, q := range k.preds {
		next[i] = k.val[i]
		w := cil.SubstLval(q, func(l *cil.Lval) cil.Expr { return actualOf(l, actual) })
		if w != q {
			next[i] = k.decide(facts, w)
		}
	}
	k.val = next
}

func (k *tracker) forget(l *cil.Lval) {
	for i, q := range k.preds {
		if enc.Affected(l, q, enc.TypeAlias{}) {
			k.val[i] = 0
		}
	}
}

func (k *tracker) assume(e cil.Expr) bool {
	facts := append(k.known(e), k.enc.Bool(e))
	if k.unsat(facts) {
		return true
	}
	for i, q := range k.preds {
		if k.val[i] == 0 {
			k.val[i] = k.decide(facts, q)
		}
	}
	return false
}
