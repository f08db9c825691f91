package z3

// #include "api.h"
import "C"

import (
	"hardbop/internal/smt"
)

// reader translates Z3's terms back. It fails on what has no counterpart.
type reader struct {
	c     *Context
	bound []smt.Term // what bound variables stand for, by their index
	done  map[C.ast]smt.Term
}

func (c *Context) reader(bound []smt.Term) *reader {
	return &reader{c, bound, map[C.ast]smt.Term{}}
}

// term returns the term of a.
func (r *reader) term(a C.ast) smt.Term {
	if t, ok := r.done[a]; ok {
		return t
	}
	t := r.read(a)
	r.done[a] = t
	return t
}

func (r *reader) read(a C.ast) smt.Term {
	c := r.c
	switch C.z3_get_ast_kind(c.t, c.c, a) {
	case numeralAST:
		return r.numeral(a)
	case boundVarAST:
		i := int(C.z3_get_index_value(c.t, c.c, a))
		if i >= len(r.bound) {
			panic(failure("bound variable without a binding"))
		}
		return r.bound[i]
	case appAST:
		return r.apply(a)
	}
	panic(failure("a quantifier in an answer"))
}

// sort returns our sort of a.
func (c *Context) sortOf(s C.sort) smt.Sort {
	const boolKind, intKind, bvKind, arrayKind = 1, 2, 4, 5
	switch C.z3_get_sort_kind(c.t, c.c, s) {
	case boolKind:
		return c.f.BoolSort()
	case intKind:
		return c.f.IntSort()
	case bvKind:
		return c.f.BitVecSort(int(C.z3_get_bv_sort_size(c.t, c.c, s)))
	case arrayKind:
		return c.f.ArraySort(c.sortOf(C.z3_get_array_sort_domain(c.t, c.c, s)), c.sortOf(C.z3_get_array_sort_range(c.t, c.c, s)))
	}
	panic(failure("a sort that isn't known here"))
}

func (r *reader) numeral(a C.ast) smt.Term {
	v := r.c.number(a)
	switch s := r.c.sortOf(C.z3_get_sort(r.c.t, r.c.c, a)); s.Kind() {
	case smt.IntSort:
		return r.c.f.Int(v)
	case smt.BitVecSort:
		return r.c.f.BV(v, s.Width())
	}
	panic(failure("a numeral that isn't an integer"))
}

// apply reads an application. Our own symbols are known by their declarations; whatever
// else there is belongs to Z3 and is known by its name, which is more lasting than its
// number.
func (r *reader) apply(a C.ast) smt.Term {
	c := r.c
	name, parts := c.application(a)
	args := make([]smt.Term, len(parts))
	for i, p := range parts {
		args[i] = r.term(p)
	}
	d := C.z3_get_app_decl(c.t, c.c, a)
	if sym, ok := c.symbols[d]; ok {
		return c.f.Apply(sym.Name, sym.Result, args...)
	}
	switch name {
	case "const":
		return c.f.ConstArray(c.sortOf(C.z3_get_sort(c.t, c.c, a)), args[0])
	case "extract":
		hi := C.z3_get_decl_int_parameter(c.t, c.c, d, 0)
		lo := C.z3_get_decl_int_parameter(c.t, c.c, d, 1)
		return c.f.Extract(int(hi), int(lo), args[0])
	case "zero_extend":
		return c.f.ZeroExt(int(C.z3_get_decl_int_parameter(c.t, c.c, d, 0)), args[0])
	case "bit2bool":
		i := int(C.z3_get_decl_int_parameter(c.t, c.c, d, 0))
		return c.f.Eq(c.f.Extract(i, i, args[0]), c.f.BV64(1, 1))
	case "sign_extend":
		return c.f.SignExt(int(C.z3_get_decl_int_parameter(c.t, c.c, d, 0)), args[0])
	}
	t, ok := c.f.Operation(plainName(name), args)
	if !ok {
		panic(failure("no counterpart of " + name))
	}
	return t
}

// plainName returns SMT-LIB's name of an operation that Z3 calls name.
func plainName(name string) string {
	switch name {
	case "if":
		return "ite"
	case "iff":
		return "="
	case "implies":
		return "=>"
	case "bvudiv_i", "bvurem_i", "bvsdiv_i", "bvsrem_i":
		return name[:len(name)-2]
	}
	return name
}
