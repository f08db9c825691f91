package enc

import (
	"fmt"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// Floating-point values are opaque: every operation, comparison and conversion is an
// uninterpreted function of its operands. No comparison says anything about another
// one, as NaN breaks the laws of order: !(a < b) isn't a >= b, and x == x may be false.

// floatPrefix starts the names of all functions that stand for operations on floating-point values.
const floatPrefix = "floating."

func floatKey(op string, t *cil.FloatType) string {
	return fmt.Sprintf("%s%d.%s", floatPrefix, t.Bits, op)
}

func (c *coder) floatConst(e *cil.FloatConst) smt.Term {
	return c.f.Var(floatKey("const."+e.Text, e.T), c.th.sort(e.T))
}

func (c *coder) floatOp(op string, t *cil.FloatType, args ...smt.Term) smt.Term {
	return c.f.Apply(floatKey(op, t), c.th.sort(t), args...)
}

// floatPredicate is an unknown property of its arguments.
func (c *coder) floatPredicate(op string, t *cil.FloatType, args ...smt.Term) smt.Term {
	return c.f.Apply(floatKey(op, t), c.f.BoolSort(), args...)
}

// floatCompare knows only that > is < with its operands exchanged, and != the negation of ==.
func (c *coder) floatCompare(e *cil.Binary, t *cil.FloatType) smt.Term {
	x, y := c.value(e.X), c.value(e.Y)
	switch e.Op {
	case cil.Ne:
		return c.f.Not(c.floatPredicate(opNames[cil.Eq], t, x, y))
	case cil.Gt, cil.Ge:
		return c.floatPredicate(opNames[e.Op.Swap()], t, y, x)
	}
	return c.floatPredicate(opNames[e.Op], t, x, y)
}

// floatCast encodes conversions from or to floating-point types.
func (c *coder) floatCast(e *cil.Cast) smt.Term {
	from, fromFloat := e.X.Type().(*cil.FloatType)
	to, toFloat := e.T.(*cil.FloatType)
	switch {
	case fromFloat && toFloat && cil.SameType(from, to):
		return c.value(e.X)
	case toFloat && fromFloat:
		return c.floatOp(floatKey("to", from), to, c.value(e.X))
	case toFloat:
		x := c.typed(e.X)
		return c.floatOp("from."+typeKey(x.t), to, x.Term)
	}
	it := c.integer(e.T)
	if it.Kind == cil.Bool {
		return c.oneIf(c.nonzero(e.X), it)
	}
	return c.apply(floatKey("to."+typeKey(it), from), it, c.value(e.X))
}
