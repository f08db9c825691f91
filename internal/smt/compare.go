package smt

// This file has the comparisons.

// Le returns a <= b over the integers.
func (f *Factory) Le(a, b Term) Term {
	mustSort("<=", a, IntSort)
	mustSort("<=", b, IntSort)
	return f.notPositive(linearOf(a).plus(linearOf(b), small(-1)))
}

// Lt returns a < b over the integers.
func (f *Factory) Lt(a, b Term) Term {
	mustSort("<", a, IntSort)
	mustSort("<", b, IntSort)
	l := linearOf(a).plus(linearOf(b), small(-1))
	l.k = l.k.add(small(1))
	return f.notPositive(l)
}

// Ge returns a >= b over the integers.
func (f *Factory) Ge(a, b Term) Term { return f.Le(b, a) }

// Gt returns a > b over the integers.
func (f *Factory) Gt(a, b Term) Term { return f.Lt(b, a) }

// notPositive returns l <= 0, with the constant on the right, the coefficients divided
// by their greatest common divisor and the bound tightened to it. If the first
// coefficient is negative the mirrored comparison is negated instead, so that complements
// have the same atom.
func (f *Factory) notPositive(l linear) Term {
	if len(l.atoms) == 0 {
		return f.Bool(l.k.sign() <= 0)
	}
	g := l.content()
	bound, _ := l.k.neg().divMod(g)
	if l.coefs[0].sign() > 0 {
		return f.atMost(l.over(g), bound)
	}
	return f.Not(f.atMost(l.over(g.neg()), bound.neg().sub(small(1))))
}

// atMost returns l <= bound for a normalised l.
func (f *Factory) atMost(l linear, bound num) Term {
	t := f.linearTerm(l)
	if x, y, ok := constantBranches(t); ok {
		return f.Ite(t.n.args[0], f.Bool(x.cmp(bound) <= 0), f.Bool(y.cmp(bound) <= 0))
	}
	return f.make(shape{op: OpLe, sort: f.BoolSort(), args: []Term{t, f.num(bound)}})
}

// constantBranches returns the values of an ite between two integer constants.
func constantBranches(t Term) (x, y num, ok bool) {
	if t.n.op != OpIte || t.n.args[1].n.op != OpInt || t.n.args[2].n.op != OpInt {
		return num{}, num{}, false
	}
	return t.n.args[1].n.val, t.n.args[2].n.val, true
}

// Eq returns the equality of a and b, which have the same sort.
func (f *Factory) Eq(a, b Term) Term {
	mustSame("=", a, b)
	switch a.n.sort.kind {
	case BoolSort:
		return f.Iff(a, b)
	case IntSort:
		return f.isZero(linearOf(a).plus(linearOf(b), small(-1)))
	}
	if a == b {
		return f.tt
	}
	if a.IsConst() && b.IsConst() {
		return f.ff
	}
	if a.Compare(b) > 0 {
		a, b = b, a
	}
	return f.make(shape{op: OpEq, sort: f.BoolSort(), args: []Term{a, b}})
}

// isZero returns l = 0, with the constant on the right, the coefficients divided by
// their greatest common divisor and the first one positive.
func (f *Factory) isZero(l linear) Term {
	if len(l.atoms) == 0 {
		return f.Bool(l.k.sign() == 0)
	}
	g := l.content()
	if l.coefs[0].sign() < 0 {
		g = g.neg()
	}
	value, rest := l.k.neg().divMod(g)
	if rest.sign() != 0 {
		return f.ff
	}
	t := f.linearTerm(l.over(g))
	if x, y, ok := constantBranches(t); ok {
		return f.Ite(t.n.args[0], f.Bool(x.equal(value)), f.Bool(y.equal(value)))
	}
	return f.make(shape{op: OpEq, sort: f.BoolSort(), args: []Term{t, f.num(value)}})
}

// Distinct says that no two of ts are equal.
func (f *Factory) Distinct(ts ...Term) Term {
	var parts []Term
	for i, a := range ts {
		for _, b := range ts[i+1:] {
			parts = append(parts, f.Not(f.Eq(a, b)))
		}
	}
	return f.And(parts...)
}
