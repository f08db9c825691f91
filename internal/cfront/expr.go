package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// expr elaborates an expression: what it does is emitted, what it is comes back.
func (x *elab) expr(n cc.ExpressionNode) opd {
	switch n := n.(type) {
	case *cc.ConstantExpression:
		return x.expr(n.ConditionalExpression)
	case *cc.ExpressionList:
		return x.comma(n)
	case *cc.AssignmentExpression:
		return x.assignment(n, true)
	case *cc.ConditionalExpression:
		return x.conditional(n)
	case *cc.LogicalOrExpression:
		return x.logical(cil.LOr, n.LogicalOrExpression, n.LogicalAndExpression, n)
	case *cc.LogicalAndExpression:
		return x.logical(cil.LAnd, n.LogicalAndExpression, n.InclusiveOrExpression, n)
	case *cc.InclusiveOrExpression:
		return x.binary(cil.BitOr, n.InclusiveOrExpression, n.ExclusiveOrExpression, n)
	case *cc.ExclusiveOrExpression:
		return x.binary(cil.BitXor, n.ExclusiveOrExpression, n.AndExpression, n)
	case *cc.AndExpression:
		return x.binary(cil.BitAnd, n.AndExpression, n.EqualityExpression, n)
	case *cc.EqualityExpression:
		return x.binary(equalityOps[n.Case], n.EqualityExpression, n.RelationalExpression, n)
	case *cc.RelationalExpression:
		return x.binary(relationalOps[n.Case], n.RelationalExpression, n.ShiftExpression, n)
	case *cc.ShiftExpression:
		return x.binary(shiftOps[n.Case], n.ShiftExpression, n.AdditiveExpression, n)
	case *cc.AdditiveExpression:
		return x.binary(additiveOps[n.Case], n.AdditiveExpression, n.MultiplicativeExpression, n)
	case *cc.MultiplicativeExpression:
		return x.binary(multiplicativeOps[n.Case], n.MultiplicativeExpression, n.CastExpression, n)
	case *cc.CastExpression:
		return x.castExpr(n)
	case *cc.UnaryExpression:
		return x.unary(n)
	case *cc.PostfixExpression:
		return x.postfix(n)
	case *cc.PrimaryExpression:
		return x.primary(n)
	}
	x.errorf(position(n), "an expression of this form is not known")
	return opd{e: x.intZero()}
}

var (
	equalityOps       = map[cc.EqualityExpressionCase]cil.BinOp{cc.EqualityExpressionEq: cil.Eq, cc.EqualityExpressionNeq: cil.Ne}
	relationalOps     = map[cc.RelationalExpressionCase]cil.BinOp{cc.RelationalExpressionLt: cil.Lt, cc.RelationalExpressionGt: cil.Gt, cc.RelationalExpressionLeq: cil.Le, cc.RelationalExpressionGeq: cil.Ge}
	shiftOps          = map[cc.ShiftExpressionCase]cil.BinOp{cc.ShiftExpressionLsh: cil.Shl, cc.ShiftExpressionRsh: cil.Shr}
	additiveOps       = map[cc.AdditiveExpressionCase]cil.BinOp{cc.AdditiveExpressionAdd: cil.Add, cc.AdditiveExpressionSub: cil.Sub}
	multiplicativeOps = map[cc.MultiplicativeExpressionCase]cil.BinOp{cc.MultiplicativeExpressionMul: cil.Mul, cc.MultiplicativeExpressionDiv: cil.Div, cc.MultiplicativeExpressionMod: cil.Mod}
)

// value elaborates an expression for its value.
func (x *elab) value(n cc.ExpressionNode) cil.Expr { return x.rvalue(x.expr(n), n) }

