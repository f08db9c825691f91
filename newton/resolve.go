package newton

import (
	"math/big"

	"hardbop/internal/cil"
)

// This file finds the part of a variable that an address with a known offset means,
// whatever conversions it went through.

// resolve returns the part of a variable that l, an lvalue behind a pointer, is, if its
// address is that of a variable plus a constant and there is a part of l's type.
func resolve(model *cil.DataModel, l *cil.Lval) (*cil.Lval, bool) {
	v, off, ok := objectOffset(model, l.Mem)
	if !ok {
		return nil, false
	}
	inner, ok := pathOffset(model, l.Mem.Type().(*cil.PtrType).Elem, l.Path)
	if !ok {
		return nil, false
	}
	path, ok := partAt(model, v.Type, off+inner, l.Type())
	return &cil.Lval{Base: v, Path: path}, ok
}

// objectOffset returns the variable that the address p lies in and the distance from its
// start in bytes.
func objectOffset(model *cil.DataModel, p cil.Expr) (*cil.Var, int64, bool) {
	switch p := p.(type) {
	case *cil.AddrOf:
		if p.L.Base == nil || p.L.Base.Kind == cil.Literal {
			return nil, 0, false
		}
		off, ok := pathOffset(model, p.L.Base.Type, p.L.Path)
		return p.L.Base, off, ok
	case *cil.Cast:
		if cil.IsPointer(p.X.Type()) {
			return objectOffset(model, p.X)
		}
		return sumOffset(model, p.X)
	case *cil.Binary:
		k, ok := cil.ConstValue(p.Y)
		if !ok || !k.IsInt64() || p.Op != cil.PtrAdd && p.Op != cil.PtrSub {
			return nil, 0, false
		}
		v, off, ok := objectOffset(model, p.X)
		step := k.Int64() * model.SizeOf(p.T.(*cil.PtrType).Elem)
		if p.Op == cil.PtrSub {
			step = -step
		}
		return v, off + step, ok
	}
	return nil, 0, false
}

// sumOffset is objectOffset for an integer: an address plus a constant. That doesn't
// wrap, as no object lies around the end of memory.
func sumOffset(model *cil.DataModel, e cil.Expr) (*cil.Var, int64, bool) {
	for {
		c, ok := e.(*cil.Cast)
		if !ok {
			break
		}
		t, ok := c.T.(*cil.IntType)
		if !ok || !isMath(t) && t.Bytes < model.PtrBytes {
			return nil, 0, false
		}
		if e = c.X; cil.IsPointer(e.Type()) {
			return objectOffset(model, e)
		}
	}
	if !isMath(e.Type()) {
		return nil, 0, false
	}
	l := linearOf(e)
	l.dropZeros()
	if len(l.terms) != 1 || l.terms[0].coeff.Cmp(big.NewInt(1)) != 0 || !l.rest.IsInt64() {
		return nil, 0, false
	}
	if cil.Equal(l.terms[0].atom, e) {
		return nil, 0, false
	}
	v, off, ok := sumOffset(model, l.terms[0].atom)
	return v, off + l.rest.Int64(), ok
}

// pathOffset returns the distance in bytes from something of type t to the part at path.
func pathOffset(model *cil.DataModel, t cil.Type, path []cil.Sel) (int64, bool) {
	off := int64(0)
	for _, s := range path {
		if s.Field != nil {
			if s.Field.BitField || s.Field.Comp.Union {
				return 0, false
			}
			off, t = off+s.Field.Offset, s.Field.Type
			continue
		}
		k, ok := cil.ConstValue(s.Index)
		array, isArray := t.(*cil.ArrayType)
		if !ok || !k.IsInt64() || !isArray {
			return 0, false
		}
		t = array.Elem
		off += k.Int64() * model.SizeOf(t)
	}
	return off, true
}

// partAt returns the path to the part of type want that lies off bytes from the start of
// something of type t.
func partAt(model *cil.DataModel, t cil.Type, off int64, want cil.Type) ([]cil.Sel, bool) {
	if off == 0 && cil.SameType(t, want) {
		return nil, true
	}
	switch t := t.(type) {
	case *cil.CompType:
		if t.Union {
			return nil, false
		}
		for _, f := range t.Fields {
			if !f.BitField && off >= f.Offset && off < f.Offset+model.SizeOf(f.Type) {
				path, ok := partAt(model, f.Type, off-f.Offset, want)
				return append([]cil.Sel{{Field: f}}, path...), ok
			}
		}
	case *cil.ArrayType:
		size := model.SizeOf(t.Elem)
		if size <= 0 || off < 0 || t.Len >= 0 && off >= size*t.Len {
			return nil, false
		}
		path, ok := partAt(model, t.Elem, off%size, want)
		return append([]cil.Sel{{Index: cil.IntConst(model.PtrDiffT(), off/size)}}, path...), ok
	}
	return nil, false
}

// written returns the lvalue that predicates of the present activation call the place p
// by: where a pointer led to a variable of the activation, or to a global, that variable,
// otherwise l, as the program writes it.
func (s *simulation) written(p place, l *cil.Lval) *cil.Lval {
	if l.Base != nil || p.lval.Base == nil || p.lval.Base.Func != nil && s.owner[p.lval.Base] != s.top {
		return l
	}
	if _, fixed := pathOffset(s.prog.Model, p.lval.Base.Type, p.lval.Path); !fixed {
		return l
	}
	base := p.lval.Base
	if v := s.original[base]; v != nil {
		base = v
	}
	return &cil.Lval{Base: base, Path: p.lval.Path}
}
