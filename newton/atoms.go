package newton

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// Atoms lists the comparisons that the C condition e is made of, in the form in which paths
// are explained: a predicate and its negation have one. Signed overflow may wrap.
func Atoms(model *cil.DataModel, e cil.Expr, wrap bool) []cil.Expr {
	return atoms(fold(model, e, wrap))
}

// atoms lists the comparisons that the condition e is made of, each in one of the forms
// x == y, x < y, x > y with constants on the right: a predicate and its negation are the
// same to the abstraction.
func atoms(e cil.Expr) []cil.Expr {
	var out []cil.Expr
	collect(e, &out)
	return out
}

func collect(e cil.Expr, out *[]cil.Expr) {
	switch e := e.(type) {
	case *cil.Unary:
		if e.Op == cil.LogNot {
			collect(e.X, out)
			return
		}
	case *cil.Binary:
		if e.Op == cil.LAnd || e.Op == cil.LOr {
			collect(e.X, out)
			collect(e.Y, out)
			return
		}
		if e.Op.IsCompare() {
			collectCompare(e, out)
			return
		}
	case *cil.Cond:
		collect(e.C, out)
		collect(e.A, out)
		collect(e.B, out)
		return
	case *cil.Cast:
		if isMath(e.T) && isTruth(e.X) {
			collect(e.X, out)
			return
		}
	case *cil.Const, *cil.FloatConst:
		return
	}
	if cil.IsScalar(e.Type()) && !readsNull(e) {
		*out = append(*out, canonical(cil.Truth(e)))
	}
}

// readsNull reports whether e reads memory at null, of which nothing is worth knowing.
func readsNull(e cil.Expr) bool {
	null := false
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok && l.L.BehindNull() {
			null = true
		}
	})
	return null
}

func isTruth(e cil.Expr) bool {
	switch e := e.(type) {
	case *cil.Unary:
		return e.Op == cil.LogNot
	case *cil.Binary:
		return e.Op >= cil.Eq
	}
	return false
}

// collectCompare takes a comparison apart that compares with a choice or a condition.
func collectCompare(e *cil.Binary, out *[]cil.Expr) {
	for i, side := range []cil.Expr{e.X, e.Y} {
		inner := side
		if c, ok := inner.(*cil.Cast); ok && isMath(c.T) {
			inner = c.X
		}
		if c, ok := inner.(*cil.Cond); ok {
			collect(c.C, out)
			collect(withSide(e, i, c.A), out)
			collect(withSide(e, i, c.B), out)
			return
		}
		if isTruth(inner) {
			collect(inner, out)
			return
		}
	}
	if c := cil.ChoiceIn(e); c != nil {
		collect(c.C, out)
		collect(enc.Normal(cil.Choose(e, c, c.A)), out)
		collect(enc.Normal(cil.Choose(e, c, c.B)), out)
		return
	}
	if settled(e) || readsNull(e) {
		return
	}
	*out = append(*out, canonical(e))
}

// withSide returns the comparison e with x as operand i.
func withSide(e *cil.Binary, i int, x cil.Expr) cil.Expr {
	if i == 0 {
		return compare(e.Op, x, e.Y, e.T)
	}
	return compare(e.Op, e.X, x, e.T)
}

// canonical returns the comparison e or its negation.
func canonical(e cil.Expr) cil.Expr {
	b, ok := e.(*cil.Binary)
	if !ok || !b.Op.IsCompare() {
		return e
	}
	if _, float := b.X.Type().(*cil.FloatType); float {
		return e
	}
	op, x, y := b.Op, b.X, b.Y
	if isFixed(x) && !isFixed(y) {
		op, x, y = op.Swap(), y, x
	}
	if op == cil.Ne || op == cil.Ge || op == cil.Le {
		op = op.Negate()
	}
	if op == cil.Eq && isVariable(x) && isVariable(y) && cil.ExprString(y) < cil.ExprString(x) {
		x, y = y, x
	}
	b = &cil.Binary{Op: op, X: x, Y: y, T: b.T}
	if isMath(x.Type()) && isMath(y.Type()) {
		return canonicalSum(b)
	}
	return b
}

// canonicalSum orders the comparison b of integers: what is added stands on the left, what
// is subtracted and the constant on the right, the leading term on the left. A bound is
// x < k if k isn't positive, otherwise x > k - 1; of several terms it is written with <.
func canonicalSum(b *cil.Binary) cil.Expr {
	l := linearOf(&cil.Binary{Op: cil.Sub, X: b.X, Y: b.Y, T: cil.Math})
	l.dropZeros()
	if len(l.terms) == 0 {
		return b
	}
	op := b.Op
	if l.terms[leading(l, op)].coeff.Sign() < 0 {
		l, op = l.negated(), op.Swap()
	}
	one := big.NewInt(1)
	switch {
	case op == cil.Lt && l.rest.Sign() < 0: // x < k, k > 0
		op = cil.Gt
		l.rest.Add(l.rest, one)
	case op == cil.Gt && l.rest.Sign() > 0: // x > k, k < 0
		op = cil.Lt
		l.rest.Sub(l.rest, one)
	}
	if op == cil.Gt && len(l.terms) > 1 {
		l, op = l.negated(), cil.Lt
	}
	return l.compared(op)
}

// leading returns the index of the term that a comparison adds: the first one of an
// equality, and of a bound the one whose text is least, so that x > y and y < x, and what
// denies them, are written the same.
func leading(l linear, op cil.BinOp) int {
	least := 0
	if op == cil.Eq {
		return least
	}
	for i, t := range l.terms {
		if cil.ExprString(t.atom) < cil.ExprString(l.terms[least].atom) {
			least = i
		}
	}
	return least
}

// settled reports whether the comparison e has the same truth value in every state.
func settled(e *cil.Binary) bool {
	if isConstant(compare(e.Op, e.X, e.Y, e.T)) || cil.Equal(e.X, e.Y) {
		return true
	}
	if !isMath(e.X.Type()) || !isMath(e.Y.Type()) {
		return false
	}
	difference := linearOf(&cil.Binary{Op: cil.Sub, X: e.X, Y: e.Y, T: cil.Math}).expr()
	_, constant := cil.ConstValue(difference)
	return constant
}

// isVariable reports whether e reads a variable of the program.
func isVariable(e cil.Expr) bool {
	if c, ok := e.(*cil.Cast); ok && isMath(c.T) {
		e = c.X
	}
	l, ok := e.(*cil.Load)
	return ok && l.L.IsVar(nil) && l.L.Base.Kind != cil.Ghost && l.L.Base.Kind != cil.Result
}

// isFixed reports whether e is a constant or the address of a variable.
func isFixed(e cil.Expr) bool {
	a, ok := cil.WithoutPointerCasts(e).(*cil.AddrOf)
	return isConstant(e) || ok && a.L.Base != nil
}
