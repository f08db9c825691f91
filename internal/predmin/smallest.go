package predmin

import (
	"fmt"
	"slices"

	"hardbop/internal/smt"
)

// Problem asks for a smallest set that has, for each trace, one of the sets that rule it
// out.
type Problem struct {
	Options  [][]Set // by trace
	Excluded []Set   // sets that are no answer
	// Order has the candidates in the options, the preferred ones first; nil for ascending.
	Order []int
}

// Smallest solves p: of all smallest sets it returns the first one in the lexicographic order
// that p.Order makes, which no solver's mood changes. A search is tried first; where it takes
// too many steps, or sets are excluded, the solver is asked. It is false if there is none, or the solver gives up.
func Smallest(b smt.Backend, p Problem) (Set, bool) {
	if p.Order == nil {
		p.Order = occurring(p)
	}
	if len(p.Excluded) == 0 {
		if set, ok := newSearcher(p, p.Order).smallest(); ok {
			return set, true
		}
	}
	return solved(b, p)
}

// solved asks the solver.
func solved(b smt.Backend, p Problem) (Set, bool) {
	x := newSelection(b, p)
	defer x.solver.Close()
	if !x.tighten() {
		return nil, false
	}
	return x.first()
}

// selection is a problem in the solver: a Boolean variable for each candidate that occurs,
// formula (1) of the paper, and objective (2) as bounds on the number of true ones.
type selection struct {
	f      *smt.Factory
	solver smt.Solver
	cands  []int
	vars   []smt.Term
	of     map[int]smt.Term
	more   []smt.Term // by number: that more candidates than that are chosen
	model  []bool     // a choice that is as small as is known
}

func newSelection(b smt.Backend, p Problem) *selection {
	f := b.Factory()
	x := &selection{f: f, solver: b.NewSolver(smt.Apart), of: map[int]smt.Term{}}
	x.cands = p.Order
	for _, c := range x.cands {
		v := f.Var(fmt.Sprintf("chosen!%d", c), f.BoolSort())
		x.vars, x.of[c] = append(x.vars, v), v
	}
	for _, sets := range p.Options {
		x.solver.Assert(x.oneOf(sets))
	}
	for _, set := range p.Excluded {
		x.solver.Assert(f.Not(x.exactly(set)))
	}
	return x
}

// occurring lists the candidates in the options, ascending.
func occurring(p Problem) Set {
	var all Set
	for _, sets := range p.Options {
		for _, s := range sets {
			all = append(all, s...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// oneOf says that one of the sets is chosen.
func (x *selection) oneOf(sets []Set) smt.Term {
	var alts []smt.Term
	for _, s := range sets {
		var all []smt.Term
		for _, c := range s {
			all = append(all, x.of[c])
		}
		alts = append(alts, x.f.And(all...))
	}
	return x.f.Or(alts...)
}

// exactly says that the set is chosen, and nothing else.
func (x *selection) exactly(set Set) smt.Term {
	var all []smt.Term
	for i, c := range x.cands {
		if v := x.vars[i]; slices.Contains(set, c) {
			all = append(all, v)
		} else {
			all = append(all, x.f.Not(v))
		}
	}
	return x.f.And(all...)
}

// check asks for a choice with these literals, and keeps it.
func (x *selection) check(lits []smt.Term) bool {
	if x.solver.CheckAssuming(lits).Status != smt.Sat {
		return false
	}
	values, known := x.solver.Bools(x.vars)
	x.model = make([]bool, len(x.vars))
	for i := range x.model {
		x.model[i] = known[i] && values[i]
	}
	return true
}

// tighten asks for smaller and smaller choices until there is none. It leaves the bound of
// the last one asserted; it is false if there is none at all.
func (x *selection) tighten() bool {
	if !x.check(nil) {
		return false
	}
	x.count(x.chosen())
	for x.chosen() > 0 && x.check([]smt.Term{x.f.Not(x.more[x.chosen()-1])}) {
	}
	x.solver.Assert(x.f.Not(x.more[x.chosen()]))
	return true
}

// count makes the terms that say how many candidates are chosen, up to more than n.
func (x *selection) count(n int) {
	x.more = make([]smt.Term, n+1)
	for k := range x.more {
		x.more[k] = x.f.False()
	}
	for _, v := range x.vars {
		for k := n; k > 0; k-- {
			x.more[k] = x.f.Or(x.more[k], x.f.And(v, x.more[k-1]))
		}
		x.more[0] = x.f.Or(x.more[0], v)
	}
}

// chosen is the size of the choice that is known.
func (x *selection) chosen() int {
	n := 0
	for _, in := range x.model {
		if in {
			n++
		}
	}
	return n
}

// first settles one candidate after the other, each as chosen if that can be.
func (x *selection) first() (Set, bool) {
	var fixed []smt.Term
	var set Set
	for i, c := range x.cands {
		with := append(fixed[:len(fixed):len(fixed)], x.vars[i])
		if before := x.model; !before[i] && !x.check(with) {
			fixed = append(fixed, x.f.Not(x.vars[i]))
			continue
		}
		fixed, set = with, append(set, c)
	}
	slices.Sort(set)
	return set, x.check(fixed)
}
