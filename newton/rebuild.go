package newton

import (
	"fmt"
	"math/big"

	"hardbop/internal/cil"
)

// rebuilder makes expressions anew from what its reads stand for, folding constants.
// Expressions are in the form of predicates: integer arithmetic is over Math.
type rebuilder struct {
	model *cil.DataModel
	// logical drops offsets: p+i is p, a[i] is a[0].
	logical bool
	// read returns what a read stands for; integers come as Math.
	read func(l *cil.Lval) cil.Expr
	// addr returns what the address a stands for.
	addr func(a *cil.AddrOf) cil.Expr
}

func (r *rebuilder) expr(e cil.Expr) cil.Expr {
	switch e := e.(type) {
	case *cil.Const, *cil.FloatConst, *cil.FuncAddr:
		return e
	case *cil.Load:
		return r.read(e.L)
	case *cil.AddrOf:
		return r.addr(e)
	case *cil.Unary:
		return r.unary(e)
	case *cil.Binary:
		return r.binary(e)
	case *cil.Cond:
		return r.choice(e)
	case *cil.Cast:
		return r.cast(e)
	}
	panic(fmt.Sprintf("newton: unknown expression %T", e))
}

func (r *rebuilder) unary(e *cil.Unary) cil.Expr {
	x := r.expr(e.X)
	switch {
	case e.Op == cil.LogNot:
		return cil.Not(x)
	case e.Op == cil.Neg && isMath(e.T):
		return linearOf(&cil.Unary{Op: cil.Neg, X: x, T: cil.Math}).expr()
	}
	return cil.MakeUnary(e.Op, x, e.T)
}

func isMath(t cil.Type) bool { return cil.SameType(t, cil.Math) }

func (r *rebuilder) binary(e *cil.Binary) cil.Expr {
	switch e.Op {
	case cil.LAnd, cil.LOr:
		return r.connective(e)
	case cil.PtrAdd, cil.PtrSub:
		return r.moved(e)
	}
	x, y := r.expr(e.X), r.expr(e.Y)
	switch {
	case e.Op == cil.Add || e.Op == cil.Sub || e.Op == cil.Mul:
		if isMath(e.T) {
			return linearOf(&cil.Binary{Op: e.Op, X: x, Y: y, T: e.T}).expr()
		}
	case e.Op.IsCompare():
		if same, known := sameNumber(r.model, x, y); known && (e.Op == cil.Eq || e.Op == cil.Ne) {
			return truth(same == (e.Op == cil.Eq))
		}
		return compare(e.Op, x, y, e.T)
	}
	return cil.MakeBinary(e.Op, x, y, e.T)
}

// moved returns the pointer that e, a pointer plus or minus a number of elements, is.
func (r *rebuilder) moved(e *cil.Binary) cil.Expr {
	p := r.expr(e.X)
	switch {
	case r.logical:
		return p
	case e.Op == cil.PtrAdd:
		return foldPointer(r.model, r.model.MakePtrAdd(p, r.expr(e.Y)))
	}
	return foldPointer(r.model, r.model.MakePtrSub(p, r.expr(e.Y)))
}

// compare returns the comparison, folded if both sides are constants or are the same
// address.
func compare(op cil.BinOp, x, y cil.Expr, t cil.Type) cil.Expr {
	if isMath(x.Type()) != isMath(y.Type()) && cil.IsInteger(x.Type()) && cil.IsInteger(y.Type()) {
		x, y = cil.MakeCast(cil.Math, x), cil.MakeCast(cil.Math, y)
	}
	if same, known := sameAddress(x, y); known && (op == cil.Eq || op == cil.Ne) {
		return truth(same == (op == cil.Eq))
	}
	return cil.MakeBinary(op, x, y, t)
}

// sameAddress compares two pointers by their form: the addresses of whole variables, of
// functions, and null.
func sameAddress(x, y cil.Expr) (same, known bool) {
	if !cil.IsPointer(x.Type()) || !cil.IsPointer(y.Type()) {
		return false, false
	}
	a, b := cil.WithoutPointerCasts(x), cil.WithoutPointerCasts(y)
	if cil.IsZero(a) && cil.IsZero(b) {
		return true, true
	}
	v, okA := fixedObject(a)
	w, okB := fixedObject(b)
	switch {
	case okA && okB:
		return v == w, true
	case okA && cil.IsZero(b), okB && cil.IsZero(a):
		return false, true
	}
	return false, false
}

// fixedObject returns the variable or function that p is the address of.
func fixedObject(p cil.Expr) (any, bool) {
	switch p := p.(type) {
	case *cil.AddrOf:
		if p.L.Base != nil && len(p.L.Path) == 0 && p.L.Base.Kind != cil.Literal {
			return p.L.Base, true
		}
	case *cil.FuncAddr:
		return p.F, true
	}
	return nil, false
}