// effect elaborates an expression whose value isn't used.
func (x *elab) effect(n cc.ExpressionNode) {
	switch n := n.(type) {
	case *cc.AssignmentExpression:
		x.assignment(n, false)
	case *cc.ExpressionList:
		for l := n; l != nil; l = l.ExpressionList {
			x.effect(l.AssignmentExpression)
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionInc || n.Case == cc.UnaryExpressionDec {
			x.step(n.UnaryExpression, n.Case == cc.UnaryExpressionInc, false, n)
			return
		}
		x.discard(n)
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			x.step(n.PostfixExpression, n.Case == cc.PostfixExpressionInc, false, n)
		case cc.PostfixExpressionCall:
			x.call(n, nil, false)
		default:
			x.discard(n)
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionExpr {
			x.effect(n.ExpressionList)
			return
		}
		x.discard(n)
	case *cc.CastExpression:
		if n.Case == cc.CastExpressionCast {
			x.typeName(n.TypeName)
			x.effect(n.CastExpression)
			return
		}
		x.discard(n)
	default:
		x.discard(n)
	}
}

// discard evaluates n and drops the value; a volatile lvalue is only read where it is used.
func (x *elab) discard(n cc.ExpressionNode) { x.expr(n) }

func (x *elab) comma(n *cc.ExpressionList) opd {
	for ; n.ExpressionList != nil; n = n.ExpressionList {
		x.effect(n.AssignmentExpression)
	}
	o := x.expr(n.AssignmentExpression)
	if o.l == nil || isArray(o.typ()) {
		return o
	}
	return opd{e: x.rvalue(o, n)}
}

func isArray(t cil.Type) bool { _, ok := t.(*cil.ArrayType); return ok }

func (x *elab) castExpr(n *cc.CastExpression) opd {
	if n.Case == cc.CastExpressionUnary {
		return x.expr(n.UnaryExpression)
	}
	t := x.typeName(n.TypeName)
	if isVoid(t.t) {
		x.effect(n.CastExpression)
		return opd{}
	}
	o := x.expr(n.CastExpression)
	if c, ok := t.t.(*cil.CompType); ok {
		return x.castComp(c, o, n)
	}
	e := x.rvalue(o, n)
	if r, ok := x.reinterpret(e, t.t, n); ok {
		return opd{e: r}
	}
	if r, ok := x.toOrFromComplex(e, t.t, n); ok {
		return opd{e: r}
	}
	if !cil.IsScalar(t.t) || !cil.IsScalar(e.Type()) {
		x.errorf(position(n), "a value of type %s can't be cast to %s", e.Type(), t.t)
		return opd{e: x.zero(t.t)}
	}
	return opd{e: x.cast(t.t, e)}
}

// castComp is gcc's cast to a comp: to the same type, or to a union that has a member of
// the operand's type.
func (x *elab) castComp(c *cil.CompType, o opd, n *cc.CastExpression) opd {
	e := x.rvalue(o, n)
	if cil.SameType(e.Type(), c) {
		return opd{e: e}
	}
	if r, ok := x.reinterpret(e, c, n); ok {
		return opd{e: r}
	}
	if r, ok := x.toOrFromComplex(e, c, n); ok {
		return opd{e: r}
	}
	x.complete(c)
	for _, f := range c.Fields {
		if c.Union && cil.SameType(f.Type, e.Type()) {
			v := cil.VarLval(x.temp("union_cast", c, n))
			x.set(withSel(v, cil.Sel{Field: f}), e, n)
			return opd{e: &cil.Load{L: v}}
		}
	}
	x.errorf(position(n), "a value of type %s can't be cast to %s", e.Type(), c)
	return opd{e: x.zero(c)}
}

// tryConst is the value of n if it is an integer constant expression.
func (x *elab) tryConst(n cc.ExpressionNode) (*big.Int, bool) {
	var v *big.Int
	ok := false
	x.dryRun(func() {
		at := x.cur
		if o := x.expr(n); o.e != nil {
			v, ok = cil.ConstValue(o.e)
		}
		ok = ok && x.cur == at
	})
	return v, ok
}

// constValue is the value of the integer constant expression n.
func (x *elab) constValue(n cc.ExpressionNode) *big.Int {
	v, ok := x.tryConst(n)
	if !ok {
		x.errorf(position(n), "an integer constant is needed here")
		return new(big.Int)
	}
	return v
}

// constInt is constValue for values that fit.
func (x *elab) constInt(n cc.ExpressionNode) int64 {
	v := x.constValue(n)
	if !v.IsInt64() {
		x.errorf(position(n), "the constant %v is too large", v)
		return 0
	}
	return v.Int64()
}
