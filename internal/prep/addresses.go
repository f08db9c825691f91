package prep

import "hardbop/internal/cil"

// This file is about pointers that have only one value: the address of a part of a global
// variable, or of a function. What is reached through such a pointer is reached by name.

// resolver rewrites expressions by what is known of variables.
type resolver struct {
	env     env
	numbers bool // variables with one number become that, too
	inside  int  // how many pointers that are followed the expression is in
	changed int
}

// zeroType is the type of the zero that null is written with.
var zeroType = &cil.IntType{Kind: cil.Int, Bits: 32, Bytes: 4, Signed: true}

func (r *resolver) expr(e cil.Expr) cil.Expr {
	switch e := e.(type) {
	case *cil.Load:
		l := r.lval(e.L)
		if x := r.known(l); x != nil {
			r.changed++
			return x
		}
		if l == e.L {
			return e
		}
		return &cil.Load{L: l}
	case *cil.AddrOf:
		if l := r.lval(e.L); l != e.L {
			return &cil.AddrOf{L: l, T: e.T}
		}
	case *cil.Unary:
		if x := r.expr(e.X); x != e.X {
			return &cil.Unary{Op: e.Op, X: x, T: e.T}
		}
	case *cil.Binary:
		if x, y := r.expr(e.X), r.expr(e.Y); x != e.X || y != e.Y {
			return &cil.Binary{Op: e.Op, X: x, Y: y, T: e.T}
		}
	case *cil.Cond:
		if c, a, b := r.expr(e.C), r.expr(e.A), r.expr(e.B); c != e.C || a != e.A || b != e.B {
			return &cil.Cond{C: c, A: a, B: b, T: e.T}
		}
	case *cil.Cast:
		if x := r.expr(e.X); x != e.X {
			return cil.MakeCast(e.T, x)
		}
	}
	return e
}

// known is the only value of the variable l, or nil. A null pointer that is followed stays
// what it is called.
func (r *resolver) known(l *cil.Lval) cil.Expr {
	if !l.IsVar(nil) {
		return nil
	}
	f := r.env[l.Base]
	num := f.only()
	if t, ok := l.Base.Type.(*cil.IntType); ok && num != nil && r.numbers {
		return &cil.Const{T: t, Val: num}
	}
	if cil.IsPointer(l.Base.Type) && num != nil && num.Sign() == 0 && r.numbers && r.inside == 0 {
		return cil.MakeCast(l.Base.Type, cil.IntConst(zeroType, 0))
	}
	if f.addr != nil {
		return cil.MakeCast(l.Base.Type, f.addr)
	}
	return nil
}

// lval rewrites what is inside l, and reaches by name what a pointer to a known place
// leads to.
func (r *resolver) lval(l *cil.Lval) *cil.Lval {
	out := &cil.Lval{Base: l.Base, Mem: l.Mem, Path: l.Path}
	changed := false
	if l.Mem != nil {
		r.inside++
		out.Mem = r.expr(l.Mem)
		r.inside--
		changed = out.Mem != l.Mem
	}
	for i, s := range l.Path {
		if s.Index == nil {
			continue
		}
		if x := r.expr(s.Index); x != s.Index {
			if &out.Path[0] == &l.Path[0] {
				out.Path = append([]cil.Sel(nil), l.Path...)
			}
			out.Path[i].Index = x
			changed = true
		}
	}
	if !changed {
		return l
	}
	return named(out)
}

// named is l, by name if its pointer is the address of something of the pointer's type.
func named(l *cil.Lval) *cil.Lval {
	a, ok := l.Mem.(*cil.AddrOf)
	if !ok || !cil.SameType(a.L.Type(), a.T.Elem) {
		return l
	}
	return &cil.Lval{Base: a.L.Base, Mem: a.L.Mem, Path: append(append([]cil.Sel(nil), a.L.Path...), l.Path...)}
}

// address returns the address that x is for all that e knows, without conversions between
// pointers; nil if it isn't known. Those of a function's own variables aren't tracked:
// they mean others in other activations.
func address(e env, x cil.Expr) cil.Expr {
	r := &resolver{env: e}
	switch y := cil.WithoutPointerCasts(r.expr(x)).(type) {
	case *cil.FuncAddr:
		return y
	case *cil.AddrOf:
		if y.L.Base == nil || y.L.Base.Func != nil || !fixedPath(y.L.Path) {
			return nil
		}
		return y
	}
	return nil
}

// fixedPath reports whether the indices are constant.
func fixedPath(path []cil.Sel) bool {
	for _, s := range path {
		if s.Index != nil {
			if _, ok := cil.ConstValue(s.Index); !ok {
				return false
			}
		}
	}
	return true
}
