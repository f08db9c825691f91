package newton

import (
	"math/big"
	"sort"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// maxCuts bounds the interpolants of one path.
const maxCuts = 30

// interpolate adds the atoms of sequence interpolants: what is known, between the steps
// of the contradiction, about the variables that still matter. It adds nothing if the
// prover can't interpolate or gives up.
func (x *explainer) interpolate() {
	ip := x.sim.env.interpolator()
	if ip == nil {
		return
	}
	s := newEquations(x.sim)
	fail := x.out.FailStep
	s.onCondition = func(c *condition) bool { return c.step < fail }
	s.run()
	parts := s.pathParts()
	parts = s.atCuts(s.needed(parts))
	if len(parts) < 2 {
		return
	}
	parts = merge(parts)
	ts := make([]smt.Term, len(parts))
	f := x.sim.env.Backend.Factory()
	for i, p := range parts {
		ts[i] = f.And(p.terms...)
	}
	is, r := ip.Interpolate(ts, x.sim.env.Limit/shares)
	if r.Status != smt.Unsat {
		return
	}
	back := s.symbolsByTerm()
	for i, t := range is {
		x.addInterpolant(s, t, back, parts[i].step)
	}
}

// interpolator returns what can interpolate, or nil.
func (env *Env) interpolator() smt.Interpolator {
	if env.Interpolator != nil {
		return env.Interpolator
	}
	ip, _ := smt.InterpolatorOf(env.Backend)
	return ip
}

// pathPart is what one step, or several, add to the formula of the path.
type pathPart struct {
	step  int // the last one
	terms []smt.Term
}

// pathParts returns the equations and the conditions of the path as terms, by step.
func (s *simulation) pathParts() []pathPart {
	ts := newTerms(s)
	var out []pathPart
	add := func(step int, e cil.Expr) {
		t, facts := ts.condition(e)
		out = append(out, pathPart{step, append([]smt.Term{t}, facts...)})
	}
	for _, q := range s.equations {
		add(q.step, &cil.Binary{Op: cil.Eq, X: q.y.expr(), Y: q.value, T: intType})
	}
	for _, c := range s.conditions {
		add(c.step, c.value)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].step < out[j].step })
	return out
}

// needed returns the parts that the prover's core needs, nil if there is no contradiction.
func (s *simulation) needed(parts []pathPart) []pathPart {
	f := s.env.Backend.Factory()
	solver := s.env.Backend.NewSolver(smt.Simple)
	defer solver.Close()
	solver.SetLimit(s.env.Limit / shares)
	all := make([]smt.Term, len(parts))
	for i, p := range parts {
		all[i] = f.And(p.terms...)
	}
	if solver.CheckAssuming(all).Status != smt.Unsat {
		return nil
	}
	in := map[smt.Term]bool{}
	for _, t := range solver.Core() {
		in[t] = true
	}
	var out []pathPart
	for i, p := range parts {
		if in[all[i]] {
			out = append(out, p)
		}
	}
	return out
}

// merge joins neighbouring parts until there are few enough.
func merge(parts []pathPart) []pathPart {
	per := (len(parts) + maxCuts) / (maxCuts + 1)
	var out []pathPart
	for i, p := range parts {
		if n := len(out); n > 0 && (i%per != 0 || out[n-1].step == p.step) {
			out[n-1] = pathPart{p.step, append(out[n-1].terms[:len(out[n-1].terms):len(out[n-1].terms)], p.terms...)}
			continue
		}
		out = append(out, p)
	}
	return out
}

// symbolsByTerm finds symbols by the terms that stand for them.
func (s *simulation) symbolsByTerm() map[smt.Term]*symbol {
	ts := newTerms(s)
	out := map[smt.Term]*symbol{}
	for _, y := range s.symbols {
		out[ts.enc.Value(cil.LoadVar(y.v))] = y
	}
	return out
}

// addInterpolant adds the atoms of t that speak of variables as they are after step.
func (x *explainer) addInterpolant(s *simulation, t smt.Term, back map[smt.Term]*symbol, step int) {
	for _, a := range smt.Atoms(t) {
		if e := s.readBack(a, back, step); e != nil {
			x.add(e, s.frames[step].fn, step)
		}
	}
}

// readBack returns the linear comparison a over the variables after step, or nil if it
// is none.
func (s *simulation) readBack(a smt.Term, back map[smt.Term]*symbol, step int) cil.Expr {
	return linearComparison(s.env.Backend.Factory(), a, func(t smt.Term) cil.Expr { return s.variableOf(back[t], step) })
}

// linearComparison returns the comparison a of linear expressions over what of gives for
// terms, or nil if it is no such comparison.
func linearComparison(f *smt.Factory, a smt.Term, of func(smt.Term) cil.Expr) cil.Expr {
	op := cil.Le
	switch a.Op() {
	case smt.OpEq:
		op = cil.Eq
	case smt.OpLe:
	default:
		return nil
	}
	left, right := a.Arg(0), a.Arg(1)
	if left.Sort() != f.IntSort() {
		return nil
	}
	sum := linear{rest: new(big.Int)}
	for i, side := range []smt.Term{left, right} {
		l := side.Linear()
		sign := big.NewInt(int64(1 - 2*i))
		sum.rest.Add(sum.rest, new(big.Int).Mul(sign, l.Const))
		for _, m := range l.Monomials {
			v := of(m.Atom)
			if v == nil {
				return nil
			}
			sum.addAtom(new(big.Int).Mul(sign, m.Coeff), v)
		}
	}
	return sum.compared(op)
}

// variableOf returns the program's variable that has the value y after step in the
// activation of that step, or nil.
func (s *simulation) variableOf(y *symbol, step int) cil.Expr {
	if y == nil || y.holder == nil || !y.holder.place.named() {
		return nil
	}
	m := y.holder
	if m.step > step || m.place.base.Func != nil && s.owner[m.place.base] != s.frames[step] {
		return nil
	}
	for _, n := range s.members {
		if n != m && s.samePlace(n, m) && n.frame == m.frame && n.step <= step && n.id > m.id {
			return nil
		}
	}
	e := cil.Expr(&cil.Load{L: m.lval})
	if cil.IsInteger(e.Type()) {
		e = cil.MakeCast(cil.Math, e)
	}
	return e
}
