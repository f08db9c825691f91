package interval

import (
	"math/big"

	"hardbop/internal/cil"
)

// Eval evaluates expressions.
type Eval struct {
	// Read returns what is known of an lvalue of integer or pointer type; it returns
	// false if nothing is known. The result is cut to the type's range.
	Read func(l *cil.Lval) (Interval, bool)
	// Wrap says that signed overflow wraps; otherwise it is assumed not to happen.
	Wrap bool
	// PtrBytes is the size of addresses; 0 if it isn't known.
	PtrBytes int
}

// Addresses returns the interval of all addresses of the given size in bytes, null
// included; 0 is an unknown size.
func Addresses(size int) Interval {
	a := Interval{Lo: new(big.Int)}
	if size > 0 {
		a.Hi = new(big.Int).Lsh(big.NewInt(1), uint(8*size))
		a.Hi.Sub(a.Hi, big.NewInt(1))
	}
	return a
}

// Value returns an interval that holds every value of e. Pointers count as unsigned
// addresses of unknown value, null as 0; floats have no known value.
func (ev *Eval) Value(e cil.Expr) Interval {
	switch e := e.(type) {
	case *cil.Const:
		return Point(e.Val)
	case *cil.Load:
		return ev.load(e)
	case *cil.AddrOf, *cil.FuncAddr:
		return ev.address(e)
	case *cil.Cast:
		return ev.cast(e)
	case *cil.Unary:
		return ev.unary(e)
	case *cil.Binary:
		return ev.binary(e)
	case *cil.Cond:
		switch ev.Truth(e.C) {
		case True:
			return ev.Value(e.A)
		case False:
			return ev.Value(e.B)
		}
		return ev.Value(e.A).Join(ev.Value(e.B))
	}
	return Interval{}
}

// Truth reports what is known of e as a condition.
func (ev *Eval) Truth(e cil.Expr) Truth { return ev.Value(e).Truth() }

func typeRange(t cil.Type) Interval {
	if it, ok := t.(*cil.IntType); ok {
		return Range(it)
	}
	return Interval{}
}

func (ev *Eval) load(e *cil.Load) Interval {
	full := typeRange(e.Type())
	if cil.IsPointer(e.Type()) {
		full = Addresses(ev.PtrBytes)
	}
	if f, ok := bitField(e.L); ok {
		full = full.Intersect(f)
	}
	if v, ok := ev.Read(e.L); ok {
		if cut := v.Intersect(full); !cut.Empty() {
			return cut
		}
	}
	return full
}

// bitField returns the range of the bit-field that l names, if it is one.
func bitField(l *cil.Lval) (Interval, bool) {
	if len(l.Path) == 0 {
		return Interval{}, false
	}
	f := l.Path[len(l.Path)-1].Field
	if f == nil || !f.BitField {
		return Interval{}, false
	}
	t, ok := f.Type.(*cil.IntType)
	if !ok || t.Kind == cil.Bool {
		return Interval{}, false
	}
	return Range(&cil.IntType{Kind: t.Kind, Bits: f.BitLen, Signed: t.Signed}), true
}

// address returns the value of an address constant: the objects of a program and its
// functions are nowhere near null, but an offset from another pointer may be anything.
func (ev *Eval) address(e cil.Expr) Interval {
	a, ok := e.(*cil.AddrOf)
	if ok && !inVariable(a.L) {
		return Interval{}
	}
	at := Addresses(ev.PtrBytes)
	if !ok || !indexed(a.L) {
		at.Lo = big.NewInt(1)
	}
	return at
}

// inVariable reports whether l is a variable or a part of one, by name or by its address.
func inVariable(l *cil.Lval) bool {
	if l.Base != nil {
		return true
	}
	a, ok := l.Mem.(*cil.AddrOf)
	return ok && !indexed(a.L) && inVariable(a.L)
}

// indexed reports whether l may lie outside its object.
func indexed(l *cil.Lval) bool {
	for _, s := range l.Path {
		if s.Field == nil {
			return true
		}
	}
	return false
}

func (ev *Eval) cast(e *cil.Cast) Interval {
	v := ev.Value(e.X)
	to, ok := e.T.(*cil.IntType)
	if !ok {
		if cil.IsPointer(e.T) && (cil.IsPointer(e.X.Type()) || v.IsPoint() && v.Lo.Sign() == 0) {
			return v
		}
		if cil.IsPointer(e.T) && ev.PtrBytes > 0 && v.IsPoint() {
			return ev.pointTo(v.Lo)
		}
		return Interval{}
	}
	if _, float := e.X.Type().(*cil.FloatType); float {
		return Range(to)
	}
	if cil.IsPointer(e.X.Type()) && !v.IsPoint() && ev.PtrBytes == 0 {
		if to.Kind == cil.Bool {
			return ofTruth(v.Truth())
		}
		return Range(to)
	}
	return convert(v, to)
}

