package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// convert converts e to t as an assignment does.
func (x *elab) convert(e cil.Expr, t cil.Type, n cc.Node) cil.Expr {
	from := e.Type()
	if cil.SameType(from, t) {
		return e
	}
	if r, ok := x.reinterpret(e, t, n); ok {
		return r
	}
	if r, ok := x.toOrFromComplex(e, t, n); ok {
		return r
	}
	if !cil.IsScalar(t) || !cil.IsScalar(from) {
		x.errorf(position(n), "a value of type %s can't be converted to %s", from, t)
		return x.zero(t)
	}
	return x.cast(t, e)
}

// cast makes the conversion of a scalar to a scalar type, and folds it.
func (x *elab) cast(t cil.Type, e cil.Expr) cil.Expr {
	if it, ok := t.(*cil.IntType); ok {
		if v, ok := x.addressConst(e); ok {
			return &cil.Const{T: it, Val: it.Wrap(v)}
		}
		if it.Kind == cil.Bool && !cil.SameType(e.Type(), t) {
			return cil.MakeCast(t, x.truth(e))
		}
		if f, ok := e.(*cil.FloatConst); ok {
			if v, ok := truncated(f.Text, it); ok {
				return &cil.Const{T: it, Val: v}
			}
		}
	}
	return cil.MakeCast(t, e)
}

// addressConst is the value of a pointer that is known as a number: a cast constant, or
// the address of a part of what it points to, as in offsetof.
func (x *elab) addressConst(e cil.Expr) (*big.Int, bool) {
	if !cil.IsPointer(e.Type()) {
		return nil, false
	}
	switch e := e.(type) {
	case *cil.Cast:
		if c, ok := e.X.(*cil.Const); ok {
			return x.model.SizeT().Wrap(c.Val), true
		}
		return x.addressConst(e.X)
	case *cil.AddrOf:
		if e.L.Mem == nil {
			return nil, false
		}
		base, ok := x.addressConst(e.L.Mem)
		if !ok {
			return nil, false
		}
		off, ok := x.offsetOf(e.L)
		return new(big.Int).Add(base, big.NewInt(off)), ok
	}
	return nil, false
}

// offsetOf is where the part that the path of l selects starts, in bytes.
func (x *elab) offsetOf(l *cil.Lval) (int64, bool) {
	off := int64(0)
	t := (&cil.Lval{Base: l.Base, Mem: l.Mem}).Type()
	for _, s := range l.Path {
		if s.Field != nil {
			off += s.Field.Offset
			t = s.Field.Type
			continue
		}
		t = t.(*cil.ArrayType).Elem
		i, ok := cil.ConstValue(s.Index)
		if !ok || !i.IsInt64() {
			return 0, false
		}
		off += i.Int64() * x.sizeOf(t)
	}
	return off, true
}

// zero is the zero of a scalar type; of any other type it stands in after an error.
func (x *elab) zero(t cil.Type) cil.Expr {
	switch t := t.(type) {
	case *cil.IntType:
		return cil.IntConst(t, 0)
	case *cil.PtrType, *cil.FloatType:
		return cil.MakeCast(t, x.intZero())
	}
	return &cil.Load{L: &cil.Lval{Mem: &cil.Cast{T: &cil.PtrType{Elem: t}, X: x.intZero()}}}
}

// truth returns e as a condition with an int value: a comparison stays, else e != 0.
func (x *elab) truth(e cil.Expr) cil.Expr {
	if c, ok := e.(*cil.Cast); ok && cil.IsInteger(c.T) && cil.IsInteger(c.X.Type()) && isCondition(c.X) {
		return c.X
	}
	if v, ok := cil.ConstValue(e); ok {
		return x.boolConst(v.Sign() != 0)
	}
	if isCondition(e) {
		return e
	}
	if it, ok := e.Type().(*cil.IntType); ok {
		e = x.unwiden(e, it)
	}
	return &cil.Binary{Op: cil.Ne, X: e, Y: x.zero(e.Type()), T: x.intType()}
}

