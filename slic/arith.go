package slic

import (
	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// binOps are the operators on integers and how they are spelled.
var binOps = map[string]cil.BinOp{
	"+": cil.Add, "-": cil.Sub, "*": cil.Mul, "/": cil.Div, "%": cil.Mod,
	"&": cil.BitAnd, "|": cil.BitOr, "^": cil.BitXor, "<<": cil.Shl, ">>": cil.Shr,
	"==": cil.Eq, "!=": cil.Ne, "<": cil.Lt, "<=": cil.Le, ">": cil.Gt, ">=": cil.Ge,
	"&&": cil.LAnd, "||": cil.LOr,
}

func (t *translator) binary(e *Binary) cil.Expr {
	op := binOps[e.Op]
	if op == cil.LAnd || op == cil.LOr {
		x, y := t.truth(e.X), t.truth(e.Y)
		if x == nil || y == nil {
			return nil
		}
		return cil.MakeBinary(op, x, y, t.int())
	}
	x, y := t.expr(e.X), t.expr(e.Y)
	if x == nil || y == nil {
		return nil
	}
	if op.IsCompare() {
		if x, y = t.balance(x, y, e.Pos); x == nil {
			return nil
		}
		return cil.MakeBinary(op, x, y, t.int())
	}
	if cil.IsPointer(x.Type()) || cil.IsPointer(y.Type()) {
		return t.pointerArith(op, x, y, e)
	}
	return t.intArith(op, x, y, e)
}

func (t *translator) intArith(op cil.BinOp, x, y cil.Expr, e *Binary) cil.Expr {
	if !t.integer(x, e.Pos, e.Op) || !t.integer(y, e.Pos, e.Op) {
		return nil
	}
	x, y = t.promote(x), t.promote(y)
	if op != cil.Shl && op != cil.Shr {
		common := t.commonType(x.Type().(*cil.IntType), y.Type().(*cil.IntType))
		x, y = cil.MakeCast(common, x), cil.MakeCast(common, y)
	}
	if v, ok := cil.ConstValue(y); ok && v.Sign() == 0 && (op == cil.Div || op == cil.Mod) {
		t.errorf(e.Pos, "division by zero")
		return nil
	}
	return cil.MakeBinary(op, x, y, x.Type())
}

// pointerArith types p + i, i + p, p - i and p - q.
func (t *translator) pointerArith(op cil.BinOp, x, y cil.Expr, e *Binary) cil.Expr {
	if op == cil.Add && cil.IsInteger(x.Type()) {
		x, y = y, x
	}
	switch {
	case op == cil.Add && cil.IsInteger(y.Type()):
		return &cil.Binary{Op: cil.PtrAdd, X: x, Y: t.promote(y), T: x.Type()}
	case op == cil.Sub && cil.IsInteger(y.Type()):
		return &cil.Binary{Op: cil.PtrSub, X: x, Y: t.promote(y), T: x.Type()}
	case op == cil.Sub && cil.SameType(x.Type(), y.Type()):
		return &cil.Binary{Op: cil.PtrDiff, X: x, Y: y, T: t.decls.Model().PtrDiffT()}
	}
	t.errorf(e.Pos, "%s can't be applied to the types %s and %s", e.Op, x.Type(), y.Type())
	return nil
}

// balance gives two values one type, for a comparison or a conditional expression.
func (t *translator) balance(x, y cil.Expr, pos source.Pos) (cil.Expr, cil.Expr) {
	xt, yt := x.Type(), y.Type()
	switch {
	case cil.IsInteger(xt) && cil.IsInteger(yt):
		x, y = t.promote(x), t.promote(y)
		common := t.commonType(x.Type().(*cil.IntType), y.Type().(*cil.IntType))
		return cil.MakeCast(common, x), cil.MakeCast(common, y)
	case cil.IsPointer(xt) && cil.IsZero(y):
		return x, t.null(xt)
	case cil.IsPointer(yt) && cil.IsZero(x):
		return t.null(yt), y
	case cil.IsPointer(xt) && cil.IsPointer(yt) && (cil.SameType(xt, yt) || isVoidPtr(xt)):
		return x, cil.MakeCast(xt, y)
	case cil.IsPointer(xt) && isVoidPtr(yt):
		return cil.MakeCast(yt, x), y
	}
	t.errorf(pos, "the types %s and %s can't be compared: expected two integers or two pointers of one type", xt, yt)
	return nil, nil
}
