package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

func (x *elab) postfix(n *cc.PostfixExpression) opd {
	switch n.Case {
	case cc.PostfixExpressionPrimary:
		return x.expr(n.PrimaryExpression)
	case cc.PostfixExpressionIndex:
		return x.index(n)
	case cc.PostfixExpressionCall:
		return x.call(n, nil, true)
	case cc.PostfixExpressionSelect:
		o := x.expr(n.PostfixExpression)
		return x.selectMember(x.materialise(o, n), n.Token2, n)
	case cc.PostfixExpressionPSelect:
		return x.selectMember(x.arrow(n), n.Token2, n)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return x.postStep(n)
	case cc.PostfixExpressionComplit:
		return x.compoundLiteral(n)
	}
	x.errorf(position(n), "an expression of this form is not known")
	return opd{e: x.intZero()}
}

// arrow is what the left side of -> points to.
func (x *elab) arrow(n *cc.PostfixExpression) opd {
	o := x.expr(n.PostfixExpression)
	if isArray(o.typ()) && o.l != nil {
		return opd{l: withIndex(o.l, cil.IntConst(indexType, 0)), q: o.q}
	}
	return x.deref(x.rvalue(o, n), n)
}

// index is a[i]: of an array a part of it, of a pointer *(a + i).
func (x *elab) index(n *cc.PostfixExpression) opd {
	o := x.expr(n.PostfixExpression)
	if x.asVector(o.typ()) != nil {
		o = opd{l: elements(x.materialise(o, n).l), q: o.q}
	}
	if o.l != nil && isArray(o.typ()) && x.decayed(o.l, o.q) == nil {
		l := o.l
		var i cil.Expr
		s := x.aside(n, func() { i = x.promote(x.value(n.ExpressionList)) })
		if !s.empty() {
			l = x.freezeLval(l, s.from, n)
		}
		x.splice(s)
		if !cil.IsInteger(i.Type()) {
			i = x.badOperands(i, i, n)
		}
		return opd{l: withIndex(l, i), q: o.q}
	}
	a := x.rvalue(o, n)
	var i cil.Expr
	s := x.aside(n, func() { i = x.value(n.ExpressionList) })
	if !s.empty() {
		a = x.freeze(a, s.from, n)
	}
	x.splice(s)
	return x.deref(x.apply(cil.Add, a, i, n), n)
}

// materialise gives a comp value that is not in memory a place.
func (x *elab) materialise(o opd, n cc.Node) opd {
	if o.l != nil {
		return o
	}
	e := x.rvalue(o, n)
	if ld, ok := e.(*cil.Load); ok {
		return opd{l: ld.L}
	}
	v := x.temp("tmp", e.Type(), n)
	x.set(cil.VarLval(v), e, n)
	return opd{l: cil.VarLval(v)}
}

// selectMember is o.name, through anonymous members too.
func (x *elab) selectMember(o opd, name cc.Token, n cc.Node) opd {
	c, ok := o.typ().(*cil.CompType)
	if !ok {
		x.errorf(position(n), "a value of type %s has no members", o.typ())
		return opd{l: cil.VarLval(x.temp("error", x.intType(), n))}
	}
	if !x.complete(c) {
		x.errorf(position(n), "%s is incomplete", c)
		return opd{l: cil.VarLval(x.temp("error", x.intType(), n))}
	}
	path := x.findMember(c, name.SrcStr())
	if path == nil {
		x.errorf(position(name), "%s has no member %s", c, name.SrcStr())
		return opd{l: cil.VarLval(x.temp("error", x.intType(), n))}
	}
	for _, f := range path {
		o.l = withSel(o.l, cil.Sel{Field: f})
		if f.Volatile {
			o.q |= qVolatile
		}
	}
	return o
}

// findMember finds the way to the member called name, or nil.
func (x *elab) findMember(c *cil.CompType, name string) []*cil.Field {
	for _, f := range c.Fields {
		if f.Name == name && !x.anonFields[f] {
			return []*cil.Field{f}
		}
	}
	for _, f := range c.Fields {
		if inner, ok := f.Type.(*cil.CompType); ok && x.anonFields[f] {
			x.complete(inner)
			if p := x.findMember(inner, name); p != nil {
				return append([]*cil.Field{f}, p...)
			}
		}
	}
	return nil
}

// compoundLiteral is (T){...}: a variable of its own, or at file scope a global.
func (x *elab) compoundLiteral(n *cc.PostfixExpression) opd {
	t := x.typeName(n.TypeName)
	init := &cc.Initializer{Case: cc.InitializerInitList, Token: n.Token3, InitializerList: n.InitializerList, Token3: n.Token5}
	tree := x.initialiser(t.t, init)
	if x.body == nil && x.dry == 0 {
		v := &cil.Var{Name: x.front.names.fresh("literal"), Type: tree.t, Kind: cil.Global, Pos: position(n), Static: true, AddrTaken: true}
		x.prog.Globals = append(x.prog.Globals, v)
		x.staticInit(v, tree, position(n))
		return opd{l: cil.VarLval(v), q: t.q}
	}
	v := x.temp("literal", tree.t, n)
	v.Kind = cil.Local
	x.localInit(cil.VarLval(v), tree, n)
	return opd{l: cil.VarLval(v), q: t.q}
}
