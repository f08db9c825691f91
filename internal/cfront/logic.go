package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// logical is && and || for their value: an expression if the right side does nothing,
// else control flow into a temporary.
func (x *elab) logical(op cil.BinOp, l, r cc.ExpressionNode, n cc.Node) opd {
	if !isNode(l) {
		return x.expr(r)
	}
	a := x.scalarTruth(l)
	if v, ok := cil.ConstValue(a); ok && (v.Sign() == 0) == (op == cil.LAnd) {
		x.dryRun(func() { x.scalarTruth(r) })
		return opd{e: x.boolConst(op == cil.LOr)}
	} else if ok {
		return opd{e: x.scalarTruth(r)}
	}
	var b cil.Expr
	s := x.aside(n, func() { b = x.scalarTruth(r) })
	if s.empty() {
		return opd{e: cil.MakeBinary(op, a, b, x.intType())}
	}
	v := cil.VarLval(x.temp("tmp", x.intType(), n))
	short, join := x.orphan(position(n)), x.orphan(position(n))
	if op == cil.LAnd {
		x.branch(a, s.head, short, position(n))
	} else {
		x.branch(a, short, s.head, position(n))
	}
	x.cur = s.tail
	x.set(v, b, n)
	x.jump(join)
	x.cur = short
	x.set(v, x.boolConst(op == cil.LOr), n)
	x.jump(join)
	x.cur = join
	return opd{e: &cil.Load{L: v}}
}

// scalarTruth is the value of n as a condition.
func (x *elab) scalarTruth(n cc.ExpressionNode) cil.Expr {
	e := x.value(n)
	if !cil.IsScalar(e.Type()) {
		x.errorf(position(n), "a condition can't have type %s", e.Type())
		return x.intZero()
	}
	return x.truth(e)
}

// conditional is c ? a : b, and gcc's c ?: b, for its value.
func (x *elab) conditional(n *cc.ConditionalExpression) opd {
	if n.Case == cc.ConditionalExpressionLOr {
		return x.expr(n.LogicalOrExpression)
	}
	c := x.value(n.LogicalOrExpression)
	if !cil.IsScalar(c.Type()) {
		x.errorf(position(n), "a condition can't have type %s", c.Type())
		return opd{e: x.intZero()}
	}
	first := func() opd { return x.expr(n.ExpressionList) }
	if !isNode(n.ExpressionList) {
		c = x.keep(c, n)
		first = func() opd { return opd{e: c} }
	}
	second := func() opd { return x.expr(n.ConditionalExpression) }
	cond := x.truth(c)
	if v, ok := cil.ConstValue(cond); ok {
		return x.chosen(v.Sign() != 0, first, second, n)
	}
	return x.either(cond, first, second, n)
}

// chosen is a conditional whose condition is a constant: only one side is evaluated, but
// the type comes from both.
func (x *elab) chosen(yes bool, first, second func() opd, n cc.Node) opd {
	if !yes {
		first, second = second, first
	}
	var other cil.Expr
	x.dryRun(func() {
		if o := second(); !isVoid(o.typ()) {
			other = x.rvalue(o, n)
		}
	})
	o := first()
	if isVoid(o.typ()) || other == nil {
		return opd{}
	}
	e := x.rvalue(o, n)
	return opd{e: x.convert(e, x.condType(e, other, n), n)}
}

// either is a conditional whose condition is not a constant.
func (x *elab) either(cond cil.Expr, first, second func() opd, n cc.Node) opd {
	var a, b cil.Expr
	eval := func(f func() opd, e *cil.Expr) side {
		return x.aside(n, func() {
			if o := f(); !isVoid(o.typ()) {
				*e = x.rvalue(o, n)
			}
		})
	}
	sa, sb := eval(first, &a), eval(second, &b)
	if a == nil || b == nil {
		x.diamond(cond, sa, sb, nil, nil, nil, n)
		return opd{}
	}
	t := x.condType(a, b, n)
	if sa.empty() && sb.empty() {
		return opd{e: cil.MakeCond(cond, x.convert(a, t, n), x.convert(b, t, n), t)}
	}
	v := cil.VarLval(x.temp("tmp", t, n))
	x.diamond(cond, sa, sb, v, x.convert(a, t, n), x.convert(b, t, n), n)
	return opd{e: &cil.Load{L: v}}
}

