package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// operands evaluates two operands from left to right. If the right one does something,
// the left one's value is kept from before.
func (x *elab) operands(l, r cc.ExpressionNode) (a, b cil.Expr) {
	a = x.value(l)
	s := x.aside(r, func() { b = x.value(r) })
	if !s.empty() {
		a = x.freeze(a, s.from, l)
	}
	x.splice(s)
	return a, b
}

func (x *elab) binary(op cil.BinOp, l, r cc.ExpressionNode, n cc.Node) opd {
	if !isNode(l) {
		return x.expr(r)
	}
	a, b := x.operands(l, r)
	return opd{e: x.apply(op, a, b, n)}
}

// apply makes the expression a op b with C's conversions.
func (x *elab) apply(op cil.BinOp, a, b cil.Expr, n cc.Node) cil.Expr {
	ta, tb := a.Type(), b.Type()
	switch {
	case x.asVector(ta) != nil, x.asVector(tb) != nil:
		return x.vectorOp(op, a, b, n)
	case x.asComplex(ta) != nil, x.asComplex(tb) != nil:
		return x.complexOp(op, a, b, n)
	case op.IsCompare():
		return x.compare(op, a, b, n)
	case cil.IsPointer(ta) || cil.IsPointer(tb):
		return x.pointerArith(op, a, b, n)
	case !isArith(ta) || !isArith(tb):
		return x.badOperands(a, b, n)
	case op == cil.Shl || op == cil.Shr:
		return x.shift(op, a, b, n)
	}
	_, fa := ta.(*cil.FloatType)
	_, fb := tb.(*cil.FloatType)
	if (fa || fb) && op != cil.Add && op != cil.Sub && op != cil.Mul && op != cil.Div {
		return x.badOperands(a, b, n)
	}
	a, b = x.usual(a, b)
	return x.fold(op, a, b, a.Type())
}

// fold makes a binary expression and folds it, but not where signed overflow would be hidden.
func (x *elab) fold(op cil.BinOp, a, b cil.Expr, t cil.Type) cil.Expr {
	e := cil.MakeBinary(op, a, b, t)
	c, ok := e.(*cil.Const)
	if !ok || !c.T.Signed || op > cil.Mul && op != cil.Div && op != cil.Mod {
		return e
	}
	va, _ := cil.ConstValue(a)
	vb, _ := cil.ConstValue(b)
	exact := new(big.Int)
	switch op {
	case cil.Add:
		exact.Add(va, vb)
	case cil.Sub:
		exact.Sub(va, vb)
	case cil.Mul:
		exact.Mul(va, vb)
	case cil.Div:
		exact.Quo(va, vb)
	default:
		return e
	}
	if !holds(c.T, exact) {
		return &cil.Binary{Op: op, X: a, Y: b, T: t}
	}
	return e
}

func (x *elab) badOperands(a, b cil.Expr, n cc.Node) cil.Expr {
	x.errorf(position(n), "the operator can't be applied to %s and %s", a.Type(), b.Type())
	return x.intZero()
}

func (x *elab) shift(op cil.BinOp, a, b cil.Expr, n cc.Node) cil.Expr {
	a, b = x.promote(a), x.promote(b)
	if !cil.IsInteger(a.Type()) || !cil.IsInteger(b.Type()) {
		return x.badOperands(a, b, n)
	}
	return cil.MakeBinary(op, a, b, a.Type())
}

// pointerArith is pointer +- integer, integer + pointer, pointer - pointer.
func (x *elab) pointerArith(op cil.BinOp, a, b cil.Expr, n cc.Node) cil.Expr {
	pa, pb := cil.IsPointer(a.Type()), cil.IsPointer(b.Type())
	switch {
	case op == cil.Add && pa && cil.IsInteger(b.Type()):
		return x.pointerAdd(cil.PtrAdd, a, b, n)
	case op == cil.Add && pb && cil.IsInteger(a.Type()):
		return x.pointerAdd(cil.PtrAdd, b, a, n)
	case op == cil.Sub && pa && cil.IsInteger(b.Type()):
		return x.pointerAdd(cil.PtrSub, a, b, n)
	case op == cil.Sub && pa && pb:
		return x.pointerDiff(a, b, n)
	}
	return x.badOperands(a, b, n)
}