// pointTo returns the number n as an address, as an error number is one.
func (ev *Eval) pointTo(n *big.Int) Interval {
	size := new(big.Int).Lsh(big.NewInt(1), uint(8*ev.PtrBytes))
	return Point(new(big.Int).Mod(n, size))
}

// convert converts every value of v to the type to.
func convert(v Interval, to *cil.IntType) Interval {
	if to.Kind == cil.Bool {
		return ofTruth(v.Truth())
	}
	full := Range(to)
	if full.Contains(v) {
		return v
	}
	if v.IsPoint() {
		return Point(to.Wrap(v.Lo))
	}
	return full
}

// fit brings the result of an arithmetic operation of type t into t.
func (ev *Eval) fit(v Interval, typ cil.Type) Interval {
	t, ok := typ.(*cil.IntType)
	if !ok || t.Kind == cil.MathInt {
		return v
	}
	if t.Signed && !ev.Wrap {
		if cut := v.Intersect(Range(t)); !cut.Empty() {
			return cut
		}
		return Range(t)
	}
	return convert(v, t)
}

func (ev *Eval) unary(e *cil.Unary) Interval {
	x := ev.Value(e.X)
	switch e.Op {
	case cil.LogNot:
		if _, float := e.X.Type().(*cil.FloatType); float {
			return ofTruth(Maybe)
		}
		return ofTruth(x.Truth().Not())
	case cil.Neg:
		return ev.fit(neg(x), e.T)
	case cil.BitNot:
		return ev.fit(add(neg(x), Of(-1, -1)), e.T)
	}
	panic("interval: unknown unary operator")
}

func (ev *Eval) binary(e *cil.Binary) Interval {
	switch e.Op {
	case cil.LAnd:
		return ofTruth(and(ev.Truth(e.X), ev.Truth(e.Y)))
	case cil.LOr:
		return ofTruth(and(ev.Truth(e.X).Not(), ev.Truth(e.Y).Not()).Not())
	case cil.PtrAdd, cil.PtrSub:
		return Interval{}
	}
	if !cil.IsInteger(e.X.Type()) && !cil.IsPointer(e.X.Type()) {
		if e.Op.IsCompare() {
			return ofTruth(Maybe)
		}
		return typeRange(e.T)
	}
	x, y := ev.Value(e.X), ev.Value(e.Y)
	if e.Op.IsCompare() {
		if cil.Equal(e.X, e.Y) {
			return ofTruth(reflexive(e.Op))
		}
		return ofTruth(compare(e.Op, x, y))
	}
	return ev.arith(e, x, y)
}

func and(a, b Truth) Truth {
	switch {
	case a == False || b == False:
		return False
	case a == True && b == True:
		return True
	}
	return Maybe
}

// reflexive is the truth of x op x.
func reflexive(op cil.BinOp) Truth {
	switch op {
	case cil.Eq, cil.Le, cil.Ge:
		return True
	}
	return False
}

func compare(op cil.BinOp, x, y Interval) Truth {
	switch op {
	case cil.Eq:
		if x.Intersect(y).Empty() {
			return False
		}
		if x.IsPoint() && y.IsPoint() {
			return True
		}
		return Maybe
	case cil.Ne:
		return compare(cil.Eq, x, y).Not()
	case cil.Lt:
		if below(x.Hi, y.Lo, false) {
			return True
		}
		if below(y.Hi, x.Lo, true) {
			return False
		}
		return Maybe
	case cil.Ge:
		return compare(cil.Lt, x, y).Not()
	case cil.Gt:
		return compare(cil.Lt, y, x)
	case cil.Le:
		return compare(cil.Lt, y, x).Not()
	}
	panic("interval: not a comparison")
}

// below reports whether a < b, or a <= b if orEqual; unknown bounds say no.
func below(a, b *big.Int, orEqual bool) bool {
	if a == nil || b == nil {
		return false
	}
	c := a.Cmp(b)
	return c < 0 || orEqual && c == 0
}

func (ev *Eval) arith(e *cil.Binary, x, y Interval) Interval {
	switch e.Op {
	case cil.Add:
		return ev.fit(add(x, y), e.T)
	case cil.Sub:
		return ev.fit(add(x, neg(y)), e.T)
	case cil.Mul:
		return ev.fit(mul(x, y), e.T)
	case cil.Div:
		return ev.fit(quo(x, y), e.T)
	case cil.Mod:
		return ev.fit(rem(x, y), e.T)
	case cil.BitAnd, cil.BitOr, cil.BitXor:
		return ev.fit(bits(e.Op, x, y), e.T)
	case cil.Shl, cil.Shr:
		if t, ok := e.T.(*cil.IntType); ok && t.Kind != cil.MathInt && !Of(0, int64(t.Bits-1)).Contains(y) {
			return Range(t) // the behaviour is undefined
		}
		return ev.fit(shift(e.Op, x, y), e.T)
	}
	return typeRange(e.T)
}