// diamond branches on cond to two pieces, sets v at the end of each unless nil, and joins.
func (x *elab) diamond(cond cil.Expr, sa, sb side, v *cil.Lval, a, b cil.Expr, n cc.Node) {
	x.branch(cond, sa.head, sb.head, position(n))
	join := x.orphan(position(n))
	x.cur = sa.tail
	if v != nil {
		x.set(v, a, n)
	}
	x.jump(join)
	x.cur = sb.tail
	if v != nil {
		x.set(v, b, n)
	}
	x.jump(join)
	x.cur = join
}

// condType is the common type of the two sides of a conditional.
func (x *elab) condType(a, b cil.Expr, n cc.Node) cil.Type {
	ta, tb := a.Type(), b.Type()
	switch {
	case isArith(ta) && isArith(tb):
		return x.commonType(x.promote(a).Type(), x.promote(b).Type())
	case cil.SameType(ta, tb):
		return ta
	case cil.IsPointer(ta) && cil.IsPointer(tb):
		return condPointer(a, b)
	case cil.IsPointer(ta) && cil.IsInteger(tb):
		return ta
	case cil.IsPointer(tb) && cil.IsInteger(ta):
		return tb
	}
	x.badOperands(a, b, n)
	return ta
}

func condPointer(a, b cil.Expr) cil.Type {
	ta, tb := a.Type().(*cil.PtrType), b.Type().(*cil.PtrType)
	switch {
	case cil.IsZero(a) && isVoid(ta.Elem):
		return tb
	case cil.IsZero(b) && isVoid(tb.Elem):
		return ta
	case isVoid(tb.Elem):
		return tb
	}
	return ta
}

// cond goes to t if n is not zero, else to f. &&, ||, ! and ?: become branches.
func (x *elab) cond(n cc.ExpressionNode, t, f *cil.Node) {
	switch e := n.(type) {
	case *cc.PrimaryExpression:
		if e.Case == cc.PrimaryExpressionExpr {
			x.cond(e.ExpressionList, t, f)
			return
		}
	case *cc.UnaryExpression:
		if e.Case == cc.UnaryExpressionNot {
			x.cond(e.CastExpression, f, t)
			return
		}
	case *cc.LogicalAndExpression:
		if e.Case == cc.LogicalAndExpressionLAnd {
			mid := x.orphan(position(e))
			x.cond(e.LogicalAndExpression, mid, f)
			x.cur = mid
			x.cond(e.InclusiveOrExpression, t, f)
			return
		}
	case *cc.LogicalOrExpression:
		if e.Case == cc.LogicalOrExpressionLOr {
			mid := x.orphan(position(e))
			x.cond(e.LogicalOrExpression, t, mid)
			x.cur = mid
			x.cond(e.LogicalAndExpression, t, f)
			return
		}
	case *cc.ExpressionList:
		for l := e; l != nil; l = l.ExpressionList {
			if l.ExpressionList == nil {
				x.cond(l.AssignmentExpression, t, f)
				return
			}
			x.effect(l.AssignmentExpression)
		}
	case *cc.PostfixExpression:
		if arg := x.expectArg(e); arg != nil {
			x.cond(arg, t, f)
			return
		}
	}
	x.branch(x.scalarTruth(n), t, f, position(n))
}

// branch goes to t if e is not zero, else to f, and decomposes e into atoms.
func (x *elab) branch(e cil.Expr, t, f *cil.Node, pos source.Pos) {
	switch c := e.(type) {
	case *cil.Const:
		if c.Val.Sign() != 0 {
			x.jump(t)
		} else {
			x.jump(f)
		}
		x.dead()
		return
	case *cil.Unary:
		if c.Op == cil.LogNot {
			x.branch(x.truth(c.X), f, t, pos)
			return
		}
	case *cil.Binary:
		if c.Op == cil.LAnd || c.Op == cil.LOr {
			mid := x.orphan(pos)
			if c.Op == cil.LAnd {
				x.branch(x.truth(c.X), mid, f, pos)
			} else {
				x.branch(x.truth(c.X), t, mid, pos)
			}
			x.cur = mid
			x.branch(x.truth(c.Y), t, f, pos)
			return
		}
	}
	b := x.emit(&cil.Branch{E: x.truth(e)}, pos)
	b.Succs = []*cil.Node{t, f}
	x.dead()
}
