package enc

import "hardbop/internal/cil"

// maxThrough bounds the nodes of an lvalue that is seen through calls.
const maxThrough = 16

// ThroughVars reports whether the address of l, the places of variables aside, depends on
// nothing but variables that are reached by name only and for which fixed holds.
func ThroughVars(l *cil.Lval, fixed func(*cil.Var) bool) bool {
	ok := true
	e := &cil.Load{L: l}
	cil.Walk(e, func(x cil.Expr) {
		r, isLoad := x.(*cil.Load)
		if !isLoad || r == e {
			return
		}
		v := r.L.Base
		ok = ok && v != nil && !v.AddrTaken && len(r.L.Path) == 0 && fixed(v)
	})
	return ok
}

// Through returns l, whose address depends on formals with their values of the entry, as the
// caller that passes the actuals writes it. It says false if the caller can't, or if that
// is too large.
func Through(l *cil.Lval, actual map[*cil.Var]cil.Expr) (*cil.Lval, bool) {
	e := &cil.Load{L: l}
	for _, v := range cil.Vars(e) {
		if a := actual[v]; a == nil || !cil.SameType(a.Type(), v.Type) {
			return nil, false
		}
	}
	out := Normal(cil.SubstLval(e, func(r *cil.Lval) cil.Expr {
		if r.Base == nil {
			return nil
		}
		return actual[r.Base]
	}))
	at, ok := out.(*cil.Load)
	if !ok {
		return nil, false
	}
	size := 0
	cil.Walk(at, func(cil.Expr) { size++ })
	return at.L, size <= maxThrough
}
