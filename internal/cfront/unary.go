package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

func (x *elab) unary(n *cc.UnaryExpression) opd {
	switch n.Case {
	case cc.UnaryExpressionPostfix:
		return x.expr(n.PostfixExpression)
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return x.step(n.UnaryExpression, n.Case == cc.UnaryExpressionInc, true, n)
	case cc.UnaryExpressionAddrof:
		return x.addressOf(n)
	case cc.UnaryExpressionDeref:
		return x.star(n)
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		return opd{e: x.sign(n)}
	case cc.UnaryExpressionNot:
		e := x.value(n.CastExpression)
		if !cil.IsScalar(e.Type()) {
			return opd{e: x.badOperands(e, e, n)}
		}
		return opd{e: x.not(e)}
	case cc.UnaryExpressionSizeofExpr:
		return opd{e: x.sizeofExpr(n)}
	case cc.UnaryExpressionSizeofType:
		return opd{e: x.sizeofType(x.typeName(n.TypeName).t, n)}
	case cc.UnaryExpressionAlignofType:
		return opd{e: cil.IntConst(x.model.SizeT(), x.alignOfName(n.TypeName))}
	case cc.UnaryExpressionAlignofExpr:
		return opd{e: cil.IntConst(x.model.SizeT(), x.alignOfOperand(n.UnaryExpression))}
	case cc.UnaryExpressionLabelAddr:
		return x.labelAddress(n)
	}
	return x.complexPart(n)
}

// alignOfOperand is the alignment of an operand: that of its type, or what an attribute of
// the member or variable that it is says.
func (x *elab) alignOfOperand(n cc.ExpressionNode) int64 {
	var o opd
	x.dryRun(func() { o = x.expr(n) })
	at := int64(0)
	if o.l != nil {
		switch k := len(o.l.Path); {
		case k > 0 && o.l.Path[k-1].Field != nil:
			at = x.fieldAligns[o.l.Path[k-1].Field]
		case k == 0 && o.l.Base != nil:
			at = x.varAligns[o.l.Base]
		}
	}
	return max(at, x.alignOf(o.typ()))
}

// sign is + - ~.
func (x *elab) sign(n *cc.UnaryExpression) cil.Expr {
	e := x.promote(x.value(n.CastExpression))
	if x.asVector(e.Type()) != nil {
		return x.vectorSign(e, n)
	}
	if c := x.asComplex(e.Type()); c != nil {
		return x.opaqueValue(codeComplex, "arithmetic on complex numbers", c, n)
	}
	return x.signed(e, n)
}

// signed applies the sign to the promoted value e.
func (x *elab) signed(e cil.Expr, n *cc.UnaryExpression) cil.Expr {
	t := e.Type()
	if !isArith(t) || n.Case == cc.UnaryExpressionCpl && !cil.IsInteger(t) {
		return x.badOperands(e, e, n)
	}
	switch n.Case {
	case cc.UnaryExpressionPlus:
		return e
	case cc.UnaryExpressionMinus:
		return x.negate(e)
	}
	if v, ok := cil.ConstValue(e); ok {
		it := t.(*cil.IntType)
		return &cil.Const{T: it, Val: it.Wrap(newInt().Not(v))}
	}
	return &cil.Unary{Op: cil.BitNot, X: e, T: t}
}

func (x *elab) negate(e cil.Expr) cil.Expr {
	t := e.Type()
	if v, ok := cil.ConstValue(e); ok {
		it := t.(*cil.IntType)
		if neg := newInt().Neg(v); !it.Signed || holds(it, neg) {
			return &cil.Const{T: it, Val: it.Wrap(neg)}
		}
	}
	return &cil.Unary{Op: cil.Neg, X: e, T: t}
}

func (x *elab) addressOf(n *cc.UnaryExpression) opd {
	o := x.expr(n.CastExpression)
	if o.isFn {
		x.takeFunc(o.e)
		return opd{e: x.perhapsNull(o.e, n)}
	}
	l := x.lvalueOf(o, n)
	if len(l.Path) > 0 {
		if f := l.Path[len(l.Path)-1].Field; f != nil && f.BitField {
			x.errorf(position(n), "a bit-field has no address")
		}
	}
	if l.Mem != nil && len(l.Path) == 0 {
		return opd{e: l.Mem}
	}
	x.takeAddr(l)
	return opd{e: x.perhapsNull(&cil.AddrOf{L: l, T: pointerTo(qtype{l.Type(), o.q})}, n)}
}

// star is *p. A call of va_arg has this form too.
func (x *elab) star(n *cc.UnaryExpression) opd {
	if t, ok := x.vaArg(n.CastExpression); ok {
		return opd{e: t}
	}
	o := x.expr(n.CastExpression)
	if o.isFn {
		return o
	}
	if isArray(o.typ()) && o.l != nil && x.decayed(o.l, o.q) == nil {
		return opd{l: withIndex(o.l, cil.IntConst(indexType, 0)), q: o.q}
	}
	return x.deref(x.rvalue(o, n), n)
}

func (x *elab) sizeofExpr(n *cc.UnaryExpression) cil.Expr {
	var t cil.Type
	x.dryRun(func() { t = x.expr(n.UnaryExpression).typ() })
	if isFlexible(t) && x.runtimeSize(t) == nil && x.body != nil && x.dry == 0 {
		t = x.expr(n.UnaryExpression).typ()
	}
	return x.sizeofType(t, n)
}

func (x *elab) sizeofType(t cil.Type, n cc.Node) cil.Expr {
	size := x.sizeOf(t)
	if size >= 0 {
		return cil.IntConst(x.model.SizeT(), size)
	}
	if size := x.runtimeSize(t); size != nil {
		return size
	}
	x.errorf(position(n), "the size of %s is not known", t)
	return cil.IntConst(x.model.SizeT(), 1)
}

// step is ++x or --x: x += 1 or x -= 1. want says that the value is used.
func (x *elab) step(operand cc.ExpressionNode, inc, want bool, n cc.Node) opd {
	o := x.expr(operand)
	l := x.lvalueOf(o, n)
	old := x.rvalue(o, n)
	op := cil.Sub
	if inc {
		op = cil.Add
	}
	if !cil.IsScalar(old.Type()) {
		return opd{e: x.badOperands(old, old, n)}
	}
	return x.store(l, x.convert(x.apply(op, old, x.boolConst(true), n), l.Type(), n), want, n)
}

// postStep is x++ or x--: the value is that from before.
func (x *elab) postStep(n *cc.PostfixExpression) opd {
	o := x.expr(n.PostfixExpression)
	l := x.lvalueOf(o, n)
	old := x.save("tmp", x.rvalue(o, n), n)
	op := cil.Sub
	if n.Case == cc.PostfixExpressionInc {
		op = cil.Add
	}
	if !cil.IsScalar(old.Type()) {
		return opd{e: x.badOperands(old, old, n)}
	}
	x.set(l, x.convert(x.apply(op, old, x.boolConst(true), n), l.Type(), n), n)
	return opd{e: old}
}