func (x *elab) pointerAdd(op cil.BinOp, p, i cil.Expr, n cc.Node) cil.Expr {
	pt := p.Type().(*cil.PtrType)
	if size := x.runtimeSize(pt.Elem); size != nil {
		return x.fixedStride(op, p, x.promote(i), size)
	}
	if x.sizeOf(pt.Elem) < 0 {
		x.errorf(position(n), "arithmetic on a pointer to the incomplete type %s", pt.Elem)
	}
	i = x.promote(i)
	if cil.IsZero(i) {
		return p
	}
	return &cil.Binary{Op: op, X: p, Y: i, T: pt}
}

func (x *elab) pointerDiff(a, b cil.Expr, n cc.Node) cil.Expr {
	t := x.model.PtrDiffT()
	size := x.sizeOf(a.Type().(*cil.PtrType).Elem)
	va, oka := x.addressConst(a)
	vb, okb := x.addressConst(b)
	if oka && okb && size > 0 {
		d := new(big.Int).Sub(va, vb)
		return &cil.Const{T: t, Val: t.Wrap(d.Quo(d, big.NewInt(size)))}
	}
	if run := x.runtimeSize(a.Type().(*cil.PtrType).Elem); run != nil {
		bytes := &cil.PtrType{Elem: x.model.Int(cil.Char)}
		d := &cil.Binary{Op: cil.PtrDiff, X: x.cast(bytes, a), Y: x.cast(bytes, b), T: t}
		return cil.MakeBinary(cil.Div, d, x.cast(t, run), t)
	}
	if size <= 0 {
		x.errorf(position(n), "the difference of pointers to %s has no meaning", a.Type().(*cil.PtrType).Elem)
		return cil.IntConst(t, 0)
	}
	if !cil.SameType(a.Type(), b.Type()) {
		b = x.cast(a.Type(), b)
	}
	return &cil.Binary{Op: cil.PtrDiff, X: a, Y: b, T: t}
}

// compare brings both sides to a common type.
func (x *elab) compare(op cil.BinOp, a, b cil.Expr, n cc.Node) cil.Expr {
	ta, tb := a.Type(), b.Type()
	switch {
	case isArith(ta) && isArith(tb):
		a, b = x.usual(a, b)
	case cil.IsPointer(ta) && cil.IsPointer(tb):
		a, b = x.commonPointer(a, b)
	case cil.IsPointer(ta) && cil.IsInteger(tb):
		b = x.cast(ta, b)
	case cil.IsInteger(ta) && cil.IsPointer(tb):
		a = x.cast(tb, a)
	default:
		return x.badOperands(a, b, n)
	}
	if va, ok := x.addressConst(a); ok {
		if vb, ok := x.addressConst(b); ok {
			t := x.model.SizeT()
			return cil.MakeBinary(op, &cil.Const{T: t, Val: t.Wrap(va)}, &cil.Const{T: t, Val: t.Wrap(vb)}, x.intType())
		}
	}
	return cil.MakeBinary(op, a, b, x.intType())
}

// commonPointer converts two pointers to one type: to void * if one is, else to the left one's.
func (x *elab) commonPointer(a, b cil.Expr) (cil.Expr, cil.Expr) {
	ta, tb := a.Type().(*cil.PtrType), b.Type().(*cil.PtrType)
	switch {
	case cil.SameType(ta, tb):
		return a, b
	case cil.IsZero(a), isVoid(tb.Elem) && !cil.IsZero(b):
		return x.cast(tb, a), b
	}
	return a, x.cast(ta, b)
}