var intType = &cil.IntType{Kind: cil.Int, Bits: 32, Bytes: 4, Signed: true}

func truth(b bool) cil.Expr {
	v := new(big.Int)
	if b {
		v.SetInt64(1)
	}
	return &cil.Const{T: intType, Val: v}
}

func (r *rebuilder) connective(e *cil.Binary) cil.Expr {
	x := r.expr(e.X)
	if v, ok := cil.ConstValue(x); ok {
		if (v.Sign() != 0) == (e.Op == cil.LOr) {
			return truth(e.Op == cil.LOr)
		}
		return r.expr(e.Y)
	}
	y := r.expr(e.Y)
	if v, ok := cil.ConstValue(y); ok {
		if (v.Sign() != 0) == (e.Op == cil.LOr) {
			return truth(e.Op == cil.LOr)
		}
		return x
	}
	return &cil.Binary{Op: e.Op, X: x, Y: y, T: e.T}
}

func (r *rebuilder) choice(e *cil.Cond) cil.Expr {
	c := r.expr(e.C)
	if v, ok := cil.ConstValue(c); ok {
		if v.Sign() != 0 {
			return r.expr(e.A)
		}
		return r.expr(e.B)
	}
	return cil.MakeCond(c, r.expr(e.A), r.expr(e.B), e.T)
}

func (r *rebuilder) cast(e *cil.Cast) cil.Expr {
	x := r.throughWide(e.T, r.expr(e.X))
	to, ok := e.T.(*cil.IntType)
	if ok && isMath(to) && isMath(x.Type()) {
		return x
	}
	if from, okX := narrowType(x); ok && okX && !isMath(to) && contains(to, from) {
		return x
	}
	if ok && cil.IsPointer(x.Type()) {
		if v, fixed := constAddress(r.model, x); fixed {
			return &cil.Const{T: to, Val: to.Wrap(v)}
		}
		x = cil.WithoutPointerCasts(x)
	}
	if cil.IsPointer(e.T) && cil.IsPointer(x.Type()) {
		x = cil.WithoutPointerCasts(x)
	}
	if cil.IsPointer(e.T) {
		return foldPointer(r.model, cil.MakeCast(e.T, x))
	}
	return cil.MakeCast(e.T, x)
}

// throughWide returns what converting to t gives the same value as converting x does: a pointer that went through an integer as wide
// as it is, or an integer that went through a pointer.
func (r *rebuilder) throughWide(t cil.Type, x cil.Expr) cil.Expr {
	inner := x
	if isMath(x.Type()) {
		if c, ok := x.(*cil.Cast); ok {
			inner = c.X
		}
	}
	c, ok := inner.(*cil.Cast)
	switch {
	case !ok:
		return x
	case cil.IsPointer(t) && r.wide(inner.Type()) && cil.IsPointer(c.X.Type()):
		return c.X
	case r.wide(t) && cil.IsPointer(inner.Type()) && cil.IsInteger(c.X.Type()):
		return c.X
	}
	return x
}

// wide reports whether t is an integer type of the size of pointers.
func (r *rebuilder) wide(t cil.Type) bool {
	i, ok := t.(*cil.IntType)
	return ok && !isMath(i) && i.Bytes == r.model.PtrBytes
}

// narrowType returns the C type of the read that x, an expression of type Math, is.
func narrowType(x cil.Expr) (*cil.IntType, bool) {
	c, ok := x.(*cil.Cast)
	if !ok || !isMath(c.T) {
		return nil, false
	}
	t, ok := c.X.Type().(*cil.IntType)
	return t, ok && !isMath(t)
}

func contains(t, u *cil.IntType) bool {
	return t.Min().Cmp(u.Min()) <= 0 && t.Max().Cmp(u.Max()) >= 0
}

// lval returns l with its address and indices made anew, and behind a known address the
// lvalue that is there.
func (r *rebuilder) lval(l *cil.Lval) *cil.Lval {
	out := &cil.Lval{Base: l.Base}
	if l.Mem != nil {
		to := r.model.Deref(asPointer(l.Mem.Type(), r.expr(l.Mem)))
		out = &cil.Lval{Base: to.Base, Mem: to.Mem, Path: append([]cil.Sel(nil), to.Path...)}
	}
	for _, s := range l.Path {
		if s.Field == nil {
			s.Index = r.index(s.Index)
		}
		out.Path = append(out.Path, s)
	}
	return out
}

// asPointer converts the pointer p to the type t if it has another one, as arguments of
// functions without a prototype may.
func asPointer(t cil.Type, p cil.Expr) cil.Expr {
	if cil.SameType(t, p.Type()) {
		return p
	}
	return cil.MakeCast(t, cil.WithoutPointerCasts(p))
}

func (r *rebuilder) index(i cil.Expr) cil.Expr {
	if r.logical {
		return cil.IntConst(r.model.PtrDiffT(), 0)
	}
	return r.model.MakeIndex(r.expr(i))
}
