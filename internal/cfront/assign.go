package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

func newInt() *big.Int { return new(big.Int) }

var assignOps = map[cc.AssignmentExpressionCase]cil.BinOp{
	cc.AssignmentExpressionMul: cil.Mul, cc.AssignmentExpressionDiv: cil.Div, cc.AssignmentExpressionMod: cil.Mod,
	cc.AssignmentExpressionAdd: cil.Add, cc.AssignmentExpressionSub: cil.Sub, cc.AssignmentExpressionLsh: cil.Shl,
	cc.AssignmentExpressionRsh: cil.Shr, cc.AssignmentExpressionAnd: cil.BitAnd, cc.AssignmentExpressionXor: cil.BitXor,
	cc.AssignmentExpressionOr: cil.BitOr,
}

// assignment elaborates l = r and l op= r. want says that the value is used.
func (x *elab) assignment(n *cc.AssignmentExpression, want bool) opd {
	switch n.Case {
	case cc.AssignmentExpressionCond:
		return x.expr(n.ConditionalExpression)
	case cc.AssignmentExpressionAssign:
		return x.simpleAssign(n, want)
	}
	o := x.expr(n.UnaryExpression)
	l := x.lvalueOf(o, n)
	var r cil.Expr
	s := x.aside(n, func() { r = x.value(n.AssignmentExpression) })
	if !s.empty() {
		l = x.freezeLval(l, s.from, n)
	}
	x.splice(s)
	old := x.rvalue(opd{l: l, q: o.q}, n)
	e := x.convert(x.apply(assignOps[n.Case], old, r, n), l.Type(), n)
	return x.store(l, e, want, n)
}

func (x *elab) simpleAssign(n *cc.AssignmentExpression, want bool) opd {
	o := x.expr(n.UnaryExpression)
	l := x.lvalueOf(o, n)
	if isArray(l.Type()) {
		x.errorf(position(n), "an array can't be assigned to")
		return opd{e: x.intZero()}
	}
	if call := directCall(n.AssignmentExpression); call != nil && fixedPlace(l) {
		r := x.call(call, l, true)
		if r.l == l {
			return opd{e: &cil.Load{L: l}}
		}
		return x.store(l, x.convert(x.rvalue(r, n), l.Type(), n), want, n)
	}
	var r cil.Expr
	s := x.aside(n, func() { r = x.convert(x.value(n.AssignmentExpression), l.Type(), n) })
	if !s.empty() {
		l = x.freezeLval(l, s.from, n)
	}
	x.splice(s)
	return x.store(l, r, want, n)
}

// directCall returns the call that n is, under parentheses, or nil.
func directCall(n cc.ExpressionNode) *cc.PostfixExpression {
	for {
		switch e := n.(type) {
		case *cc.PrimaryExpression:
			if e.Case != cc.PrimaryExpressionExpr {
				return nil
			}
			n = e.ExpressionList
		case *cc.PostfixExpression:
			if e.Case == cc.PostfixExpressionCall {
				return e
			}
			return nil
		default:
			return nil
		}
	}
}

// fixedPlace reports whether l is the same place whatever happens: no pointer, no index
// that varies.
func fixedPlace(l *cil.Lval) bool {
	if l.Base == nil {
		return false
	}
	for _, s := range l.Path {
		if s.Index != nil && reads(s.Index) || s.Field != nil && s.Field.BitField {
			return false
		}
	}
	return true
}

// store emits l = e and returns the value that the assignment has.
func (x *elab) store(l *cil.Lval, e cil.Expr, want bool, n cc.Node) opd {
	if !want {
		x.set(l, e, n)
		return opd{}
	}
	f := bitField(&cil.Load{L: l})
	if _, isConst := e.(*cil.Const); isConst && f == nil {
		x.set(l, e, n)
		return opd{e: e}
	}
	if fixedPlace(l) || f != nil {
		// A bit-field has the value that fits in it.
		l = x.freezeLval(l, len(x.fn.Nodes), n)
		x.set(l, e, n)
		return opd{e: &cil.Load{L: l}}
	}
	v := x.save("tmp", e, n)
	x.set(l, v, n)
	return opd{e: v}
}
