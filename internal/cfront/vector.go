package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// gcc's vectors (attribute vector_size) are structs with one member, an array of the
// elements. Operators work element by element.

// vectorType is the vector type of the given size with elements of type t.
func (x *elab) vectorType(t cil.Type, bytes int64) cil.Type {
	size := x.sizeOf(t)
	if !isArith(t) || size <= 0 || bytes < size || bytes%size != 0 {
		return t
	}
	key := fmt.Sprintf("vector_%s_%d", t, bytes)
	if c := x.vectors[key]; c != nil {
		return c
	}
	c := &cil.CompType{Tag: x.tags.fresh("vector"), Size: bytes, Align: bytes, Defined: true}
	c.Fields = []*cil.Field{{Comp: c, Name: "v", Type: &cil.ArrayType{Elem: t, Len: bytes / size}}}
	x.vectors[key] = c
	x.vectorComps[c] = true
	x.prog.Comps = append(x.prog.Comps, c)
	return c
}

// asVector returns the vector type that t is, or nil.
func (fe *front) asVector(t cil.Type) *cil.CompType {
	if c, ok := t.(*cil.CompType); ok && fe.vectorComps[c] {
		return c
	}
	return nil
}

// elements is the array in the vector l.
func elements(l *cil.Lval) *cil.Lval {
	c := l.Type().(*cil.CompType)
	return withSel(l, cil.Sel{Field: c.Fields[0]})
}

// elementType is the type of the elements of c, and how many there are.
func elementType(c *cil.CompType) (cil.Type, int64) {
	a := c.Fields[0].Type.(*cil.ArrayType)
	return a.Elem, a.Len
}

// vectorOp makes a op b where one of them is a vector; a number stands for as many of it.
func (x *elab) vectorOp(op cil.BinOp, a, b cil.Expr, n cc.Node) cil.Expr {
	c := x.asVector(a.Type())
	if c == nil {
		c = x.asVector(b.Type())
	}
	elem, count := elementType(c)
	if vb := x.asVector(b.Type()); vb != nil && x.asVector(a.Type()) != nil && op != cil.Shl && op != cil.Shr {
		if _, other := elementType(vb); other != count || x.sizeOf(vb) != x.sizeOf(c) {
			return x.badOperands(a, b, n)
		}
	}
	part := x.spread(a, elem, count, n)
	other := x.spread(b, elem, count, n)
	if part == nil || other == nil {
		return x.badOperands(a, b, n)
	}
	result := c
	if op.IsCompare() {
		result = x.vectorType(x.maskType(elem), x.sizeOf(c)).(*cil.CompType)
	}
	return x.eachElement(result, n, func(i int64) cil.Expr {
		e := x.apply(op, part(i), other(i), n)
		if op.IsCompare() {
			e = x.negate(e)
		}
		return e
	})
}

// maskType is the signed integer type of the size of t: the elements of a comparison.
func (x *elab) maskType(t cil.Type) cil.Type {
	for _, k := range []cil.IntKind{cil.SChar, cil.Short, cil.Int, cil.Long, cil.LongLong} {
		if it := x.model.Int(k); int64(it.Bytes) == x.sizeOf(t) {
			return it
		}
	}
	return x.model.Int(cil.LongLong)
}

// spread returns the elements of a vector, or of a number that stands for equal ones;
// nil if e is neither.
func (x *elab) spread(e cil.Expr, elem cil.Type, count int64, n cc.Node) func(i int64) cil.Expr {
	if c := x.asVector(e.Type()); c != nil {
		if _, k := elementType(c); k != count {
			return nil
		}
		l := elements(cil.VarLval(x.save("vector", e, n).(*cil.Load).L.Base))
		return func(i int64) cil.Expr { return &cil.Load{L: withIndex(l, cil.IntConst(indexType, i))} }
	}
	if !isArith(e.Type()) {
		return nil
	}
	one := x.keep(x.cast(elem, e), n)
	return func(int64) cil.Expr { return one }
}

// eachElement makes a vector of the elements that f gives.
func (x *elab) eachElement(c *cil.CompType, n cc.Node, f func(i int64) cil.Expr) cil.Expr {
	elem, count := elementType(c)
	v := cil.VarLval(x.temp("vector", c, n))
	for i := range count {
		x.set(withIndex(elements(v), cil.IntConst(indexType, i)), x.cast(elem, f(i)), n)
	}
	return &cil.Load{L: v}
}

// vectorSign is + - ~ on a vector.
func (x *elab) vectorSign(e cil.Expr, n *cc.UnaryExpression) cil.Expr {
	c := x.asVector(e.Type())
	elem, count := elementType(c)
	part := x.spread(e, elem, count, n)
	return x.eachElement(c, n, func(i int64) cil.Expr { return x.signed(x.promote(part(i)), n) })
}

// reinterpret reads the memory of e as a t of the same size; one of them is a vector. It
// reports whether it can. A number of another size is the result of a built-in function
// that isn't known.
func (x *elab) reinterpret(e cil.Expr, t cil.Type, n cc.Node) (cil.Expr, bool) {
	from := e.Type()
	switch {
	case x.asVector(from) == nil && x.asVector(t) == nil:
		return nil, false
	case x.sizeOf(from) != x.sizeOf(t):
		if isArith(from) && x.body != nil {
			return x.opaqueValue(codeVector, "a vector from a built-in function that is not known", t, n), true
		}
		return nil, false
	}
	v := x.temp("bits", from, n)
	v.AddrTaken = true
	x.set(cil.VarLval(v), e, n)
	p := &cil.Cast{T: &cil.PtrType{Elem: t}, X: &cil.AddrOf{L: cil.VarLval(v), T: &cil.PtrType{Elem: from}}}
	return &cil.Load{L: &cil.Lval{Mem: p}}, true
}
