package cil

// This file finds the struct around a member that the address of the member leads back to,
// as container_of does: with it two names of one struct are one expression.

// Enclosing returns the pointer p as one of type t if that needs no cast, but for qualifiers:
// if p is, after casts and steps of constant size, the address of a struct of the type that
// t leads to which lies around or at what p is made from. Bytes are counted as the data
// model lays structs out, so it is the same address in every run.
func Enclosing(t Type, p Expr) (Expr, bool) {
	to, ok := t.(*PtrType)
	if !ok || !IsPointer(p.Type()) {
		return nil, false
	}
	root, off, ok := fixedStep(p)
	switch {
	case !ok:
		return nil, false
	case off == 0 && SameType(root.Type(), t):
		return qualified(t, root), true
	}
	a, isAddr := root.(*AddrOf)
	if _, isStruct := to.Elem.(*CompType); !isAddr || !isStruct {
		return nil, false
	}
	return around(to, a.L, off)
}

// around returns the address of the part of l's object that has the type t leads to, and
// that begins off bytes behind l.
func around(t *PtrType, l *Lval, off int64) (Expr, bool) {
	for k := len(l.Path); ; k-- {
		part := &Lval{Base: l.Base, Mem: l.Mem, Path: l.Path[:k:k]}
		if off == 0 && SameType(part.Type(), t.Elem) {
			return qualified(t, addressOf(part)), true
		}
		if k == 0 {
			break
		}
		step, ok := selOffset(l.Path[k-1])
		if !ok {
			return nil, false
		}
		off += step
	}
	if l.Mem == nil {
		return nil, false
	}
	root, more, ok := fixedStep(l.Mem)
	if a, isAddr := root.(*AddrOf); ok && isAddr {
		return around(t, a.L, off+more)
	}
	return nil, false
}

// selOffset returns how many bytes behind the start of a struct a member lies.
func selOffset(s Sel) (int64, bool) {
	if s.Field == nil || s.Field.BitField {
		return 0, false
	}
	return s.Field.Offset, true
}

// fixedStep writes p as a pointer and a number of bytes behind it.
func fixedStep(p Expr) (root Expr, off int64, ok bool) {
	switch e := p.(type) {
	case *Cast:
		if IsPointer(e.X.Type()) {
			return fixedStep(e.X)
		}
	case *Binary:
		if e.Op != PtrAdd && e.Op != PtrSub {
			break
		}
		size, known := elemBytes(e.T)
		k, isConst := ConstValue(e.Y)
		if !known || !isConst || k.BitLen() > 31 {
			return nil, 0, false
		}
		step := k.Int64() * size
		if e.Op == PtrSub {
			step = -step
		}
		root, off, ok = fixedStep(e.X)
		return root, off + step, ok
	}
	return p, 0, true
}

// elemBytes returns the size of what a pointer of type t steps over.
func elemBytes(t Type) (int64, bool) {
	switch e := t.(*PtrType).Elem.(type) {
	case *IntType:
		return int64(e.Bytes), true
	case *CompType:
		return e.Size, e.Defined
	}
	return 1, SameType(t.(*PtrType).Elem, Void)
}
