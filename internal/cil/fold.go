package cil

import "math/big"

// Not returns the negation of the condition e.
func Not(e Expr) Expr {
	switch e := e.(type) {
	case *Const:
		return truthConst(e.Val.Sign() == 0)
	case *Unary:
		if e.Op == LogNot && isBoolean(e.X) {
			return e.X
		}
	case *Binary:
		if e.Op.IsCompare() && (IsInteger(e.X.Type()) || IsPointer(e.X.Type())) {
			return &Binary{Op: e.Op.Negate(), X: e.X, Y: e.Y, T: e.T}
		}
	}
	return &Unary{Op: LogNot, X: e, T: boolResult}
}

// boolResult is the type of conditions that are made here: int.
var boolResult = &IntType{Kind: Int, Bits: 32, Bytes: 4, Signed: true}

func truthConst(b bool) Expr {
	if b {
		return &Const{T: boolResult, Val: big.NewInt(1)}
	}
	return &Const{T: boolResult, Val: new(big.Int)}
}

// isBoolean reports whether e is always 0 or 1.
func isBoolean(e Expr) bool {
	switch e := e.(type) {
	case *Unary:
		return e.Op == LogNot
	case *Binary:
		return e.Op >= Eq
	}
	return false
}

// Truth returns e as a condition: e itself if it is one, else e != 0.
func Truth(e Expr) Expr {
	if isBoolean(e) {
		return e
	}
	return &Binary{Op: Ne, X: e, Y: zeroOf(e.Type()), T: boolResult}
}

func zeroOf(t Type) Expr {
	if it, ok := t.(*IntType); ok {
		return &Const{T: it, Val: new(big.Int)}
	}
	return &Cast{T: t, X: truthConst(false)}
}

// MakeCast converts e to t, folding integer constants and dropping conversions to the
// same type.
func MakeCast(t Type, e Expr) Expr {
	if SameType(t, e.Type()) {
		return qualified(t, e)
	}
	if p, ok := Enclosing(t, e); ok {
		return p
	}
	if c, ok := e.(*Const); ok {
		if it, ok := t.(*IntType); ok {
			return &Const{T: it, Val: it.Wrap(c.Val)}
		}
	}
	return &Cast{T: t, X: e}
}

// qualified returns e, which has the type t but perhaps not its qualifiers, as one of type
// t. They matter where t is volatile, or isn't const any more.
func qualified(t Type, e Expr) Expr {
	to, ok := t.(*PtrType)
	if !ok {
		return e
	}
	from := e.Type().(*PtrType)
	if (from.Volatile || !to.Volatile) && (to.Const || !from.Const) {
		return e
	}
	if a, ok := e.(*AddrOf); ok {
		return &AddrOf{L: a.L, T: to}
	}
	return &Cast{T: t, X: e}
}

// MakeCond returns c ? a : b, folded if c is a constant.
func MakeCond(c, a, b Expr, t Type) Expr {
	if v, ok := ConstValue(c); ok {
		if v.Sign() != 0 {
			return a
		}
		return b
	}
	if Equal(a, b) {
		return a
	}
	return &Cond{C: c, A: a, B: b, T: t}
}

// MakeBinary returns x op y of type t, folded if both are integer constants and the
// result is defined.
func MakeBinary(op BinOp, x, y Expr, t Type) Expr {
	a, ok1 := ConstValue(x)
	b, ok2 := ConstValue(y)
	it, ok3 := t.(*IntType)
	if ok1 && ok2 && ok3 {
		if v, ok := foldBinary(op, a, b, it); ok {
			return &Const{T: it, Val: v}
		}
	}
	return &Binary{Op: op, X: x, Y: y, T: t}
}

func foldBinary(op BinOp, a, b *big.Int, t *IntType) (*big.Int, bool) {
	flag := func(v bool) (*big.Int, bool) {
		if v {
			return big.NewInt(1), true
		}
		return new(big.Int), true
	}
	switch op {
	case Eq, Ne, Lt, Le, Gt, Ge:
		return flag(op.Holds(a.Cmp(b)))
	case LAnd:
		return flag(a.Sign() != 0 && b.Sign() != 0)
	case LOr:
		return flag(a.Sign() != 0 || b.Sign() != 0)
	}
	v := new(big.Int)
	switch op {
	case Add:
		v.Add(a, b)
	case Sub:
		v.Sub(a, b)
	case Mul:
		v.Mul(a, b)
	case Div, Mod:
		if b.Sign() == 0 || t.Wrap(v.Quo(a, b)).Cmp(v) != 0 {
			return nil, false
		}
		if op == Div {
			v.Quo(a, b)
		} else {
			v.Rem(a, b)
		}
	case BitAnd:
		v.And(a, b)
	case BitOr:
		v.Or(a, b)
	case BitXor:
		v.Xor(a, b)
	case Shl, Shr:
		if b.Sign() < 0 || b.Cmp(big.NewInt(shiftLimit(t))) >= 0 {
			return nil, false
		}
		if op == Shl {
			v.Lsh(a, uint(b.Int64()))
		} else {
			v.Rsh(a, uint(b.Int64()))
		}
	default:
		return nil, false
	}
	w := t.Wrap(v)
	if op <= Mod && t.Signed && w.Cmp(v) != 0 {
		return nil, false // signed overflow
	}
	return w, true
}

// shiftLimit is the first number of places by which a shift in t isn't folded.
func shiftLimit(t *IntType) int64 {
	if t.Kind == MathInt {
		return 256
	}
	return int64(t.Bits)
}
