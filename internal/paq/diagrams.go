package paq

import (
	"hardbop/internal/ldd"
	"hardbop/internal/smt"
)

// diagrams turns purified formulas into linear decision diagrams.
type diagrams struct {
	m    *ldd.Manager
	pure *purifier
	done map[smt.Term]ldd.Node
	vars map[smt.Term]ldd.Var
}

// maxChoices is the number of integers chosen by conditions up to which an atom is split by
// the conditions; where there are more of them they get names.
const maxChoices = 8

func newDiagramsOf(m *ldd.Manager, p *purifier) *diagrams {
	return &diagrams{m, p, map[smt.Term]ldd.Node{}, map[smt.Term]ldd.Var{}}
}

// variable returns the diagram's variable for a constant.
func (d *diagrams) variable(t smt.Term) ldd.Var {
	v, ok := d.vars[t]
	if !ok {
		if t.Sort().Kind() == smt.IntSort {
			v = d.m.NewInt(t.Name())
		} else {
			v = d.m.NewBool(t.Name())
		}
		d.vars[t] = v
	}
	return v
}

// node returns the diagram of a Boolean term.
func (d *diagrams) node(t smt.Term) ldd.Node {
	n, ok := d.done[t]
	if !ok {
		n = d.make(t)
		d.done[t] = n
	}
	return n
}

func (d *diagrams) make(t smt.Term) ldd.Node {
	m := d.m
	switch t.Op() {
	case smt.OpTrue:
		return ldd.True
	case smt.OpFalse:
		return ldd.False
	case smt.OpVar:
		return m.Bool(d.variable(t))
	case smt.OpNot:
		return m.Not(d.node(t.Arg(0)))
	case smt.OpAnd:
		return m.And(d.nodes(t)...)
	case smt.OpOr:
		return m.Or(d.nodes(t)...)
	case smt.OpIff:
		return m.Iff(d.node(t.Arg(0)), d.node(t.Arg(1)))
	case smt.OpIte:
		c, a := d.node(t.Arg(0)), d.node(t.Arg(1))
		return m.Ite(c, a, d.node(t.Arg(2)))
	case smt.OpLe, smt.OpEq:
		return d.atom(t)
	}
	panic("paq: no diagram of " + t.String())
}

func (d *diagrams) nodes(t smt.Term) []ldd.Node {
	ns := make([]ldd.Node, t.NumArgs())
	for i := range ns {
		ns[i] = d.node(t.Arg(i))
	}
	return ns
}

// atom returns the diagram of a comparison.
func (d *diagrams) atom(t smt.Term) ldd.Node {
	if c, ok := firstChoice(t.Arg(0)); ok {
		return d.split(t, c)
	}
	var sum []ldd.Monomial
	for _, s := range t.Arg(0).Linear().Monomials {
		sum = append(sum, ldd.Monomial{Coef: s.Coeff, Var: d.variable(s.Atom)})
	}
	bound := t.Arg(1).Value()
	if t.Op() == smt.OpEq {
		return d.m.Equal(sum, bound)
	}
	return d.m.AtMost(sum, bound)
}

// firstChoice returns the first integer in a sum that is chosen by a condition.
func firstChoice(sum smt.Term) (smt.Term, bool) {
	for _, s := range sum.Linear().Monomials {
		if s.Atom.Op() == smt.OpIte {
			return s.Atom, true
		}
	}
	return smt.Term{}, false
}

// split returns the diagram of a comparison with a choice c in it. The condition comes first in
// the order: the diagram of a chain of choices grows with its length then, and not with the sets
// of its values.
func (d *diagrams) split(t, c smt.Term) ldd.Node {
	f := d.pure.f
	if choices(t) > maxChoices {
		return d.node(f.Subst(t, map[smt.Term]smt.Term{c: d.pure.choice(c)}))
	}
	cond := c.Arg(0)
	decide := d.node(cond)
	high := d.node(f.Subst(t, map[smt.Term]smt.Term{c: c.Arg(1), cond: f.True()}))
	low := d.node(f.Subst(t, map[smt.Term]smt.Term{c: c.Arg(2), cond: f.False()}))
	return d.m.Ite(decide, high, low)
}

// choices counts the integers in t that are chosen by a condition.
func choices(t smt.Term) int {
	n := 0
	smt.Walk(func(u smt.Term) {
		if u.Op() == smt.OpIte && u.Sort().Kind() == smt.IntSort {
			n++
		}
	}, t)
	return n
}
