package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// This file is about weak symbols that no file defines: a linker gives them the address
// null. Whether it does is the value of a constant that nothing defines either, one for
// each symbol, so that it is arbitrary but doesn't change.

// weakPrefix begins the names of these constants.
const weakPrefix = "hardbop_defined_"

// perhapsNull is the address a, or either that or null if it is of a weak symbol without a
// definition.
func (x *elab) perhapsNull(a cil.Expr, n cc.Node) cil.Expr {
	name := symbolOf(a)
	if name == "" || !x.isWeak(name) || x.weakThere {
		return a
	}
	x.weakSeen = true
	null := cil.MakeCast(a.Type(), x.intZero())
	return &cil.Cond{C: x.truth(cil.LoadVar(x.definedFlag(name, position(n)))), A: a, B: null, T: a.Type()}
}

// definedFlag is the constant that says whether something defines the weak symbol name.
func (fe *front) definedFlag(name string, pos source.Pos) *cil.Var {
	v := fe.weakFlags[name]
	if v == nil {
		v = &cil.Var{Name: fe.names.fresh(weakPrefix + name), Type: fe.model.Int(cil.Int), Kind: cil.Global, Pos: pos, Extern: true, Const: true}
		fe.weakFlags[name] = v
		fe.flags[v] = true
		fe.prog.Globals = append(fe.prog.Globals, v)
	}
	return v
}

// symbolOf names the function or global object that a is the address of, or is in; "" if
// it is anything else.
func symbolOf(a cil.Expr) string {
	switch a := a.(type) {
	case *cil.FuncAddr:
		return a.F.Name
	case *cil.AddrOf:
		if v := a.L.Base; v != nil && v.Func == nil && v.Extern {
			return v.Name
		}
	}
	return ""
}

// isWeak reports whether name is declared weak and not defined.
func (x *elab) isWeak(name string) bool {
	s := x.externs[name]
	if s == nil {
		s = x.u.ids[name]
	}
	if s == nil || s.definition() != nil {
		return false
	}
	if _, ok := x.weakPragmas[name]; ok {
		return true
	}
	for _, r := range s.recs {
		if r.attribute("weak") != nil || r.attribute("weakref") != nil {
			return true
		}
	}
	return false
}

// weakPragma obeys #pragma weak name or #pragma weak name = target.
func (fe *front) weakPragma(words []string) {
	switch {
	case len(words) == 2:
		fe.weakPragmas[words[1]] = ""
	case len(words) == 4 && words[2] == "=":
		fe.weakPragmas[words[1]] = words[3]
	}
}
