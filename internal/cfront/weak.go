package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// This file is about weak symbols that no file defines: a linker gives them the address null.

// perhapsNull is the address a, or either that or null if it is of a weak symbol without a
// definition.
func (x *elab) perhapsNull(a cil.Expr, n cc.Node) cil.Expr {
	if x.body == nil || !x.isWeak(symbolOf(a)) {
		return a
	}
	null := cil.MakeCast(a.Type(), x.intZero())
	return &cil.Cond{C: x.truth(x.arbitrary("defined", x.intType(), "weak symbol", n)), A: a, B: null, T: a.Type()}
}

// symbolOf names the function or global object that a is the address of, or is "".
func symbolOf(a cil.Expr) string {
	switch a := a.(type) {
	case *cil.FuncAddr:
		return a.F.Name
	case *cil.AddrOf:
		if v := a.L.Base; v != nil && v.Func == nil && v.Extern && len(a.L.Path) == 0 {
			return v.Name
		}
	}
	return ""
}

// isWeak reports whether name is declared weak and not defined.
func (x *elab) isWeak(name string) bool {
	s := x.externs[name]
	if s == nil || s.definition() != nil {
		return false
	}
	for _, r := range s.recs {
		if r.attribute("weak") != nil {
			return true
		}
	}
	return false
}
