package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// An array of variable length is memory that is allocated where its declaration is passed,
// and a pointer to it. Its type says in runtimeLen how many elements it has.

// variableArray is an array whose length is the value of n. Where nothing can be evaluated,
// as in a prototype, the length isn't known.
func (x *elab) variableArray(elem cil.Type, n cc.ExpressionNode) *cil.ArrayType {
	if x.body == nil || x.dry > 0 || x.proto > 0 {
		x.lengths = x.lengths || x.proto > 0
		return &cil.ArrayType{Elem: elem, Len: -1}
	}
	return x.runtimeArray(elem, x.save("length", x.convert(x.value(n), x.model.SizeT(), n), n))
}

// runtimeArray is an array of as many elements as the expression says, which nothing changes.
func (x *elab) runtimeArray(elem cil.Type, length cil.Expr) *cil.ArrayType {
	t := &cil.ArrayType{Elem: elem, Len: -1}
	x.runtimeLen[t] = length
	return t
}

// runtimeSize is the size of an array of variable length in bytes, nil if t is none.
func (x *elab) runtimeSize(t cil.Type) cil.Expr {
	a, ok := t.(*cil.ArrayType)
	if !ok || x.runtimeLen[a] == nil {
		return nil
	}
	return cil.MakeBinary(cil.Mul, x.runtimeLen[a], x.elementSize(a), x.model.SizeT())
}

// elementSize is the size of an element of a, which has a variable length.
func (x *elab) elementSize(a *cil.ArrayType) cil.Expr {
	if size := x.runtimeSize(a.Elem); size != nil {
		return size
	}
	return cil.IntConst(x.model.SizeT(), max(0, x.sizeOf(a.Elem)))
}

// vla is an array of variable length: v points to its first element of fixed size.
type vla struct {
	v *cil.Var
	t *cil.ArrayType
	q quals
}

// lval is the array.
func (a *vla) lval() *cil.Lval {
	return &cil.Lval{Mem: &cil.Cast{T: &cil.PtrType{Elem: a.t}, X: cil.LoadVar(a.v)}}
}

// decayed is the pointer to the first element of the array l if that has a variable
// length, or elements that have; else nil.
func (x *elab) decayed(l *cil.Lval, q quals) cil.Expr {
	t, ok := l.Type().(*cil.ArrayType)
	if !ok || l.Mem == nil || len(l.Path) > 0 || x.runtimeLen[t] == nil {
		return nil
	}
	e := l.Mem
	if c, ok := e.(*cil.Cast); ok && cil.IsPointer(c.X.Type()) {
		e = c.X
	}
	return x.cast(pointerTo(qtype{t.Elem, q}), e)
}

// declareVLA declares an array of variable length and allocates it.
func (x *elab) declareVLA(t *cil.ArrayType, q quals, d *cc.Declarator) {
	base := t.Elem
	for x.runtimeSize(base) != nil {
		base = base.(*cil.ArrayType).Elem
	}
	p := pointerTo(qtype{base, q})
	name := d.Name()
	v := x.local(qtype{t: p}, d)
	x.sc.ids[name] = &vla{v, t, q}
	x.note(codeAlloca, position(d), "the array "+name+" of variable length is memory from malloc that doesn't fail")
	x.set(cil.VarLval(v), x.cast(p, x.rvalue(x.allocateLocal(x.runtimeSize(t), d), d)), d)
}

// fixedStride adds i elements of variable size to the pointer p.
func (x *elab) fixedStride(op cil.BinOp, p, i, size cil.Expr) cil.Expr {
	bytes := &cil.PtrType{Elem: x.model.Int(cil.Char)}
	signed := x.model.PtrDiffT()
	off := cil.MakeBinary(cil.Mul, x.cast(signed, i), x.cast(signed, size), signed)
	return x.cast(p.Type(), &cil.Binary{Op: op, X: x.cast(bytes, p), Y: off, T: bytes})
}

// refineFormals evaluates the lengths in the types of parameters, which may mention
// other parameters.
func (x *elab) refineFormals(f *cil.Func, dd *cc.DirectDeclarator) {
	if dd.Case != cc.DirectDeclaratorFuncParam || dd.ParameterTypeList == nil {
		return
	}
	i := 0
	for p := dd.ParameterTypeList.ParameterList; p != nil && i < len(f.Formals); p = p.ParameterList {
		if p.ParameterDeclaration == nil {
			continue
		}
		one := x.param(p.ParameterDeclaration)
		if pt, ok := one.t.t.(*cil.PtrType); ok && one.name != "" && x.runtimeSize(pt.Elem) != nil {
			f.Formals[i].Type = pt
		}
		i++
	}
}
