package cil

import "fmt"

// SubstLval returns e with reads replaced: for each Load, innermost lvalues first, by
// is asked with the lvalue that is read; nil leaves the read as it is. What has not
// changed is shared with e.
func SubstLval(e Expr, by func(*Lval) Expr) Expr {
	switch e := e.(type) {
	case *Const, *FloatConst, *FuncAddr:
		return e
	case *Load:
		l := substInside(e.L, by)
		if x := by(l); x != nil {
			return x
		}
		if l == e.L {
			return e
		}
		return &Load{L: l}
	case *AddrOf:
		if l := substInside(e.L, by); l != e.L {
			return &AddrOf{L: l, T: e.T}
		}
		return e
	case *Unary:
		x := SubstLval(e.X, by)
		if x == e.X {
			return e
		}
		return &Unary{Op: e.Op, X: x, T: e.T}
	case *Binary:
		x, y := SubstLval(e.X, by), SubstLval(e.Y, by)
		if x == e.X && y == e.Y {
			return e
		}
		if same, ok := sameAddresses(e, x, y); ok {
			return same
		}
		return &Binary{Op: e.Op, X: x, Y: y, T: e.T}
	case *Cond:
		c, a, b := SubstLval(e.C, by), SubstLval(e.A, by), SubstLval(e.B, by)
		if c == e.C && a == e.A && b == e.B {
			return e
		}
		return MakeCond(c, a, b, e.T)
	case *Cast:
		x := SubstLval(e.X, by)
		if x == e.X {
			return e
		}
		if p, ok := Enclosing(e.T, x); ok {
			return p
		}
		return &Cast{T: e.T, X: x}
	}
	panic(fmt.Sprintf("cil: unknown expression %T", e))
}

// substInside replaces reads in l's address and indices, not l itself.
func substInside(l *Lval, by func(*Lval) Expr) *Lval {
	changed := false
	out := &Lval{Base: l.Base, Mem: l.Mem, Path: l.Path}
	if l.Mem != nil {
		out.Mem = SubstLval(l.Mem, by)
		changed = out.Mem != l.Mem
	}
	for i, s := range l.Path {
		if s.Field != nil {
			continue
		}
		if x := SubstLval(s.Index, by); x != s.Index {
			if !changed || len(out.Path) > 0 && &out.Path[0] == &l.Path[0] {
				out.Path = append([]Sel(nil), out.Path...)
			}
			out.Path[i].Index, changed = x, true
		}
	}
	if !changed {
		return l
	}
	return out
}

// sameAddresses folds a comparison of two pointers that are written the same.
func sameAddresses(e *Binary, x, y Expr) (Expr, bool) {
	t, ok := e.T.(*IntType)
	if !ok || e.Op != Eq && e.Op != Ne || !IsPointer(x.Type()) || !Equal(x, y) {
		return nil, false
	}
	if e.Op == Eq {
		return IntConst(t, 1), true
	}
	return IntConst(t, 0), true
}
