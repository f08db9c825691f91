package newton

import (
	"math/big"
	"slices"

	"hardbop/internal/cil"
)

// This file says what conditions on a value that is chosen anew leave of the state before: that there is a value for
// which they hold. With x in them it is eliminated as by Fourier and Motzkin: x < f and not x < k are only possible if
// k < f.

// bound is a condition in which a variable x is compared: x op limit. Whether it holds isn't known.
type bound struct {
	op    cil.BinOp // Lt, Gt, or Eq
	limit linear
}

// chosen adds what the atoms about the integer in l, which any value is chosen for, say of other values.
func (w *puller) chosen(l *cil.Lval) {
	t, ok := l.Type().(*cil.IntType)
	if !ok {
		return
	}
	var bounds []bound
	for _, a := range w.atoms {
		if b, ok := boundOf(l, a); ok {
			bounds = append(bounds, b)
		}
	}
	if len(bounds) > maxBounds || !slices.ContainsFunc(bounds, func(b bound) bool { return len(b.limit.terms) > 0 }) {
		return
	}
	for i, b := range bounds {
		for _, c := range bounds[:i] {
			w.decide(b.with(c))
		}
		w.decide(b.within(t))
	}
}

// decide adds the conditions es.
func (w *puller) decide(es []cil.Expr) {
	for _, e := range es {
		w.add(atoms(e))
	}
}

// maxBounds bounds the conditions on one value that are combined.
const maxBounds = 20

// boundOf returns what the atom a says about the value of l, whose rest doesn't read l.
func boundOf(l *cil.Lval, a cil.Expr) (bound, bool) {
	b, ok := a.(*cil.Binary)
	if !ok || b.Op != cil.Lt && b.Op != cil.Gt && b.Op != cil.Eq || !isMath(b.X.Type()) || !isMath(b.Y.Type()) {
		return bound{}, false
	}
	sum := linearOf(&cil.Binary{Op: cil.Sub, X: b.X, Y: b.Y, T: cil.Math})
	sum.dropZeros()
	at := slices.IndexFunc(sum.terms, func(t term) bool { return isRead(t.atom, l) })
	if at < 0 || !sum.terms[at].coeff.IsInt64() {
		return bound{}, false
	}
	op, sign := b.Op, sum.terms[at].coeff.Int64()
	sum.terms = slices.Delete(sum.terms, at, at+1)
	switch sign {
	case 1:
		sum = sum.negated()
	case -1:
		op = op.Swap()
	default:
		return bound{}, false
	}
	return bound{op, sum}, !slices.ContainsFunc(sum.terms, func(t term) bool { return reads(t.atom, l) })
}

// isRead reports whether e is the value of l.
func isRead(e cil.Expr, l *cil.Lval) bool {
	if c, ok := e.(*cil.Cast); ok && isMath(c.T) {
		e = c.X
	}
	x, ok := e.(*cil.Load)
	return ok && cil.EqualLval(x.L, l)
}

// reads reports whether the value of l is in e.
func reads(e cil.Expr, l *cil.Lval) bool {
	found := false
	cil.Walk(e, func(x cil.Expr) { found = found || isRead(x, l) })
	return found
}

// with lists what can decide whether there is a value for which b and c, or what denies one or both, hold.
func (b bound) with(c bound) []cil.Expr {
	d := b.limit.minus(c.limit)
	switch {
	case len(d.terms) == 0:
		return nil
	case b.op == cil.Eq:
		return []cil.Expr{d.compared(c.op)}
	case c.op == cil.Eq:
		return []cil.Expr{d.compared(b.op.Swap())}
	case b.op == c.op:
		return []cil.Expr{d.compared(cil.Lt), d.compared(cil.Gt)}
	case b.op == cil.Gt: // b.limit < x < c.limit
		d = d.negated()
	}
	e := linear{terms: d.terms, rest: new(big.Int).Sub(d.rest, big.NewInt(1))}
	return []cil.Expr{d.compared(cil.Gt), e.compared(cil.Gt)}
}

// within lists what can decide whether b holds for a value of type t: nothing is less than zero that has no sign.
func (b bound) within(t *cil.IntType) []cil.Expr {
	switch {
	case b.op != cil.Lt || len(b.limit.terms) == 0 || isMath(t) || t.Signed:
		return nil
	case len(b.limit.terms) == 1 && b.limit.rest.Sign() == 0 && b.limit.terms[0].coeff.Sign() > 0 && unsigned(b.limit.terms[0].atom):
		return []cil.Expr{b.limit.compared(cil.Eq)}
	}
	return []cil.Expr{b.limit.compared(cil.Gt)}
}

// unsigned reports whether e is an integer without sign, seen as a mathematical one.
func unsigned(e cil.Expr) bool {
	c, ok := e.(*cil.Cast)
	if !ok {
		return false
	}
	t, ok := c.X.Type().(*cil.IntType)
	return ok && isMath(c.T) && !isMath(t) && !t.Signed
}

// minus returns l - m.
func (l linear) minus(m linear) linear {
	d := linear{rest: new(big.Int).Set(l.rest)}
	for _, t := range l.terms {
		d.addAtom(t.coeff, t.atom)
	}
	d.add(big.NewInt(-1), m.expr())
	d.dropZeros()
	return d
}
