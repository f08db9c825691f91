package paq

import (
	"fmt"

	"hardbop/internal/smt"
)

// Relax returns a query that speaks of comparisons of at most two unknowns only, as those that
// the paper measures (section 5, step 3): what else is computed is arbitrary. Applications of
// functions, elements of arrays, products, quotients and remainders become constants, one for
// each term, and comparisons of more than two unknowns, and of what isn't a number, Boolean
// constants. So the answer of q is part of that of the result.
func Relax(q *Query) *Query {
	r := &relaxer{f: q.Factory, prefix: freePrefix(q, "any"), names: map[smt.Term]smt.Term{}}
	out := *q
	out.Conjuncts = nil
	for _, c := range q.Conjuncts {
		if c = r.term(c); !c.IsTrue() {
			out.Conjuncts = append(out.Conjuncts, c)
		}
	}
	return &out
}

// relaxer gives arbitrary things their names.
type relaxer struct {
	f      *smt.Factory
	prefix string
	names  map[smt.Term]smt.Term
}

func (r *relaxer) term(t smt.Term) smt.Term { return r.f.Map(t, r.special) }

// special returns what t becomes, if that isn't what its parts become.
func (r *relaxer) special(t smt.Term) (smt.Term, bool) {
	switch t.Op() {
	case smt.OpApply, smt.OpSelect, smt.OpDiv, smt.OpMod, smt.OpMul:
		return r.arbitrary(t), true
	case smt.OpBVUlt, smt.OpBVSlt:
		return r.arbitrary(t), true
	case smt.OpEq, smt.OpLe:
		if !simpleSort(t.Arg(0).Sort()) {
			return r.arbitrary(t), true
		}
		a, b := r.term(t.Arg(0)), r.term(t.Arg(1))
		if a.Sort().Kind() == smt.IntSort && len(r.f.Sub(a, b).Linear().Monomials) > 2 {
			return r.arbitrary(t), true
		}
		if t.Op() == smt.OpEq {
			return r.f.Eq(a, b), true
		}
		return r.f.Le(a, b), true
	}
	return t, false
}

// arbitrary returns the constant that stands for t.
func (r *relaxer) arbitrary(t smt.Term) smt.Term {
	name, ok := r.names[t]
	if !ok {
		name = r.f.Var(fmt.Sprintf("%s%d", r.prefix, len(r.names)+1), t.Sort())
		r.names[t] = name
	}
	return name
}
