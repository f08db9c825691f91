package newton

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/pred"
	"hardbop/internal/smt"
)

// This file looks at formulas for all ways through parts of a function at once. What it finds
// is never an answer: a contradiction gives predicates, and a model says which ways to look at.

// Part is what all runs through a part of a function satisfy.
type Part struct {
	Func  *cil.Func
	Terms []smt.Term // a conjunction
	// Cell returns what has the value of a variable of the formula behind the part: a scalar
	// variable of the function, a global, or a member of one; nil if nothing is known to.
	Cell func(smt.Term) *cil.Lval
}

// PartsOutcome is what is known of all runs through parts that follow each other.
type PartsOutcome struct {
	Kind Kind
	// Preds, of Infeasible, rule out the parts as far as interpolants could be written as
	// predicates; nil if none were asked for or found.
	Preds *pred.Set
	// Holds, of Feasible, evaluates terms in a model.
	Holds func(smt.Term) bool
}

// CheckParts looks for a run through the parts. With refute it asks for sequence interpolants
// between them if there is none.
func CheckParts(parts []Part, env *Env, refute bool) *PartsOutcome {
	s := env.Backend.NewSolver(smt.Fresh)
	defer s.Close()
	s.SetLimit(env.Limit / shares)
	var all []smt.Term
	for _, p := range parts {
		all = append(all, p.Terms...)
	}
	switch s.CheckAssuming(all).Status {
	case smt.Sat:
		if m := s.Model(); m != nil {
			return &PartsOutcome{Kind: Feasible, Holds: smt.NewEvaluator(env.Backend.Factory(), m).Holds}
		}
	case smt.Unsat:
		out := &PartsOutcome{Kind: Infeasible}
		if refute {
			out.Preds = refuteParts(coreParts(parts, s.Core(), env.Backend.Factory()), env)
		}
		return out
	}
	return &PartsOutcome{}
}

// coreParts leaves in the parts what is in the core, as one term each, and joins them to at most
// maxCuts + 1.
func coreParts(parts []Part, core []smt.Term, f *smt.Factory) []Part {
	in := map[smt.Term]bool{}
	for _, t := range core {
		in[t] = true
	}
	var out []Part
	for _, p := range parts {
		ts := slices.DeleteFunc(slices.Clone(p.Terms), func(t smt.Term) bool { return !in[t] })
		if len(ts) == 0 {
			continue
		}
		if n := len(out); n > maxCuts {
			ts = append(ts, out[n-1].Terms...)
			out = out[:n-1]
		}
		p.Terms = []smt.Term{f.And(ts...)}
		out = append(out, p)
	}
	return out
}

// refuteParts makes the predicates of sequence interpolants, nil if there are none.
func refuteParts(parts []Part, env *Env) *pred.Set {
	ip := env.interpolator()
	if ip == nil || len(parts) < 2 {
		return nil
	}
	var ts []smt.Term
	for _, p := range parts {
		ts = append(ts, p.Terms...)
	}
	is, r := ip.Interpolate(ts, env.Limit/shares)
	if r.Status != smt.Unsat {
		return nil
	}
	out := &pred.Set{}
	for k, t := range is {
		for _, a := range smt.Atoms(t) {
			parts[k].add(out, a, env.Backend.Factory())
		}
	}
	return out
}

// add adds the predicates for the atom a behind the part.
func (p Part) add(out *pred.Set, a smt.Term, f *smt.Factory) {
	e := p.readBack(a, f)
	if e == nil {
		return
	}
	for _, x := range atoms(e) {
		scope, err := pred.Scope(x, p.Func)
		if err == nil && len(cil.Vars(x)) > 0 {
			out.AddPred(&pred.Pred{E: x, Scope: scope})
		}
	}
}

// readBack writes a over the variables behind the part, nil if that can't be said.
func (p Part) readBack(a smt.Term, f *smt.Factory) cil.Expr {
	if e := p.pointers(a, f); e != nil {
		return e
	}
	return linearComparison(f, a, func(t smt.Term) cil.Expr {
		l := p.Cell(t)
		if l == nil || !cil.IsInteger(l.Type()) {
			return nil
		}
		return cil.MakeCast(cil.Math, &cil.Load{L: l})
	})
}

// pointers writes a comparison of two pointers, or of one with null, as an equality: that is what
// bounds on them come from.
func (p Part) pointers(a smt.Term, f *smt.Factory) cil.Expr {
	if a.Op() != smt.OpEq && a.Op() != smt.OpLe || a.Arg(0).Sort() != f.IntSort() {
		return nil
	}
	var sides []cil.Expr
	for _, t := range []smt.Term{a.Arg(0), a.Arg(1)} {
		for _, m := range t.Linear().Monomials {
			l := p.Cell(m.Atom)
			if l == nil || !cil.IsPointer(l.Type()) {
				return nil
			}
			sides = append(sides, &cil.Load{L: l})
		}
	}
	switch {
	case len(sides) == 1:
		sides = append(sides, cil.MakeCast(sides[0].Type(), truth(false)))
	case len(sides) != 2:
		return nil
	case !cil.SameType(sides[0].Type(), sides[1].Type()):
		sides[1] = cil.MakeCast(sides[0].Type(), sides[1])
	}
	return compare(cil.Eq, sides[0], sides[1], intType)
}
