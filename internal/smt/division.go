package smt

// Div returns the quotient of a and b as SMT-LIB defines it: a = b*Div(a,b) + Mod(a,b)
// with 0 <= Mod(a,b) < |b|. Div(a, 0) is 0.
func (f *Factory) Div(a, b Term) Term {
	mustSort("div", a, IntSort)
	mustSort("div", b, IntSort)
	if b.n.op == OpInt {
		return f.divConst(linearOf(a), b.n.val)
	}
	zero := f.num(num{})
	return f.Ite(f.Eq(b, zero), zero, f.make(shape{op: OpDiv, sort: f.IntSort(), args: []Term{a, b}}))
}

// Mod returns the remainder of a and b; see Div. Mod(a, 0) is a.
func (f *Factory) Mod(a, b Term) Term {
	mustSort("mod", a, IntSort)
	mustSort("mod", b, IntSort)
	if b.n.op == OpInt {
		return f.modConst(linearOf(a), b.n.val)
	}
	return f.Ite(f.Eq(b, f.num(num{})), a, f.make(shape{op: OpMod, sort: f.IntSort(), args: []Term{a, b}}))
}

// divConst takes out of the division what k divides: (k*q + r) div k = q + r div k.
func (f *Factory) divConst(l linear, k num) Term {
	switch {
	case k.sign() == 0:
		return f.num(k)
	case k.sign() < 0:
		return f.Neg(f.divConst(l, k.neg()))
	case k.is(1):
		return f.linearTerm(l)
	}
	var quotient, rest linear
	quotient.k, rest.k = l.k.divMod(k)
	for i, a := range l.atoms {
		if q, r := l.coefs[i].divMod(k); r.sign() == 0 {
			quotient.add(a, q)
		} else {
			rest.add(a, l.coefs[i])
		}
	}
	if len(rest.atoms) == 0 {
		return f.linearTerm(quotient)
	}
	d := f.make(shape{op: OpDiv, sort: f.IntSort(), args: []Term{f.linearTerm(rest), f.num(k)}})
	return f.linearTerm(quotient.plus(linearOf(d), small(1)))
}

// modConst drops multiples of k.
func (f *Factory) modConst(l linear, k num) Term {
	if k.sign() == 0 {
		return f.linearTerm(l)
	}
	k = k.abs()
	var rest linear
	_, rest.k = l.k.divMod(k)
	for i, a := range l.atoms {
		rest.add(a, balanced(l.coefs[i], k))
	}
	if len(rest.atoms) == 0 {
		return f.num(rest.k)
	}
	t := f.linearTerm(rest)
	if t.n.op == OpMod && t.n.args[1].n.op == OpInt {
		if inner := t.n.args[1].n.val; divides(k, inner) {
			return f.modConst(linearOf(t.n.args[0]), k)
		} else if divides(inner, k) {
			return t
		}
	}
	return f.make(shape{op: OpMod, sort: f.IntSort(), args: []Term{t, f.num(k)}})
}

func divides(d, x num) bool {
	_, r := x.divMod(d)
	return r.sign() == 0
}

// balanced returns the number in (-k/2, k/2] that differs from c by a multiple of k.
func balanced(c, k num) num {
	_, r := c.divMod(k)
	if r.add(r).cmp(k) > 0 {
		return r.sub(k)
	}
	return r
}
