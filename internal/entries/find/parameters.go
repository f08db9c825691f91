package find

import (
	"strings"

	"hardbop/internal/cil"
)

// This file finds the parameters of a module: what the loader sets before the initialisation, and sysfs later
// (linux/moduleparam.h). Each is a struct kernel_param, whichever macro made it.

// Parameter is a parameter of a module.
type Parameter struct {
	Var  *cil.Var // the struct kernel_param
	Unit int
	// Writable says that sysfs may set it at any time.
	Writable bool
	// Ops are the functions that set it: kernel_param_ops; nil if they aren't known.
	Ops *cil.Var
	// Value is what its value is stored in; nil if that isn't known. For arrays and strings it is the whole, and Max the number of
	// elements that may be set.
	Value *cil.Lval
	Max   int64
	// Array and String say that Value is an array. Elem are the functions that set an element, Count is where the number of
	// elements is stored that have been set; nil for nowhere.
	Array, String bool
	Elem          *cil.Var
	Count         *cil.Lval
}

// Name is the name of p.
func (p *Parameter) Name() string { return strings.TrimPrefix(SourceVar(p.Var), "__param_") }

// Kernel reports whether functions of the kernel, not of the units, set p.
func (p *Parameter) Kernel() bool {
	if p.Ops == nil || p.Ops.Extern {
		return true
	}
	f, ok := address(member(p.Ops, "set"))
	return ok && !f.HasBody()
}

// Parameters finds the parameters of the units, in the order of the source.
func Parameters(units []Unit) []*Parameter {
	var list []*Parameter
	for i, u := range units {
		for _, v := range u.Prog.Globals {
			if c, ok := v.Type.(*cil.CompType); ok && c.Tag == "kernel_param" && v.Init != nil {
				list = append(list, parameter(v, i))
			}
		}
	}
	return list
}

// parameter reads the initialiser of v.
func parameter(v *cil.Var, unit int) *Parameter {
	p := &Parameter{Var: v, Unit: unit, Ops: whole(member(v, "ops")), Max: 1}
	perm := member(v, "perm")
	bits, known := number(perm)
	p.Writable = perm != nil && (!known || bits&0o222 != 0)
	switch s, a := whole(member(v, "str")), whole(member(v, "arr")); {
	case s != nil:
		p.String = true
		p.Max, _ = number(member(s, "maxlen"))
		p.Value = array(pointed(member(s, "string")))
	case a != nil:
		p.Array = true
		p.Max, _ = number(member(a, "max"))
		p.Value, p.Count, p.Elem = array(pointed(member(a, "elem"))), pointed(member(a, "num")), whole(member(a, "ops"))
	default:
		p.Value = pointed(member(v, "arg"))
	}
	return p
}

// member returns what the initialiser of v has for the member called name; nil for nothing.
func member(v *cil.Var, name string) cil.Expr {
	if v.Init == nil {
		return nil
	}
	for _, e := range v.Init.Entries {
		if n := len(e.Path); n > 0 && e.Path[n-1].Field != nil && e.Path[n-1].Field.Name == name {
			return e.Expr
		}
	}
	return nil
}

// number returns the constant that e is.
func number(e cil.Expr) (n int64, ok bool) {
	if e == nil {
		return 0, false
	}
	v, ok := cil.ConstValue(e)
	if !ok || !v.IsInt64() {
		return 0, false
	}
	return v.Int64(), true
}

// pointed returns the part of a global variable whose address e is; nil if it is none.
func pointed(e cil.Expr) *cil.Lval {
	if a, ok := uncast(e).(*cil.AddrOf); ok && a.L.Base != nil && a.L.Base.Kind == cil.Global {
		return a.L
	}
	return nil
}

// whole returns the variable whose address e is.
func whole(e cil.Expr) *cil.Var {
	if l := pointed(e); l != nil && len(l.Path) == 0 {
		return l.Base
	}
	return nil
}

// array returns the array of which l is an element.
func array(l *cil.Lval) *cil.Lval {
	if l == nil || len(l.Path) == 0 || l.Path[len(l.Path)-1].Field != nil {
		return l
	}
	last := len(l.Path) - 1
	return &cil.Lval{Base: l.Base, Path: l.Path[:last]}
}
