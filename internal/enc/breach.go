package enc

import (
	"sort"

	"hardbop/internal/smt"
)

// This file finds out why no run along a path has defined behaviour.

// breach finds the first of the path's conditions for defined behaviour that no run satisfies with
// those before it. A question that the prover gives up leaves it open.
func (rc *rechecker) breach(s smt.Solver, form *Formula) *Breach {
	s.Push()
	defer s.Pop()
	for _, c := range form.Conds {
		s.Assert(c.Cond)
	}
	gaveUp := false
	n := sort.Search(len(form.Defined), func(n int) bool {
		res := rc.check(s, conditions(form.Defined[:n+1]))
		gaveUp = gaveUp || res.Status == smt.Unknown
		return res.Status != smt.Sat
	})
	if gaveUp || n == len(form.Defined) {
		return &Breach{Step: -1}
	}
	return &Breach{form.Defined[n].step, form.Defined[n].kind.String()}
}

func conditions(ds []demand) []smt.Term {
	list := make([]smt.Term, len(ds))
	for i, d := range ds {
		list[i] = d.cond
	}
	return list
}
