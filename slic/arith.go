package slic

import (
	"math/big"

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
		return folded(&cil.Binary{Op: op, X: x, Y: y, T: t.int()})
	}
	x, y := t.expr(e.X), t.expr(e.Y)
	if x == nil || y == nil {
		return nil
	}
	if op.IsCompare() {
		if x, y = t.balance(x, y, e.Pos); x == nil {
			return nil
		}
		return folded(&cil.Binary{Op: op, X: x, Y: y, T: t.int()})
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
		x, y = convert(x, common), convert(y, common)
	}
	if v, ok := cil.ConstValue(y); ok && v.Sign() == 0 && (op == cil.Div || op == cil.Mod) {
		t.errorf(e.Pos, "division by zero")
		return nil
	}
	return folded(&cil.Binary{Op: op, X: x, Y: y, T: x.Type()})
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
		return convert(x, common), convert(y, common)
	case cil.IsPointer(xt) && cil.IsZero(y):
		return x, t.null(xt)
	case cil.IsPointer(yt) && cil.IsZero(x):
		return t.null(yt), y
	case cil.IsPointer(xt) && cil.IsPointer(yt) && (cil.SameType(xt, yt) || isVoidPtr(xt)):
		return x, convert(y, xt)
	case cil.IsPointer(xt) && isVoidPtr(yt):
		return convert(x, yt), y
	}
	t.errorf(pos, "the types %s and %s can't be compared: expected two integers or two pointers of one type", xt, yt)
	return nil, nil
}

// folded returns e as a constant if its operands are.
func folded(e cil.Expr) cil.Expr {
	if v, ok := foldInt(e); ok {
		t := e.Type().(*cil.IntType)
		return &cil.Const{T: t, Val: t.Wrap(v)}
	}
	return e
}

// foldInt returns the value of an operator on constants, not yet wrapped to its type.
func foldInt(e cil.Expr) (*big.Int, bool) {
	switch e := e.(type) {
	case *cil.Const:
		return e.Val, true
	case *cil.Unary:
		x, ok := cil.ConstValue(e.X)
		if !ok {
			return nil, false
		}
		switch e.Op {
		case cil.Neg:
			return new(big.Int).Neg(x), true
		case cil.BitNot:
			return new(big.Int).Not(x), true
		}
		return boolInt(x.Sign() == 0), true
	case *cil.Binary:
		x, okx := cil.ConstValue(e.X)
		y, oky := cil.ConstValue(e.Y)
		if okx && oky {
			return foldBinary(e.Op, x, y)
		}
	}
	return nil, false
}

// foldBinary applies op to constants; it leaves out what C leaves undefined.
func foldBinary(op cil.BinOp, x, y *big.Int) (*big.Int, bool) {
	z := new(big.Int)
	switch op {
	case cil.Add:
		return z.Add(x, y), true
	case cil.Sub:
		return z.Sub(x, y), true
	case cil.Mul:
		return z.Mul(x, y), true
	case cil.Div, cil.Mod:
		if y.Sign() == 0 {
			return nil, false
		}
		if op == cil.Div {
			return z.Quo(x, y), true
		}
		return z.Rem(x, y), true
	case cil.BitAnd:
		return z.And(x, y), true
	case cil.BitOr:
		return z.Or(x, y), true
	case cil.BitXor:
		return z.Xor(x, y), true
	case cil.Shl, cil.Shr:
		return foldShift(op, x, y)
	case cil.LAnd:
		return boolInt(x.Sign() != 0 && y.Sign() != 0), true
	case cil.LOr:
		return boolInt(x.Sign() != 0 || y.Sign() != 0), true
	}
	return boolInt(compare(op, x.Cmp(y))), true
}

func foldShift(op cil.BinOp, x, y *big.Int) (*big.Int, bool) {
	if y.Sign() < 0 || y.BitLen() > 6 {
		return nil, false
	}
	if op == cil.Shl {
		return new(big.Int).Lsh(x, uint(y.Uint64())), true
	}
	return new(big.Int).Rsh(x, uint(y.Uint64())), true
}

// compare reports whether op holds for operands whose comparison gave sign.
func compare(op cil.BinOp, sign int) bool {
	switch op {
	case cil.Eq:
		return sign == 0
	case cil.Ne:
		return sign != 0
	case cil.Lt:
		return sign < 0
	case cil.Le:
		return sign <= 0
	case cil.Gt:
		return sign > 0
	}
	return sign >= 0
}

func boolInt(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}
