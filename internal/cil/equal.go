package cil

import "fmt"

// Equal reports whether a and b are the same expression, types included.
func Equal(a, b Expr) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	switch a := a.(type) {
	case *Const:
		b, ok := b.(*Const)
		return ok && *a.T == *b.T && a.Val.Cmp(b.Val) == 0
	case *FloatConst:
		b, ok := b.(*FloatConst)
		return ok && *a.T == *b.T && a.Text == b.Text
	case *Load:
		b, ok := b.(*Load)
		return ok && EqualLval(a.L, b.L)
	case *AddrOf:
		b, ok := b.(*AddrOf)
		return ok && SameType(a.T, b.T) && EqualLval(a.L, b.L)
	case *FuncAddr:
		b, ok := b.(*FuncAddr)
		return ok && a.F == b.F
	case *Unary:
		b, ok := b.(*Unary)
		return ok && a.Op == b.Op && SameType(a.T, b.T) && Equal(a.X, b.X)
	case *Binary:
		b, ok := b.(*Binary)
		return ok && a.Op == b.Op && SameType(a.T, b.T) && Equal(a.X, b.X) && Equal(a.Y, b.Y)
	case *Cond:
		b, ok := b.(*Cond)
		return ok && SameType(a.T, b.T) && Equal(a.C, b.C) && Equal(a.A, b.A) && Equal(a.B, b.B)
	case *Cast:
		b, ok := b.(*Cast)
		return ok && SameType(a.T, b.T) && Equal(a.X, b.X)
	}
	panic(fmt.Sprintf("cil: unknown expression %T", a))
}

// EqualLval reports whether a and b are written the same.
func EqualLval(a, b *Lval) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Base != b.Base || len(a.Path) != len(b.Path) || a.Base == nil && !Equal(a.Mem, b.Mem) {
		return false
	}
	for i, s := range a.Path {
		t := b.Path[i]
		if s.Field != t.Field || s.Field == nil && !Equal(s.Index, t.Index) {
			return false
		}
	}
	return true
}
