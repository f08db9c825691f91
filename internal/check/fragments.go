package check

import (
	"hardbop/c2bp"
	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/lbe"
	"hardbop/internal/smt"
	"hardbop/newton"
)

// Fragments implements cegar.Analyst. Interpolants are asked for once for the same fragments:
// if these come back, not all that the interpolants say could be written as predicates. So are
// ways: if these come back, the model doesn't know why they can't be run.
func (a *analyst) Fragments(act *c2bp.Activation, seen int) cegar.Fragments {
	sem := a.env.Options
	sem.Theory = enc.Math
	chain := lbe.NewChain(act.Links, act.Semantics, a.env.Backend.Factory(), enc.New(a.prog, a.env.Backend.Factory(), sem))
	out := newton.CheckParts(partsOf(act.Links, chain), &a.env, seen == a.interpolateAt())
	found := cegar.Fragments{Preds: out.Preds}
	if seen == 0 {
		found.Ways = waysOf(act.Links, chain, out.Holds)
	}
	return found
}

// interpolateAt is how often fragments were looked at before interpolants are asked for; -1 for
// never.
func (a *analyst) interpolateAt() int {
	switch a.env.Refine {
	case newton.Interpolate:
		return 0
	case newton.Both:
		return 1
	}
	return -1
}

// partsOf are the links of the chain as newton knows them.
func partsOf(links []lbe.Link, chain *lbe.Chain) []newton.Part {
	var parts []newton.Part
	for i, l := range links {
		cells := chain.Cells[i]
		parts = append(parts, newton.Part{Func: l.Func(), Terms: chain.Parts[i], Cell: func(t smt.Term) *cil.Lval {
			for _, c := range cells {
				if c.Value == t {
					return c.L
				}
			}
			return nil
		}})
	}
	return parts
}

// waysOf are the ways of a model through the fragments; none without a model.
func waysOf(links []lbe.Link, chain *lbe.Chain, holds func(smt.Term) bool) map[int]c2bp.Way {
	if holds == nil {
		return nil
	}
	ways := map[int]c2bp.Way{}
	for i, l := range links {
		if l.Fragment == nil {
			continue
		}
		if nodes, successors, ok := chain.Way(i, holds); ok {
			ways[i] = c2bp.Way{Nodes: nodes, Successors: successors}
		}
	}
	return ways
}