// unwiden drops conversions that keep every value, before a comparison with zero.
func (x *elab) unwiden(e cil.Expr, t *cil.IntType) cil.Expr {
	c, ok := e.(*cil.Cast)
	if !ok {
		return e
	}
	from, ok := c.X.Type().(*cil.IntType)
	if !ok || !holds(t, from.Min()) || !holds(t, from.Max()) || from.Bits < x.intType().Bits {
		return e
	}
	return x.unwiden(c.X, from)
}

// isCondition reports whether e is 0 or 1 by its form.
func isCondition(e cil.Expr) bool {
	switch e := e.(type) {
	case *cil.Unary:
		return e.Op == cil.LogNot
	case *cil.Binary:
		return e.Op >= cil.Eq
	}
	return false
}

func (x *elab) boolConst(b bool) cil.Expr {
	if b {
		return cil.IntConst(x.intType(), 1)
	}
	return x.intZero()
}

// not is the negation of a condition.
func (x *elab) not(e cil.Expr) cil.Expr {
	e = x.truth(e)
	if v, ok := cil.ConstValue(e); ok {
		return x.boolConst(v.Sign() == 0)
	}
	return cil.Not(e)
}

// promote applies the integer promotions.
func (x *elab) promote(e cil.Expr) cil.Expr {
	t, ok := e.Type().(*cil.IntType)
	if !ok {
		return e
	}
	if f := bitField(e); f != nil && f.BitLen < x.intType().Bits {
		return x.cast(x.intType(), e)
	}
	if t.Kind < cil.Int {
		if holds(x.intType(), t.Max()) {
			return x.cast(x.intType(), e)
		}
		return x.cast(x.model.Int(cil.UInt), e)
	}
	return e
}

// bitField returns the bit-field that e reads, or nil.
func bitField(e cil.Expr) *cil.Field {
	l, ok := e.(*cil.Load)
	if !ok || len(l.L.Path) == 0 {
		return nil
	}
	f := l.L.Path[len(l.L.Path)-1].Field
	if f == nil || !f.BitField {
		return nil
	}
	return f
}

// usual applies the usual arithmetic conversions.
func (x *elab) usual(a, b cil.Expr) (cil.Expr, cil.Expr) {
	a, b = x.promote(a), x.promote(b)
	t := x.commonType(a.Type(), b.Type())
	return x.cast(t, a), x.cast(t, b)
}

// commonType is the type of a binary operation on promoted arithmetic types.
func (x *elab) commonType(a, b cil.Type) cil.Type {
	fa, aIsFloat := a.(*cil.FloatType)
	fb, bIsFloat := b.(*cil.FloatType)
	switch {
	case aIsFloat && bIsFloat:
		if fa.Bits >= fb.Bits {
			return fa
		}
		return fb
	case aIsFloat:
		return fa
	case bIsFloat:
		return fb
	}
	ia, ib := a.(*cil.IntType), b.(*cil.IntType)
	switch {
	case *ia == *ib:
		return ia
	case ia.Signed == ib.Signed:
		if ia.Kind > ib.Kind {
			return ia
		}
		return ib
	case ia.Signed:
		return x.mixed(ib, ia)
	}
	return x.mixed(ia, ib)
}

// mixed is the common type of an unsigned and a signed type.
func (x *elab) mixed(u, s *cil.IntType) cil.Type {
	switch {
	case rank(u) >= rank(s):
		return u
	case holds(s, u.Max()):
		return s
	}
	return x.model.Int(s.Kind + 1)
}

// rank orders the integer types; signed and unsigned are equal.
func rank(t *cil.IntType) int { return int(t.Kind-cil.Int) / 2 }

func isArith(t cil.Type) bool {
	switch t.(type) {
	case *cil.IntType, *cil.FloatType:
		return true
	}
	return false
}
