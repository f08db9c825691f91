package cil

// This file takes conditional values out of expressions.

// ChoiceIn returns the first conditional value among e's operands, also of the address that
// e is or is read at; nil if there is none.
func ChoiceIn(e Expr) *Cond {
	switch e := e.(type) {
	case *Cond:
		return e
	case *Cast:
		return ChoiceIn(e.X)
	case *Unary:
		return ChoiceIn(e.X)
	case *AddrOf:
		if e.L.Mem != nil {
			return ChoiceIn(e.L.Mem)
		}
	case *Load:
		if e.L.Mem != nil {
			return ChoiceIn(e.L.Mem)
		}
	case *Binary:
		if c := ChoiceIn(e.X); c != nil {
			return c
		}
		return ChoiceIn(e.Y)
	}
	return nil
}

// Choose returns e with x in the place of c, which [ChoiceIn] found in it.
func Choose(e Expr, c *Cond, x Expr) Expr {
	switch e := e.(type) {
	case *Cond:
		if e == c {
			return x
		}
	case *Cast:
		return MakeCast(e.T, Choose(e.X, c, x))
	case *Unary:
		return &Unary{Op: e.Op, X: Choose(e.X, c, x), T: e.T}
	case *AddrOf:
		if e.L.Mem != nil {
			return &AddrOf{L: &Lval{Mem: Choose(e.L.Mem, c, x), Path: e.L.Path}, T: e.T}
		}
	case *Load:
		if e.L.Mem != nil {
			return &Load{L: &Lval{Mem: Choose(e.L.Mem, c, x), Path: e.L.Path}}
		}
	case *Binary:
		return MakeBinary(e.Op, Choose(e.X, c, x), Choose(e.Y, c, x), e.T)
	}
	return e
}

// BehindNull reports whether l is written as what a null pointer leads to.
func (l *Lval) BehindNull() bool { return l.Mem != nil && IsZero(WithoutPointerCasts(l.Mem)) }
