package enc

import (
	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// MayOverflow lists the signed operations in e, outer ones first, whose result isn't
// known to lie in their type when the values that e reads are as ranges says. Under
// [Assume] each of them that the program evaluates is an assumption.
func MayOverflow(e cil.Expr, ranges *interval.Eval) []cil.Expr {
	var out []cil.Expr
	cil.Walk(e, func(x cil.Expr) {
		if overflows(x, ranges) {
			out = append(out, x)
		}
	})
	return out
}

func overflows(e cil.Expr, ranges *interval.Eval) bool {
	var exact cil.Expr
	switch e := e.(type) {
	case *cil.Unary:
		if e.Op != cil.Neg {
			return false
		}
		exact = &cil.Unary{Op: e.Op, X: e.X, T: cil.Math}
	case *cil.Binary:
		switch e.Op {
		case cil.Add, cil.Sub, cil.Mul, cil.Div, cil.Shl:
		default:
			return false
		}
		exact = &cil.Binary{Op: e.Op, X: e.X, Y: e.Y, T: cil.Math}
	default:
		return false
	}
	t, ok := e.Type().(*cil.IntType)
	return ok && t.Signed && t.Kind != cil.MathInt && !interval.Range(t).Contains(ranges.Value(exact))
}
