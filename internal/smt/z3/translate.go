package z3

// #include <stdlib.h>
// #include "api.h"
import "C"

import (
	"fmt"
	"math/big"
	"unsafe"

	"hardbop/internal/smt"
)

// ast returns the translation of t, which the context keeps.
func (c *Context) ast(t smt.Term) C.ast {
	if a, ok := c.terms[t]; ok {
		return a
	}
	mark := c.arena.mark()
	args := make([]C.ast, t.NumArgs())
	for i := range args {
		args[i] = c.ast(t.Arg(i))
	}
	a := c.must(c.build(t, args))
	C.z3_inc_ref(c.t, c.c, a)
	c.terms[t] = a
	c.kept = append(c.kept, a)
	c.arena.release(mark)
	return a
}

func (c *Context) sort(s smt.Sort) C.sort {
	if z, ok := c.sorts[s]; ok {
		return z
	}
	var z C.sort
	switch s.Kind() {
	case smt.BoolSort:
		z = C.z3_mk_bool_sort(c.t, c.c)
	case smt.IntSort:
		z = C.z3_mk_int_sort(c.t, c.c)
	case smt.BitVecSort:
		z = C.z3_mk_bv_sort(c.t, c.c, C.uint(s.Width()))
	case smt.ArraySort:
		z = C.z3_mk_array_sort(c.t, c.c, c.sort(s.From()), c.sort(s.To()))
	default:
		panic(fmt.Sprintf("z3: sort %s", s))
	}
	C.z3_inc_ref(c.t, c.c, c.must(C.ast(unsafe.Pointer(z))))
	c.sorts[s] = z
	return z
}

// decl returns the declaration of s. Its name is the symbol's name; Z3 tells symbols with
// the same name and different signatures apart.
func (c *Context) decl(s smt.Symbol) C.decl {
	key := s.Key()
	if d, ok := c.decls[key]; ok {
		return d
	}
	args := make([]C.sort, len(s.Args)+1)
	for i, a := range s.Args {
		args[i] = c.sort(a)
	}
	d := C.z3_mk_func_decl(c.t, c.c, c.word(s.Name), C.uint(len(s.Args)), &args[0], c.sort(s.Result))
	C.z3_inc_ref(c.t, c.c, c.must(C.ast(unsafe.Pointer(d))))
	c.decls[key] = d
	c.symbols[d] = s
	return d
}

// numeral returns the number v of sort s.
func (c *Context) numeral(v *big.Int, s smt.Sort) C.ast {
	if v.IsInt64() {
		return C.z3_mk_int64(c.t, c.c, C.int64_t(v.Int64()), c.sort(s))
	}
	text := C.CString(v.String())
	defer C.free(unsafe.Pointer(text))
	return C.z3_mk_numeral(c.t, c.c, text, c.sort(s))
}

// first returns what Z3 takes as a pointer to args.
func first(args []C.ast) *C.ast {
	if len(args) == 0 {
		return nil
	}
	return &args[0]
}

// build makes the Z3 term of t from its arguments. What it needs besides lies in the arena.
func (c *Context) build(t smt.Term, a []C.ast) C.ast {
	switch t.Op() {
	case smt.OpTrue:
		return C.z3_mk_true(c.t, c.c)
	case smt.OpFalse:
		return C.z3_mk_false(c.t, c.c)
	case smt.OpInt, smt.OpBV:
		return c.numeral(t.Value(), t.Sort())
	case smt.OpVar, smt.OpApply:
		return C.z3_mk_app(c.t, c.c, c.decl(smt.SymbolOf(t)), C.uint(len(a)), first(a))
	case smt.OpNot:
		return C.z3_mk_not(c.t, c.c, a[0])
	case smt.OpAnd:
		return C.z3_mk_and(c.t, c.c, C.uint(len(a)), &a[0])
	case smt.OpOr:
		return C.z3_mk_or(c.t, c.c, C.uint(len(a)), &a[0])
	case smt.OpIte:
		return C.z3_mk_ite(c.t, c.c, a[0], a[1], a[2])
	case smt.OpEq:
		if t.Arg(0).Sort().Kind() == smt.IntSort {
			return c.equation(t)
		}
		return C.z3_mk_eq(c.t, c.c, a[0], a[1])
	case smt.OpIff:
		return C.z3_mk_eq(c.t, c.c, a[0], a[1])
	case smt.OpSelect:
		return C.z3_mk_select(c.t, c.c, a[0], a[1])
	case smt.OpStore:
		return C.z3_mk_store(c.t, c.c, a[0], a[1], a[2])
	case smt.OpConst:
		return C.z3_mk_const_array(c.t, c.c, c.sort(t.Sort().From()), a[0])
	}
	if t.Sort().Kind() == smt.IntSort || t.Op() == smt.OpLe {
		return c.arithmetic(t, a)
	}
	return c.bitvector(t, a)
}

