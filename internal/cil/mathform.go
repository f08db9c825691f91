package cil

import (
	"fmt"
	"math/big"
)

// asMath converts the integer e to the mathematical integers.
func asMath(e Expr) Expr { return MakeCast(Math, e) }

// stripMath undoes asMath.
func stripMath(e Expr) Expr {
	if c, ok := e.(*Cast); ok && SameType(c.T, Math) {
		return c.X
	}
	return e
}

// mathBinary applies op to two integers over the mathematical integers; the result of
// arithmetic has the type Math.
func mathBinary(op BinOp, x, y Expr) Expr {
	if op.IsCompare() {
		return MakeBinary(op, asMath(x), asMath(y), boolResult)
	}
	return MakeBinary(op, asMath(x), asMath(y), Math)
}

// makeLogical builds x && y or x || y of conditions.
func makeLogical(op BinOp, x, y Expr) Expr {
	if v, ok := ConstValue(x); ok {
		if (v.Sign() != 0) == (op == LOr) {
			return truthConst(op == LOr)
		}
		return y
	}
	if v, ok := ConstValue(y); ok && (v.Sign() != 0) == (op == LAnd) {
		return x
	}
	return &Binary{Op: op, X: x, Y: y, T: boolResult}
}

// mathCast converts the scalar e to t and reads the result as a mathematical integer.
// Conversions that can't change the value are left out.
func mathCast(t *IntType, e Expr) Expr {
	if !IsInteger(e.Type()) {
		return asMath(MakeCast(t, e))
	}
	x := stripMath(asMath(e))
	it := x.Type().(*IntType)
	if SameType(t, Math) || isBoolean(x) || !SameType(it, Math) && t.contains(it) {
		return asMath(x)
	}
	return asMath(MakeCast(t, asMath(x)))
}

// contains reports whether every value of u is one of t. Neither is Math.
func (t *IntType) contains(u *IntType) bool {
	return t.Min().Cmp(u.Min()) <= 0 && t.Max().Cmp(u.Max()) >= 0
}

// pointerCast converts the scalar e to the pointer type t.
func pointerCast(t *PtrType, e Expr) Expr {
	switch {
	case IsZero(e):
		return zeroOf(t)
	case IsPointer(e.Type()):
		if c, ok := e.(*Cast); ok && IsPointer(c.X.Type()) {
			e = c.X
		}
		return MakeCast(t, e)
	}
	return &Cast{T: t, X: asMath(e)}
}

// MathForm rewrites the C condition or expression e into the form of predicates: all
// integer arithmetic is over [Math], leaves are reads converted to it, and a
// conversion to a C type stays only where it can change the value. The results of
// unsigned arithmetic are wrapped; those of signed arithmetic only if wrapSigned is
// true (otherwise they are assumed not to overflow). Two expressions of that form are
// Equal exactly if their texts are the same, and [ParseExpr] reads the text back.
func (m *DataModel) MathForm(e Expr, wrapSigned bool) Expr {
	f := mathForm{m, wrapSigned}
	return stripTop(f.expr(e))
}

// MathCond is MathForm for a condition: the result is a comparison or a combination of
// comparisons, or the constant 0 or 1.
func (m *DataModel) MathCond(e Expr, wrapSigned bool) Expr {
	return mathForm{m, wrapSigned}.cond(e)
}

// mathTruth returns e, in the form of predicates, as a condition.
func mathTruth(e Expr) Expr {
	e = stripTop(e)
	zero := &Const{T: Math, Val: new(big.Int)}
	switch t := e.Type().(type) {
	case *IntType:
		if isBoolean(e) {
			return e
		}
		return mathBinary(Ne, e, zero)
	case *FloatType:
		return floatBinary(Ne, e, &Cast{T: t, X: zero})
	}
	return Truth(e)
}

// stripTop turns the 0 or 1 of a condition, seen as a mathematical integer, back.
func stripTop(e Expr) Expr {
	if x := stripMath(e); isBoolean(x) {
		return x
	}
	return e
}

