package z3

// #include <stdlib.h>
// #include "api.h"
import "C"

import (
	"math/big"
	"unsafe"

	"hardbop/internal/smt"
)

func free(s *C.char) { C.free(unsafe.Pointer(s)) }

// model reads a model. It fails on values that aren't values to us.
func (c *Context) model(m C.model) *smt.Model {
	out := smt.NewModel()
	for i := range C.z3_model_get_num_consts(c.t, c.c, m) {
		d := C.z3_model_get_const_decl(c.t, c.c, m, i)
		if sym, ok := c.symbols[d]; ok {
			v := c.value(m, c.must(C.z3_model_get_const_interp(c.t, c.c, m, d)), sym.Result)
			out.Set(c.f.Var(sym.Name, sym.Result), v)
		}
	}
	for i := range C.z3_model_get_num_funcs(c.t, c.c, m) {
		d := C.z3_model_get_func_decl(c.t, c.c, m, i)
		if sym, ok := c.symbols[d]; ok {
			c.table(m, d, sym.Args, sym.Result, tableOf(out, sym))
		}
	}
	return out
}

// rows is where table puts what it reads.
type rows struct {
	rest func(v smt.Value)
	at   func(args []smt.Value, v smt.Value)
}

func tableOf(m *smt.Model, sym smt.Symbol) rows {
	return rows{
		func(v smt.Value) { m.SetRest(sym, v) },
		func(args []smt.Value, v smt.Value) { m.SetAt(sym, args, v) },
	}
}

// table reads the interpretation of function d.
func (c *Context) table(m C.model, d C.decl, args []smt.Sort, result smt.Sort, out rows) {
	fi := C.z3_model_get_func_interp(c.t, c.c, m, d)
	if fi == nil {
		panic(failure("function without interpretation"))
	}
	C.z3_func_interp_inc_ref(c.t, c.c, fi)
	defer C.z3_func_interp_dec_ref(c.t, c.c, fi)
	out.rest(c.value(m, c.must(C.z3_func_interp_get_else(c.t, c.c, fi)), result))
	for i := range C.z3_func_interp_get_num_entries(c.t, c.c, fi) {
		e := C.z3_func_interp_get_entry(c.t, c.c, fi, i)
		C.z3_func_entry_inc_ref(c.t, c.c, e)
		at := make([]smt.Value, len(args))
		for j := range at {
			at[j] = c.value(m, C.z3_func_entry_get_arg(c.t, c.c, e, C.uint(j)), args[j])
		}
		out.at(at, c.value(m, C.z3_func_entry_get_value(c.t, c.c, e), result))
		C.z3_func_entry_dec_ref(c.t, c.c, e)
	}
}

// value reads the value a, which is of sort s.
func (c *Context) value(m C.model, a C.ast, s smt.Sort) smt.Value {
	if s.Kind() == smt.ArraySort {
		return c.arrayValue(m, a, s)
	}
	if C.z3_get_ast_kind(c.t, c.c, a) == numeralAST {
		v := c.number(a)
		if s.Kind() == smt.IntSort {
			return c.f.IntValue(v)
		}
		return c.f.BVValue(v, s.Width())
	}
	if s.Kind() == smt.BoolSort {
		switch name, _ := c.application(a); name {
		case "true", "false":
			return c.f.BoolValue(name == "true")
		}
	}
	panic(failure("a value that is none"))
}

// number reads a numeral.
func (c *Context) number(a C.ast) *big.Int {
	var v C.int64_t
	if C.z3_get_numeral_int64(c.t, c.c, a, &v) {
		return big.NewInt(int64(v))
	}
	n, ok := new(big.Int).SetString(C.GoString(C.z3_get_numeral_string(c.t, c.c, a)), 10)
	if !ok {
		panic(failure("a numeral that isn't an integer"))
	}
	return n
}

// arrayValue reads a constant array, stores into one, or a function taken as an array.
func (c *Context) arrayValue(m C.model, a C.ast, s smt.Sort) smt.Value {
	if C.z3_is_as_array(c.t, c.c, a) {
		var v smt.Value
		c.table(m, C.z3_get_as_array_func_decl(c.t, c.c, a), []smt.Sort{s.From()}, s.To(), rows{
			func(rest smt.Value) { v = smt.ArrayValue(s, rest) },
			func(at []smt.Value, elem smt.Value) { v = v.Store(at[0], elem) },
		})
		return v
	}
	name, args := c.application(a)
	switch {
	case name == "const" && len(args) == 1:
		return smt.ArrayValue(s, c.value(m, args[0], s.To()))
	case name == "store" && len(args) == 3:
		v := c.arrayValue(m, args[0], s)
		return v.Store(c.value(m, args[1], s.From()), c.value(m, args[2], s.To()))
	}
	panic(failure("an array that isn't a table"))
}

// The kinds of Z3's terms.
const (
	numeralAST    = 0
	appAST        = 1
	boundVarAST   = 2
	quantifierAST = 3
)

// application returns the name and the arguments of an application, "" if a is none.
func (c *Context) application(a C.ast) (name string, args []C.ast) {
	if C.z3_get_ast_kind(c.t, c.c, a) != appAST {
		return "", nil
	}
	args = make([]C.ast, C.z3_get_app_num_args(c.t, c.c, a))
	for i := range args {
		args[i] = C.z3_get_app_arg(c.t, c.c, a, C.uint(i))
	}
	word := C.z3_get_decl_name(c.t, c.c, C.z3_get_app_decl(c.t, c.c, a))
	const stringSymbol = 1
	if C.z3_get_symbol_kind(c.t, c.c, word) != stringSymbol {
		return "", args
	}
	return C.GoString(C.z3_get_symbol_string(c.t, c.c, word)), args
}
