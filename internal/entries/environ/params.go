package environ

import (
	"fmt"
	"math/big"

	"hardbop/internal/cil"
)

// This file is about the parameters of modules (module_param): whoever loads the module sets them before it begins, and
// with a file in sysfs that may be written, at any time.

// numbers are the kernel's operations for parameters that are numbers, and what they store of an arbitrary one.
var numbers = map[string]string{
	"param_ops_byte": "", "param_ops_short": "", "param_ops_ushort": "", "param_ops_int": "", "param_ops_uint": "", "param_ops_hexint": "",
	"param_ops_long": "", "param_ops_ulong": "", "param_ops_ullong": "",
	"param_ops_bool": " != 0", "param_ops_invbool": " != 0", "param_ops_bint": " != 0",
}

// setParameter is a parameter that is a number in a variable.
type setParameter struct {
	v       *cil.Var
	how     string // what is stored of an arbitrary number
	written bool   // at any time
}

// parameters lists those of the unit's module that are numbers.
func (p *plan) parameters(unit int) []setParameter {
	var list []setParameter
	for _, v := range p.units[unit].Prog.Globals {
		if c, ok := v.Type.(*cil.CompType); !ok || c.Tag != "kernel_param" || v.Init == nil {
			continue
		}
		var s setParameter
		known := false
		for _, e := range v.Init.Entries {
			a, isAddr := address(e.Expr)
			n, isConst := cil.ConstValue(e.Expr)
			switch name := memberName(e.Path); {
			case name == "ops" && isAddr:
				s.how, known = numbers[a.Name], hasKey(numbers, a.Name)
			case name == "perm" && isConst:
				s.written = new(big.Int).And(n, big.NewInt(0o222)).Sign() != 0
			case isAddr && cil.IsInteger(a.Type) && !a.Const && a.Orig == "":
				s.v = a
			}
		}
		if known && s.v != nil {
			list = append(list, s)
		}
	}
	return list
}

func hasKey(m map[string]string, k string) bool { _, ok := m[k]; return ok }

// memberName is the first member on the path.
func memberName(path []cil.Sel) string {
	if len(path) == 0 || path[0].Field == nil {
		return ""
	}
	return path[0].Field.Name
}

// address returns the variable whose address e is.
func address(e cil.Expr) (*cil.Var, bool) {
	for {
		c, ok := e.(*cil.Cast)
		if !ok {
			break
		}
		e = c.X
	}
	a, ok := e.(*cil.AddrOf)
	if !ok || !a.L.IsVar(nil) {
		return nil, false
	}
	return a.L.Base, true
}

// parameters writes the functions that set the unit's parameters: all of them, and those that may be written at any time.
func (w *writer) parameters() {
	list := w.plan.parameters(w.unit)
	if len(list) == 0 {
		return
	}
	w.decls = append(w.decls, "extern unsigned long long __VERIFIER_nondet_ulonglong(void);")
	for _, late := range []bool{false, true} {
		if late && !anyWritten(list) {
			return
		}
		w.printf("\nvoid %s(void)\n{\n", setter(w.unit, late))
		for _, s := range list {
			if late && !s.written {
				continue
			}
			from := "__VERIFIER_nondet_int()"
			if s.v.Type.(*cil.IntType).Bytes > 4 {
				from = "__VERIFIER_nondet_ulonglong()"
			}
			w.printf("\t%s = %s%s;\n", s.v.Name, from, s.how)
		}
		w.printf("}\n")
	}
}

func anyWritten(list []setParameter) bool {
	for _, s := range list {
		if s.written {
			return true
		}
	}
	return false
}

// setter is the name of the function that sets the unit's parameters.
func setter(unit int, late bool) string {
	if late {
		return fmt.Sprintf("hardbop_parameters_written_%d", unit)
	}
	return fmt.Sprintf("hardbop_parameters_%d", unit)
}

// setters returns the names of the functions that set parameters, and has them declared.
func (w *writer) setters(late bool) []string {
	var names []string
	for i := range w.plan.units {
		if list := w.plan.parameters(i); len(list) > 0 && (!late || anyWritten(list)) {
			names = append(names, setter(i, late))
			w.decls = append(w.decls, "extern void "+setter(i, late)+"(void);")
		}
	}
	return names
}
