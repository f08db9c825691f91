package pointsto

import (
	"slices"

	"hardbop/internal/cil"
)

// Functions say which error happened by a pointer that is made of a number (ERR_PTR of Linux). Such a number is known if it is a
// constant, or has come from constants by way of local variables and arguments alone. Others come from such pointers (PTR_ERR of Linux):
// what is made a pointer then leads where the first one did, or to no memory. A number that is narrower than an address is that of no memory on
// the heap, nor of the outside.

// numbers finds the local variables whose values are all in the pages at both ends of memory, where nothing lies, in what entry
// reaches, or, if addresses is true, have come from pointers.
func (a *analysis) numbers(entry *cil.Func, addresses bool) map[*cil.Var]bool {
	is := a.isNumber
	if addresses {
		is = a.isConverted
	}
	good := map[*cil.Var]bool{}
	for _, f := range a.prog.Funcs {
		for _, v := range slices.Concat(f.Locals, f.Formals) {
			outside := (f == entry || f.AddrTaken) && slices.Contains(f.Formals, v)
			good[v] = a.extends(v.Type) && !v.AddrTaken && !outside
		}
	}
	for changed := true; changed; {
		changed = false
		gets := func(v *cil.Var, e cil.Expr) {
			if good[v] && !(e != nil && is(e, good)) {
				good[v], changed = false, true
			}
		}
		for _, f := range a.prog.Funcs {
			for _, n := range f.Nodes {
				gives(n.Instr, gets)
			}
		}
	}
	return good
}

// gives calls gets for each variable that in may give a value, with the value, or nil if it isn't known.
func gives(in cil.Instr, gets func(*cil.Var, cil.Expr)) {
	switch in := in.(type) {
	case *cil.Assign:
		gets(in.L.Base, in.E)
	case *cil.Havoc:
		gets(in.L.Base, nil)
	case *cil.Call:
		if in.Ret != nil {
			gets(in.Ret.Base, nil)
		}
		if f := in.Callee(); f != nil {
			for k, v := range f.Formals {
				if k < len(in.Args) {
					gets(v, in.Args[k])
				} else {
					gets(v, nil)
				}
			}
		}
	}
}

// isNumber reports whether the integer e is in these pages if the variables in good are.
func (a *analysis) isNumber(e cil.Expr, good map[*cil.Var]bool) bool {
	switch e := e.(type) {
	case *cil.Cast:
		if to, ok := e.T.(*cil.IntType); ok && to.Bytes > 1 && a.extends(to) && a.extends(e.X.Type()) {
			return a.isNumber(e.X, good)
		}
	case *cil.Cond:
		return a.isNumber(e.A, good) && a.isNumber(e.B, good)
	case *cil.Load:
		return e.L.IsVar(nil) && good[e.L.Base]
	}
	return a.isNowhere(e)
}

// isConverted is isNumber of integers that have come from pointers too.
func (a *analysis) isConverted(e cil.Expr, good map[*cil.Var]bool) bool {
	switch e := e.(type) {
	case *cil.Cast:
		if to, ok := e.T.(*cil.IntType); ok && to.Bytes > 1 && a.extends(to) {
			return cil.IsPointer(e.X.Type()) || a.extends(e.X.Type()) && a.isConverted(e.X, good)
		}
	case *cil.Cond:
		return a.isConverted(e.A, good) && a.isConverted(e.B, good)
	case *cil.Load:
		return e.L.IsVar(nil) && good[e.L.Base]
	}
	return a.isNowhere(e)
}

// narrows reports whether e has no room for an address, but what it is made of has.
func (a *analysis) narrows(e *cil.Cast) bool {
	to, ok := e.T.(*cil.IntType)
	if !ok || cil.SameType(to, cil.Math) || to.Bytes >= a.prog.Model.PtrBytes {
		return false
	}
	from, ok := e.X.Type().(*cil.IntType)
	return cil.IsPointer(e.X.Type()) || ok && from.Bytes >= a.prog.Model.PtrBytes
}

// isLow reports whether t may lie where an address is narrow: memory of the heap and the outside's doesn't, if it isn't what a
// number says.
func isLow(t Target) bool {
	return t.Obj.Kind != Heap && (t.Obj.Kind != External || isNumber(t))
}

// extends reports whether a number of type t near 0, below or above, stays that as an address.
func (a *analysis) extends(t cil.Type) bool {
	it, ok := t.(*cil.IntType)
	return ok && (it.Signed || it.Bytes == a.prog.Model.PtrBytes)
}
