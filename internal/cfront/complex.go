package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// Complex numbers are structs of their two parts. They can be declared, copied and passed;
// arithmetic on them is not modelled.

// complexType is the complex type that is written with these keywords.
func (x *elab) complexType(types []*cc.TypeSpecifier, count []int) cil.Type {
	part := x.plainType(count)
	if len(types) == 1 {
		part = doubleType
	}
	key := fmt.Sprintf("complex_%s", part)
	if c := x.complexes[key]; c != nil {
		return c
	}
	c := &cil.CompType{Tag: x.tags.fresh("complex"), Defined: true}
	size := x.sizeOf(part)
	for i, name := range []string{"re", "im"} {
		c.Fields = append(c.Fields, &cil.Field{Comp: c, Name: name, Type: part, Index: i, Offset: int64(i) * size})
	}
	c.Size, c.Align = 2*size, x.alignOf(part)
	x.complexes[key] = c
	x.complexComps[c] = true
	x.prog.Comps = append(x.prog.Comps, c)
	return c
}

// asComplex returns the complex type that t is, or nil.
func (fe *front) asComplex(t cil.Type) *cil.CompType {
	if c, ok := t.(*cil.CompType); ok && fe.complexComps[c] {
		return c
	}
	return nil
}

// complexOp is a op b where one of them is complex, which isn't modelled.
func (x *elab) complexOp(op cil.BinOp, a, b cil.Expr, n cc.Node) cil.Expr {
	c := x.asComplex(a.Type())
	if c == nil {
		c = x.asComplex(b.Type())
	}
	if op.IsCompare() {
		return x.opaqueValue(codeComplex, "a comparison of complex numbers", x.intType(), n)
	}
	return x.opaqueValue(codeComplex, "arithmetic on complex numbers", c, n)
}

// complexPart is __real__ or __imag__ of an operand: a part of a complex number, of any
// other number itself or 0.
func (x *elab) complexPart(n *cc.UnaryExpression) opd {
	o := x.expr(n.UnaryExpression)
	imag := n.Case == cc.UnaryExpressionImag
	if c := x.asComplex(o.typ()); c != nil {
		i := 0
		if imag {
			i = 1
		}
		return opd{l: withSel(x.materialise(o, n).l, cil.Sel{Field: c.Fields[i]}), q: o.q}
	}
	e := x.rvalue(o, n)
	if !isArith(e.Type()) {
		return opd{e: x.badOperands(e, e, n)}
	}
	if imag {
		return opd{e: x.zero(e.Type())}
	}
	return opd{e: e}
}

// toOrFromComplex converts between numbers of which one is complex. It reports whether it can.
func (x *elab) toOrFromComplex(e cil.Expr, t cil.Type, n cc.Node) (cil.Expr, bool) {
	from, to := x.asComplex(e.Type()), x.asComplex(t)
	if from == nil && to == nil || from == nil && !isArith(e.Type()) || to == nil && !isArith(t) {
		return nil, false
	}
	re, im := e, x.intZero()
	if from != nil {
		l := cil.VarLval(x.save("complex", e, n).(*cil.Load).L.Base)
		re, im = &cil.Load{L: withSel(l, cil.Sel{Field: from.Fields[0]})}, &cil.Load{L: withSel(l, cil.Sel{Field: from.Fields[1]})}
	}
	if to == nil {
		return x.cast(t, re), true
	}
	v := cil.VarLval(x.temp("complex", to, n))
	x.set(withSel(v, cil.Sel{Field: to.Fields[0]}), x.cast(to.Fields[0].Type, re), n)
	x.set(withSel(v, cil.Sel{Field: to.Fields[1]}), x.cast(to.Fields[1].Type, im), n)
	return &cil.Load{L: v}, true
}