type mathForm struct {
	model      *DataModel
	wrapSigned bool
}

func (f mathForm) expr(e Expr) Expr {
	switch e := e.(type) {
	case *Const:
		return asMath(e)
	case *FloatConst, *FuncAddr:
		return e
	case *Load:
		x := &Load{f.lval(e.L)}
		if IsInteger(x.Type()) {
			return asMath(x)
		}
		return x
	case *AddrOf:
		return f.addr(e)
	case *Unary:
		return f.unary(e)
	case *Binary:
		return f.binary(e)
	case *Cond:
		return MakeCond(f.cond(e.C), f.expr(e.A), f.expr(e.B), mathType(e.T))
	case *Cast:
		return f.cast(e)
	}
	panic(fmt.Sprintf("cil: unknown expression %T", e))
}

func (f mathForm) addr(e *AddrOf) Expr {
	l := f.lval(e.L)
	if isDecay(e) {
		return MakeAddr(l)
	}
	return addressOf(l)
}

// mathType is the type in predicates of what has the type t in C.
func mathType(t Type) Type {
	if IsInteger(t) {
		return Math
	}
	return t
}

// cond returns e as a condition.
func (f mathForm) cond(e Expr) Expr { return mathTruth(f.expr(e)) }

// wrap converts the mathematical integer e, the result of arithmetic in t, to t.
func (f mathForm) wrap(t Type, e Expr) Expr {
	it, ok := t.(*IntType)
	if !ok || SameType(it, Math) || it.Signed && !f.wrapSigned {
		return e
	}
	return mathCast(it, e)
}

func (f mathForm) unary(e *Unary) Expr {
	if e.Op == LogNot {
		return asMath(Not(f.cond(e.X)))
	}
	x := f.expr(e.X)
	if !IsInteger(x.Type()) {
		return &Unary{Op: e.Op, X: x, T: e.T}
	}
	return f.wrap(e.T, MakeUnary(e.Op, x, Math))
}

func (f mathForm) binary(e *Binary) Expr {
	switch {
	case e.Op == LAnd || e.Op == LOr:
		return asMath(makeLogical(e.Op, f.cond(e.X), f.cond(e.Y)))
	case e.Op == PtrAdd:
		return f.model.MakePtrAdd(f.expr(e.X), f.expr(e.Y))
	case e.Op == PtrSub:
		return f.model.MakePtrSub(f.expr(e.X), f.expr(e.Y))
	}
	x, y := f.expr(e.X), f.expr(e.Y)
	if IsInteger(x.Type()) && IsInteger(y.Type()) {
		if e.Op.IsCompare() {
			return asMath(mathBinary(e.Op, x, y))
		}
		return f.wrap(e.T, mathBinary(e.Op, x, y))
	}
	r := Expr(&Binary{Op: e.Op, X: x, Y: y, T: e.T})
	if IsInteger(e.T) {
		r = asMath(r)
	}
	return r
}

func (f mathForm) cast(e *Cast) Expr {
	x := f.expr(e.X)
	switch t := e.T.(type) {
	case *IntType:
		return mathCast(t, x)
	case *PtrType:
		return pointerCast(t, x)
	}
	return MakeCast(e.T, stripMath(x))
}

// lval puts the address and the indices of l into the form of predicates.
func (f mathForm) lval(l *Lval) *Lval {
	out := &Lval{Base: l.Base, Mem: l.Mem, Path: append([]Sel(nil), l.Path...)}
	if l.Mem != nil {
		out = f.model.Deref(f.expr(l.Mem))
		out.Path = append(append([]Sel(nil), out.Path...), l.Path...)
	}
	for i := range out.Path {
		if out.Path[i].Field == nil {
			out.Path[i].Index = f.model.MakeIndex(f.expr(out.Path[i].Index))
		}
	}
	return out
}