func (c *Context) arithmetic(t smt.Term, a []C.ast) C.ast {
	switch t.Op() {
	case smt.OpSum:
		l := t.Linear()
		return c.sum(l.Const, l.Monomials)
	case smt.OpMul:
		return C.z3_mk_mul(c.t, c.c, C.uint(len(a)), &a[0])
	case smt.OpDiv:
		return C.z3_mk_div(c.t, c.c, a[0], a[1])
	case smt.OpMod:
		return C.z3_mk_mod(c.t, c.c, a[0], a[1])
	case smt.OpLe:
		return C.z3_mk_le(c.t, c.c, a[0], a[1])
	}
	panic(fmt.Sprintf("z3: can't translate %s", t))
}

// sum returns k plus the monomials.
func (c *Context) sum(k *big.Int, ms []smt.Monomial) C.ast {
	var parts []C.ast
	for _, m := range ms {
		x := c.ast(m.Atom)
		if !m.Coeff.IsInt64() || m.Coeff.Int64() != 1 {
			pair := [2]C.ast{c.arena.hold(c.numeral(m.Coeff, c.f.IntSort())), x}
			x = c.arena.hold(C.z3_mk_mul(c.t, c.c, 2, &pair[0]))
		}
		parts = append(parts, x)
	}
	if k.Sign() != 0 || len(parts) == 0 {
		parts = append(parts, c.arena.hold(c.numeral(k, c.f.IntSort())))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return C.z3_mk_add(c.t, c.c, C.uint(len(parts)), &parts[0])
}

// equation brings what has a negative coefficient to the other side, so that x = y is
// handed over as such: congruence needs it.
func (c *Context) equation(t smt.Term) C.ast {
	k := t.Arg(1).Value()
	var left, right []smt.Monomial
	for _, m := range t.Arg(0).Linear().Monomials {
		if m.Coeff.Sign() > 0 {
			left = append(left, m)
		} else {
			right = append(right, smt.Monomial{Coeff: m.Coeff.Neg(m.Coeff), Atom: m.Atom})
		}
	}
	x := c.arena.hold(c.sum(new(big.Int), left))
	y := c.arena.hold(c.sum(k, right))
	return C.z3_mk_eq(c.t, c.c, x, y)
}

func (c *Context) bitvector(t smt.Term, a []C.ast) C.ast {
	p, q := t.Params()
	switch t.Op() {
	case smt.OpBVNot:
		return C.z3_mk_bvnot(c.t, c.c, a[0])
	case smt.OpBVNeg:
		return C.z3_mk_bvneg(c.t, c.c, a[0])
	case smt.OpExtract:
		return C.z3_mk_extract(c.t, c.c, C.uint(p), C.uint(q), a[0])
	case smt.OpZeroExt:
		return C.z3_mk_zero_ext(c.t, c.c, C.uint(p), a[0])
	case smt.OpSignExt:
		return C.z3_mk_sign_ext(c.t, c.c, C.uint(p), a[0])
	}
	return c.bitvectors(t, a[0], a[1])
}

func (c *Context) bitvectors(t smt.Term, x, y C.ast) C.ast {
	switch t.Op() {
	case smt.OpBVAdd:
		return C.z3_mk_bvadd(c.t, c.c, x, y)
	case smt.OpBVMul:
		return C.z3_mk_bvmul(c.t, c.c, x, y)
	case smt.OpBVUDiv:
		return C.z3_mk_bvudiv(c.t, c.c, x, y)
	case smt.OpBVURem:
		return C.z3_mk_bvurem(c.t, c.c, x, y)
	case smt.OpBVSDiv:
		return C.z3_mk_bvsdiv(c.t, c.c, x, y)
	case smt.OpBVSRem:
		return C.z3_mk_bvsrem(c.t, c.c, x, y)
	case smt.OpBVAnd:
		return C.z3_mk_bvand(c.t, c.c, x, y)
	case smt.OpBVOr:
		return C.z3_mk_bvor(c.t, c.c, x, y)
	case smt.OpBVXor:
		return C.z3_mk_bvxor(c.t, c.c, x, y)
	case smt.OpBVShl:
		return C.z3_mk_bvshl(c.t, c.c, x, y)
	case smt.OpBVLshr:
		return C.z3_mk_bvlshr(c.t, c.c, x, y)
	case smt.OpBVAshr:
		return C.z3_mk_bvashr(c.t, c.c, x, y)
	case smt.OpBVUlt:
		return C.z3_mk_bvult(c.t, c.c, x, y)
	case smt.OpBVSlt:
		return C.z3_mk_bvslt(c.t, c.c, x, y)
	case smt.OpConcat:
		return C.z3_mk_concat(c.t, c.c, x, y)
	}
	panic(fmt.Sprintf("z3: can't translate %s", t))
}
