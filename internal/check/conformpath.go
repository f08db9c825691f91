package check

import (
	"slices"
	"strings"

	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/magic"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/newton"
)

// pathAnalyst implements magic.Analyst.
type pathAnalyst struct {
	a *analyst
	// found is what is known of the last path that can be run.
	found *cegar.Recheck
}

// Analyse implements magic.Analyst.
func (x *pathAnalyst) Analyse(p *path.Path) magic.Answer {
	switch first := x.a.explain(p, 0, x.a.runs); first.Kind {
	case newton.Infeasible:
		a := magic.Answer{Kind: magic.Infeasible, Seeds: func() []cil.Expr { return x.seeds(p, first.Explanation.Preds) }}
		for _, i := range first.Explanation.Core {
			a.Core = append(a.Core, p.Steps[i].Node)
		}
		return a
	case newton.Unknown:
		return magic.Answer{Code: "solver-unknown", Why: first.Why}
	}
	exact := x.a.Recheck(p)
	if exact.Kind == cegar.Feasible && x.depends(p) {
		return magic.Answer{Code: "effects", Why: "the path that breaks the specification depends on what a procedure changes whose abstraction stands for it"}
	}
	x.found = &exact
	switch exact.Kind {
	case cegar.Feasible:
		return magic.Answer{Kind: magic.Feasible}
	case cegar.Infeasible:
		return magic.Answer{Code: "bits-infeasible", Why: "the path that breaks the specification is infeasible " + exact.Why}
	}
	return magic.Answer{Code: exact.Code, Why: exact.Why}
}

// depends reports whether p may depend on what procedures with a body change, for which
// abstractions stand: a model has them change anything, and nobody knows whether they do.
func (x *pathAnalyst) depends(p *path.Path) bool {
	needed := x.a.env.Slicer.Needed(p)
	for i, s := range p.Steps {
		switch in := s.Node.Instr.(type) {
		case *cil.Havoc:
			if magic.IsChange(s.Node) && readBehind(p, i, in.L.Base) {
				return true
			}
		case *cil.Call:
			if g := in.Callee(); g == nil || !strings.HasPrefix(g.Name, magic.StubPrefix) {
				continue
			}
			if slices.ContainsFunc(enc.ExternEffect(in, x.a.env.Extern), func(l *cil.Lval) bool { return needed(i, l) }) {
				return true
			}
		}
	}
	return false
}

// readBehind reports whether a step of p behind step i may read v, or if v is nil what
// pointers lead to.
func readBehind(p *path.Path, i int, v *cil.Var) bool {
	found := false
	for _, s := range p.Steps[i+1:] {
		cil.EachExpr(s.Node.Instr, func(e cil.Expr) {
			cil.Walk(e, func(x cil.Expr) {
				if l, ok := x.(*cil.Load); ok && mayBe(l.L, v) {
					found = true
				}
			})
		})
	}
	return found
}

// mayBe reports whether l may be a part of v, or if v is nil of what pointers lead to.
func mayBe(l *cil.Lval, v *cil.Var) bool {
	switch {
	case v == nil:
		return l.Base == nil || l.Base.AddrTaken
	case l.Base == nil:
		return v.AddrTaken
	}
	return l.Base == v
}

// seeds are the predicates that explain why p can't be run, and their weakest preconditions:
// those that the program's variables say.
func (x *pathAnalyst) seeds(p *path.Path, first *pred.Set) []cil.Expr {
	var list []cil.Expr
	for _, set := range []*pred.Set{first, x.a.Analyse(p, 1).Preds} {
		if set == nil {
			continue
		}
		for _, q := range set.Preds {
			if !slices.ContainsFunc(cil.Vars(q.E), func(v *cil.Var) bool { return v.Kind == cil.Ghost }) {
				list = append(list, q.E)
			}
		}
	}
	return list
}
