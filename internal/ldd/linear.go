package ldd

import (
	"slices"
	"strings"
)

// monomial is a coefficient, never 0, times a variable.
type monomial struct {
	coef num
	v    Var
}

// linear is a sum of monomials over different variables, in order of their numbers.
// Linears are never changed in place.
type linear []monomial

// constraint says that sum <= bound.
type constraint struct {
	sum   linear
	bound num
}

// coef returns the coefficient of v, which may be 0.
func (l linear) coef(v Var) num {
	for _, m := range l {
		if m.v == v {
			return m.coef
		}
	}
	return num{}
}

// scale returns c times l; c isn't 0.
func (l linear) scale(c num) linear {
	if c.is(1) {
		return l
	}
	r := make(linear, len(l))
	for i, m := range l {
		r[i] = monomial{m.coef.mul(c), m.v}
	}
	return r
}

// plus returns the sum of l and r.
func (l linear) plus(r linear) linear {
	sum := make(linear, 0, len(l)+len(r))
	for len(l) > 0 && len(r) > 0 {
		switch {
		case l[0].v < r[0].v:
			sum, l = append(sum, l[0]), l[1:]
		case l[0].v > r[0].v:
			sum, r = append(sum, r[0]), r[1:]
		default:
			if c := l[0].coef.add(r[0].coef); c.sign() != 0 {
				sum = append(sum, monomial{c, l[0].v})
			}
			l, r = l[1:], r[1:]
		}
	}
	return append(append(sum, l...), r...)
}

// without returns l without the monomial of v.
func (l linear) without(v Var) linear {
	r := make(linear, 0, len(l))
	for _, m := range l {
		if m.v != v {
			r = append(r, m)
		}
	}
	return r
}

func (l linear) equal(r linear) bool {
	return slices.EqualFunc(l, r, func(a, b monomial) bool { return a.v == b.v && a.coef.cmp(b.coef) == 0 })
}

func (l linear) hash() uint64 {
	h := uint64(len(l))
	for _, m := range l {
		h = m.coef.hash(mix(h, uint64(m.v)))
	}
	return h
}

// format writes l with the names of variables.
func (l linear) format(name func(Var) string) string {
	var b strings.Builder
	for i, m := range l {
		switch {
		case m.coef.sign() < 0 && i == 0:
			b.WriteString("-")
		case m.coef.sign() < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		if c := m.coef.abs(); !c.is(1) {
			b.WriteString(c.String() + "*")
		}
		b.WriteString(name(m.v))
	}
	return b.String()
}

// tight returns the constraint without common divisor: over integers, a*t <= k is
// t <= floor(k/a).
func (c constraint) tight() constraint {
	if len(c.sum) == 0 {
		return c
	}
	g := c.sum[0].coef.abs()
	for _, m := range c.sum[1:] {
		if g.is(1) {
			return c
		}
		g = g.gcd(m.coef)
	}
	if g.is(1) {
		return c
	}
	sum := make(linear, len(c.sum))
	for i, m := range c.sum {
		sum[i] = monomial{m.coef.floorDiv(g), m.v}
	}
	return constraint{sum, c.bound.floorDiv(g)}
}

// not returns what holds where c doesn't: not t <= k is -t <= -k-1.
func (c constraint) not() constraint {
	return constraint{c.sum.scale(num{small: -1}), c.bound.neg().sub(num{small: 1})}
}

// isFalse and isTrue decide a constraint without variables.
func (c constraint) isFalse() bool { return len(c.sum) == 0 && c.bound.sign() < 0 }
func (c constraint) isTrue() bool  { return len(c.sum) == 0 && c.bound.sign() >= 0 }

// resolve eliminates x from an upper and a lower bound of it, as J. Fourier and T. Motzkin
// do. Of the tightened resolvents, the real shadow holds for each integer solution; for
// each integer solution of the dark one, as in W. Pugh's Omega test, there is an integer x.
// They are equal if one of the coefficients is 1 or -1, and sometimes else.
func resolve(upper, lower constraint, x Var) (real, dark constraint) {
	p, q := upper.sum.coef(x), lower.sum.coef(x).neg()
	sum := upper.sum.scale(q).plus(lower.sum.scale(p))
	bound := upper.bound.mul(q).add(lower.bound.mul(p))
	real = constraint{sum, bound}.tight()
	if p.is(1) || q.is(1) {
		return real, real
	}
	return real, constraint{sum, bound.sub(gap(p, q))}.tight()
}

// sameShadow reports whether two resolvents of the same bounds mean the same.
func sameShadow(real, dark constraint) bool {
	return real.bound.cmp(dark.bound) == 0 || dark.isTrue() || real.isFalse()
}

// gap returns by how much the dark shadow of bounds with coefficients p and -q is smaller
// than the real one.
func gap(p, q num) num {
	one := num{small: 1}
	return p.sub(one).mul(q.sub(one))
}

// substitute replaces x by a sum plus a constant.
func (c constraint) substitute(x Var, by linear, constant num) constraint {
	a := c.sum.coef(x)
	if a.sign() == 0 {
		return c
	}
	sum := c.sum.without(x)
	if len(by) > 0 {
		sum = sum.plus(by.scale(a))
	}
	return constraint{sum, c.bound.sub(constant.mul(a))}.tight()
}
