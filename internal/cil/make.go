package cil

import "math/big"

// MakeUnary applies op, which is Neg or BitNot, to x, folding constants where the
// result is defined.
func MakeUnary(op UnOp, x Expr, t Type) Expr {
	v, ok := ConstValue(x)
	it, integer := t.(*IntType)
	if !ok || !integer || op == LogNot {
		return &Unary{Op: op, X: x, T: t}
	}
	r := new(big.Int).Not(v)
	if op == Neg {
		r = new(big.Int).Neg(v)
	}
	if it.Signed && it.Wrap(r).Cmp(r) != 0 {
		return &Unary{Op: op, X: x, T: t}
	}
	return &Const{T: it, Val: it.Wrap(r)}
}

// MakeIndex returns the index i in the form that lvalues and pointer arithmetic use:
// without conversions that can't change the value, constants of the type ptrdiff_t.
func (m *DataModel) MakeIndex(i Expr) Expr {
	for {
		c, ok := i.(*Cast)
		if !ok {
			break
		}
		to, ok1 := c.T.(*IntType)
		from, ok2 := c.X.Type().(*IntType)
		if !ok1 || !ok2 || !SameType(to, Math) && (SameType(from, Math) || !to.contains(from)) {
			break
		}
		i = c.X
	}
	if c, ok := i.(*Const); ok {
		if t := m.PtrDiffT(); t.Wrap(c.Val).Cmp(c.Val) == 0 {
			return &Const{T: t, Val: c.Val}
		}
	}
	return i
}

// MakePtrAdd returns p + i, counted in elements: p itself for 0, a further element
// where p is an element of an array or the array.
func (m *DataModel) MakePtrAdd(p, i Expr) Expr {
	i = m.MakeIndex(i)
	if v, ok := ConstValue(i); ok && v.Sign() == 0 {
		return p
	}
	return &Binary{Op: PtrAdd, X: p, Y: i, T: p.Type()}
}

// MakePtrSub returns p - i, counted in elements.
func (m *DataModel) MakePtrSub(p, i Expr) Expr {
	i = m.MakeIndex(i)
	if v, ok := ConstValue(i); ok {
		return m.MakePtrAdd(p, &Const{T: Math, Val: new(big.Int).Neg(v)})
	}
	return &Binary{Op: PtrSub, X: p, Y: i, T: p.Type()}
}

// Deref returns the lvalue that the pointer p points to: what & was applied to, an
// element of the array that decayed, or the memory at p.
func (m *DataModel) Deref(p Expr) *Lval {
	a, i := p, Expr(nil)
	if b, ok := p.(*Binary); ok && b.Op == PtrAdd {
		a, i = b.X, b.Y
	}
	addr, ok := a.(*AddrOf)
	switch {
	case ok && isDecay(addr):
		if i == nil {
			i = &Const{T: m.PtrDiffT(), Val: new(big.Int)}
		}
		path := append(append([]Sel(nil), addr.L.Path...), Sel{Index: i})
		return &Lval{Base: addr.L.Base, Mem: addr.L.Mem, Path: path}
	case ok && i == nil && SameType(addr.T.Elem, addr.L.Type()):
		return addr.L
	}
	return &Lval{Mem: p}
}

// MakeAddr returns the address of l, or its decay if l is an array: the pointer itself
// where l is what a pointer of the same type points to.
func MakeAddr(l *Lval) Expr {
	t := l.Type()
	if arr, ok := t.(*ArrayType); ok {
		return &AddrOf{L: l, T: &PtrType{Elem: arr.Elem}}
	}
	return addressOf(l)
}

// addressOf returns &l, which for an array is a pointer to the array.
func addressOf(l *Lval) Expr {
	if l.Base == nil && len(l.Path) == 0 {
		return l.Mem
	}
	return &AddrOf{L: l, T: &PtrType{Elem: l.Type()}}
}

// WithoutPointerCasts drops the outermost conversions of e from pointers.
func WithoutPointerCasts(e Expr) Expr {
	for {
		c, ok := e.(*Cast)
		if !ok || !IsPointer(c.X.Type()) {
			return e
		}
		e = c.X
	}
}

// IsAnyMemory reports whether l is what [AnyMemory] makes.
func IsAnyMemory(l *Lval) bool {
	a, ok := l.Type().(*ArrayType)
	return ok && a.Len < 0 && l.Mem != nil && len(l.Path) == 0 && IsZero(l.Mem)
}

// AnyMemory is an lvalue that stands for whatever pointers can reach: bytes behind null,
// which points nowhere known.
func AnyMemory() *Lval {
	bytes := &ArrayType{Elem: &IntType{Kind: UChar, Bits: 8, Bytes: 1}, Len: -1}
	return &Lval{Mem: &Cast{T: &PtrType{Elem: bytes}, X: IntConst(boolResult, 0)}}
}
