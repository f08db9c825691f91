//go:build cgo

package z3

import (
	"fmt"

	"hardbop/internal/smt"
)

// Interpolate returns sequence interpolants; see [smt.Interpolator]. They are those that
// Spacer finds for the chain of Horn clauses
//
//	parts[0] implies I_1,  I_i and parts[i] imply I_{i+1},  I_{n-1} and parts[n-1] imply false
//
// in which I_i is a relation over the variables that both sides have. Applications of
// uninterpreted functions are taken for variables, as Spacer knows no functions; if that
// loses the contradiction the result is Unknown. Each interpolant is checked by its
// definition before it is returned.
func (c *Context) Interpolate(parts []smt.Term, limit uint) ([]smt.Term, smt.Result) {
	if len(parts) == 0 {
		return nil, smt.Result{Status: smt.Sat}
	}
	flat, back := c.abstractFunctions(parts)
	shared := sharedVars(flat)
	clauses := chain(flat, shared)
	defs, r := c.SolveHorn(clauses, limit)
	switch {
	case r.Status == smt.Unknown:
		return nil, r
	case r.Status == smt.Unsat && len(back) > 0:
		return nil, smt.Result{Reason: "contradiction depends on uninterpreted functions"}
	case r.Status == smt.Unsat:
		return nil, smt.Result{Status: smt.Sat}
	}
	out := make([]smt.Term, 0, len(parts)-1)
	for i, cl := range clauses[:len(parts)-1] {
		d := defs[cl.Head.Rel]
		m := map[smt.Term]smt.Term{}
		for j, p := range d.Params {
			m[p] = shared[i][j]
		}
		out = append(out, c.f.Subst(c.f.Subst(d.Body, m), back))
	}
	if why := c.disproved(parts, out, limit); why != "" {
		return nil, smt.Result{Reason: why}
	}
	return out, smt.Result{Status: smt.Unsat}
}

// abstractFunctions replaces applications of uninterpreted functions by variables, and
// returns what these stand for.
func (c *Context) abstractFunctions(parts []smt.Term) (flat []smt.Term, back map[smt.Term]smt.Term) {
	back = map[smt.Term]smt.Term{}
	names := map[smt.Term]smt.Term{}
	for _, p := range parts {
		flat = append(flat, c.f.Map(p, func(t smt.Term) (smt.Term, bool) {
			if t.Op() != smt.OpApply {
				return t, false
			}
			v, ok := names[t]
			if !ok {
				v = c.f.Var(fmt.Sprintf("application!%d", len(names)), t.Sort())
				names[t], back[v] = v, t
			}
			return v, true
		}))
	}
	return flat, back
}

// sharedVars returns, for each cut between parts, the variables that occur on both sides.
func sharedVars(parts []smt.Term) [][]smt.Term {
	shared := make([][]smt.Term, len(parts)-1)
	for i := range shared {
		before := map[smt.Term]bool{}
		for _, v := range smt.Vars(parts[:i+1]...) {
			before[v] = true
		}
		for _, v := range smt.Vars(parts[i+1:]...) {
			if before[v] {
				shared[i] = append(shared[i], v)
			}
		}
	}
	return shared
}

func chain(parts []smt.Term, shared [][]smt.Term) []smt.Clause {
	clauses := make([]smt.Clause, len(parts))
	var last *smt.RelApp
	for i, p := range parts {
		clauses[i].Constraint = p
		if last != nil {
			clauses[i].Body = []smt.RelApp{*last}
		}
		if i == len(shared) {
			break
		}
		r := &smt.Relation{Name: fmt.Sprintf("I%d", i+1)}
		for _, v := range shared[i] {
			r.Args = append(r.Args, v.Sort())
		}
		last = &smt.RelApp{Rel: r, Args: shared[i]}
		clauses[i].Head = last
	}
	return clauses
}

// disproved returns why ts aren't proved to be interpolants of parts, or "".
func (c *Context) disproved(parts, ts []smt.Term, limit uint) string {
	s := c.NewSolver(smt.Simple)
	defer s.Close()
	s.SetLimit(limit)
	before := c.f.True()
	for i, p := range parts {
		after := c.f.False()
		if i < len(ts) {
			after = ts[i]
		}
		s.Push()
		s.Assert(before)
		s.Assert(p)
		s.Assert(c.f.Not(after))
		r := s.Check()
		s.Pop()
		if r.Status != smt.Unsat {
			return fmt.Sprintf("interpolant %d is not confirmed: %s", i+1, r)
		}
		before = after
	}
	return ""
}
