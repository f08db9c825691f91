package enc

import (
	"fmt"
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
	"hardbop/internal/smt"
)

// theory makes the terms of integer and address arithmetic. Types that are pointers
// come as the unsigned integers of their size.
type theory interface {
	// sort is the sort of values of t, a scalar type other than Math in the bit theory.
	sort(t cil.Type) smt.Sort
	// lit is the constant v of type t.
	lit(t *cil.IntType, v *big.Int) smt.Term
	// symbolRange says what holds of any value x of type t; ok is false if that is nothing.
	symbolRange(t *cil.IntType, x smt.Term) (fact smt.Term, ok bool)
	neg(e *cil.Unary, x smt.Term) smt.Term
	bitNot(e *cil.Unary, x smt.Term) smt.Term
	arith(e *cil.Binary, x, y smt.Term) smt.Term
	compare(op cil.BinOp, x, y typed) smt.Term
	// convert converts x, the value of e (nil if there is no expression), to the type to.
	convert(e cil.Expr, x typed, to *cil.IntType) smt.Term
	// scaled is i*size as a number of bytes to add to an address.
	scaled(i typed, size int64) smt.Term
	// plus adds bytes to an address.
	plus(address, bytes smt.Term) smt.Term
	// bytes is a number of bytes to add to an address.
	bytes(n int64) smt.Term
	// elements is the number of elements of the given size between two addresses.
	elements(e *cil.Binary, x, y smt.Term, size int64) smt.Term
}

// typed is a term with the type of the integer that it stands for.
type typed struct {
	smt.Term
	t *cil.IntType
}

// memory reads what expressions read.
type memory interface {
	read(c *coder, l *cil.Lval) smt.Term
	// object is the address of the variable v.
	object(c *coder, v *cil.Var) smt.Term
	function(c *coder, f *cil.Func) smt.Term
	// part is told that the address a lies off bytes, and dynamic more unless that is no
	// term, after start: the object v, or what a pointer points to if v is nil.
	part(c *coder, v *cil.Var, start, a smt.Term, off int64, dynamic smt.Term)
}

// coder encodes expressions. Where their values come from is left to mem.
type coder struct {
	f      *smt.Factory
	model  *cil.DataModel
	opt    Options
	th     theory
	mem    memory
	ranges *interval.Eval
	// fact gets what holds of the terms that are made, whatever the state.
	fact func(smt.Term)
	// require, if not nil, gets what must hold for the behaviour of the expression to be
	// defined, where it is evaluated at all.
	require func(kind undefined, cond smt.Term)
	// led has where the pointers of the parts of one lvalue lead, while they are found; nil
	// at other times.
	led map[cil.Expr]smt.Term
	// guards are the conditions under which the present subexpression is evaluated.
	guards []smt.Term
}

func newCoder(f *smt.Factory, model *cil.DataModel, opt Options) *coder {
	c := &coder{f: f, model: model, opt: opt, fact: func(smt.Term) {}}
	c.ranges = &interval.Eval{Wrap: opt.Overflow == Wrap, Read: nothingKnown}
	if opt.Theory == Bits {
		c.th = &bitTheory{c}
	} else {
		c.th = &mathTheory{c}
	}
	return c
}

func nothingKnown(*cil.Lval) (interval.Interval, bool) { return interval.Interval{}, false }

// addrType is the unsigned integer type of addresses.
func (c *coder) addrType() *cil.IntType { return c.model.SizeT() }

// integer returns the integer type that stands for the integer or pointer type t.
func (c *coder) integer(t cil.Type) *cil.IntType {
	if it, ok := t.(*cil.IntType); ok {
		return it
	}
	return c.addrType()
}

func isFloat(t cil.Type) bool { _, ok := t.(*cil.FloatType); return ok }

func (c *coder) typed(e cil.Expr) typed { return typed{c.value(e), c.integer(e.Type())} }

// value returns the value of the scalar expression e.
func (c *coder) value(e cil.Expr) smt.Term {
	switch e := e.(type) {
	case *cil.Const:
		return c.th.lit(e.T, e.Val)
	case *cil.FloatConst:
		return c.floatConst(e)
	case *cil.Load:
		return c.mem.read(c, normal(e.L))
	case *cil.AddrOf:
		return c.address(e.L)
	case *cil.FuncAddr:
		return c.mem.function(c, e.F)
	case *cil.Cast:
		return c.cast(e)
	case *cil.Cond:
		return c.choice(e)
	case *cil.Unary:
		return c.unary(e)
	case *cil.Binary:
		return c.binary(e)
	}
	panic(fmt.Sprintf("enc: unknown expression %T", e))
}

// choice encodes c ? a : b. Math operands may have different widths in the bit theory.
func (c *coder) choice(e *cil.Cond) smt.Term {
	cond := c.truth(e.C)
	var a, b smt.Term
	c.under(cond, func() { a = c.value(e.A) })
	c.under(c.f.Not(cond), func() { b = c.value(e.B) })
	if bits, ok := c.th.(*bitTheory); ok {
		a, b = bits.sameWidth(typed{a, c.integer(e.A.Type())}, typed{b, c.integer(e.B.Type())})
	}
	return c.f.Ite(cond, a, b)
}

// under encodes something that is only evaluated if cond holds.
func (c *coder) under(cond smt.Term, f func()) {
	c.guards = append(c.guards, cond)
	f()
	c.guards = c.guards[:len(c.guards)-1]
}

// undefined is a kind of undefined behaviour.
type undefined int

// The kinds of undefined behaviour that the bit-precise encoding knows.
const (
	signedOverflow undefined = iota
	divisionByZero
	nullDereference
	shiftCount
	strayPointer // to where no process can have memory
)

// String says what a statement does that has it.
func (u undefined) String() string {
	return [...]string{"overflows", "divides by zero", "dereferences a null pointer", "shifts by a count that is out of range", "leads to no memory"}[u]
}

// mustHold states what defined behaviour of the present subexpression needs.
func (c *coder) mustHold(kind undefined, cond func() smt.Term) {
	if c.require == nil {
		return
	}
	t := cond()
	for i := len(c.guards) - 1; i >= 0; i-- {
		t = c.f.Implies(c.guards[i], t)
	}
	c.require(kind, t)
}

// truth returns whether the scalar expression e is different from zero.
func (c *coder) truth(e cil.Expr) smt.Term {
	switch e := e.(type) {
	case *cil.Const:
		return c.f.Bool(e.Val.Sign() != 0)
	case *cil.Unary:
		if e.Op == cil.LogNot {
			return c.f.Not(c.truth(e.X))
		}
	case *cil.Binary:
		if t, ok := c.connective(e); ok {
			return t
		}
		if e.Op.IsCompare() {
			return c.compare(e)
		}
	case *cil.Cond:
		return c.truthOfChoice(e)
	case *cil.Cast:
		if c.keepsTruth(e) {
			return c.truth(e.X)
		}
	}
	return c.nonzero(e)
}

func (c *coder) nonzero(e cil.Expr) smt.Term {
	x := c.value(e)
	if ft, ok := e.Type().(*cil.FloatType); ok {
		return c.floatPredicate("nonzero", ft, x)
	}
	t := c.integer(e.Type())
	zero := c.th.lit(t, new(big.Int))
	return c.th.compare(cil.Ne, typed{x, t}, typed{zero, t})
}

func (c *coder) connective(e *cil.Binary) (smt.Term, bool) {
	var x, y smt.Term
	switch e.Op {
	case cil.LAnd:
		x = c.truth(e.X)
		c.under(x, func() { y = c.truth(e.Y) })
		return c.f.And(x, y), true
	case cil.LOr:
		x = c.truth(e.X)
		c.under(c.f.Not(x), func() { y = c.truth(e.Y) })
		return c.f.Or(x, y), true
	}
	return x, false
}

func (c *coder) truthOfChoice(e *cil.Cond) smt.Term {
	cond := c.truth(e.C)
	var a, b smt.Term
	c.under(cond, func() { a = c.truth(e.A) })
	c.under(c.f.Not(cond), func() { b = c.truth(e.B) })
	return c.f.Or(c.f.And(cond, a), c.f.And(c.f.Not(cond), b))
}

// keepsTruth reports whether the conversion e maps zero to zero and nothing else.
func (c *coder) keepsTruth(e *cil.Cast) bool {
	if isFloat(e.T) || isFloat(e.X.Type()) {
		return false
	}
	to, from := c.integer(e.T), c.integer(e.X.Type())
	if to.Kind == cil.Bool || to.Kind == cil.MathInt {
		return true
	}
	if cil.IsPointer(e.T) && cil.IsPointer(e.X.Type()) || c.rangeFits(e.X, to) {
		return true
	}
	return from.Kind != cil.MathInt && from.Bits <= to.Bits && !cil.IsPointer(e.X.Type())
}

// isTruth reports whether e is 0 or 1 by its form.
func isTruth(e cil.Expr) bool {
	switch e := e.(type) {
	case *cil.Unary:
		return e.Op == cil.LogNot
	case *cil.Binary:
		return e.Op.IsCompare() || e.Op == cil.LAnd || e.Op == cil.LOr
	}
	return false
}

func (c *coder) compare(e *cil.Binary) smt.Term {
	if ft, ok := e.X.Type().(*cil.FloatType); ok {
		return c.floatCompare(e, ft)
	}
	if (e.Op == cil.Eq || e.Op == cil.Ne) && isTruth(withoutCasts(e.X)) && cil.IsZero(e.Y) {
		x := c.truth(e.X)
		if e.Op == cil.Eq {
			return c.f.Not(x)
		}
		return x
	}
	return c.th.compare(e.Op, c.typed(e.X), c.typed(e.Y))
}

// oneIf is the int 1 if cond holds, else 0, as a value of type t.
func (c *coder) oneIf(cond smt.Term, t cil.Type) smt.Term {
	it := c.integer(t)
	return c.f.Ite(cond, c.th.lit(it, big.NewInt(1)), c.th.lit(it, new(big.Int)))
}

func (c *coder) unary(e *cil.Unary) smt.Term {
	if e.Op == cil.LogNot {
		return c.oneIf(c.truth(e), e.T)
	}
	x := c.value(e.X)
	if ft, ok := e.T.(*cil.FloatType); ok {
		return c.floatOp("neg", ft, x)
	}
	if e.Op == cil.Neg {
		return c.th.neg(e, x)
	}
	return c.th.bitNot(e, x)
}

func (c *coder) binary(e *cil.Binary) smt.Term {
	switch {
	case e.Op.IsCompare() || e.Op == cil.LAnd || e.Op == cil.LOr:
		return c.oneIf(c.truth(e), e.T)
	case e.Op == cil.PtrAdd || e.Op == cil.PtrSub:
		return c.pointerPlus(e)
	case e.Op == cil.PtrDiff:
		return c.th.elements(e, c.value(e.X), c.value(e.Y), c.elemSize(e.X.Type()))
	}
	x, y := c.value(e.X), c.value(e.Y)
	if ft, ok := e.T.(*cil.FloatType); ok {
		return c.floatOp(opNames[e.Op], ft, x, y)
	}
	return c.th.arith(e, x, y)
}

// opNames name the functions that stand for operations.
var opNames = [...]string{cil.Add: "add", cil.Sub: "sub", cil.Mul: "mul", cil.Div: "div", cil.Mod: "mod",
	cil.BitAnd: "and", cil.BitOr: "or", cil.BitXor: "xor", cil.Shl: "shl", cil.Shr: "shr",
	cil.Eq: "eq", cil.Ne: "ne", cil.Lt: "lt", cil.Le: "le", cil.Gt: "gt", cil.Ge: "ge"}

// elemSize returns the size of what t points to; 1 where it isn't known.
func (c *coder) elemSize(t cil.Type) int64 {
	return max(c.model.SizeOf(t.(*cil.PtrType).Elem), 1)
}

func (c *coder) pointerPlus(e *cil.Binary) smt.Term {
	p := c.value(e.X)
	if c.opt.Memory == Logical {
		return p
	}
	size := c.elemSize(e.T)
	if e.Op == cil.PtrSub {
		size = -size
	}
	if v, ok := cil.ConstValue(e.Y); ok && v.BitLen() < 32 {
		off := v.Int64() * size
		a := c.moved(p, off, smt.Term{})
		c.mem.part(c, nil, p, a, off, smt.Term{})
		return a
	}
	return c.th.plus(p, c.th.scaled(c.typed(e.Y), size))
}

// address returns the address of l.
func (c *coder) address(l *cil.Lval) smt.Term {
	l = normal(l)
	var start smt.Term
	if l.Base != nil {
		start = c.mem.object(c, l.Base)
	} else {
		start = c.leads(l.Mem)
	}
	off, dynamic := c.offset(l)
	a := c.moved(start, off, dynamic)
	c.mem.part(c, l.Base, start, a, off, dynamic)
	return a
}

// parts does something with each part of one lvalue, with nothing written meanwhile: the
// pointers that lead there are evaluated once.
func (c *coder) parts(do func()) {
	old := c.led
	c.led = map[cil.Expr]smt.Term{}
	do()
	c.led = old
}

// leads returns the value of the pointer p that an lvalue is reached by.
func (c *coder) leads(p cil.Expr) smt.Term {
	if c.led == nil {
		return c.value(p)
	}
	if _, ok := c.led[p]; !ok {
		c.led[p] = c.value(p)
	}
	return c.led[p]
}

// moved returns the address off bytes, and dynamic more unless that is no term, after a.
func (c *coder) moved(a smt.Term, off int64, dynamic smt.Term) smt.Term {
	if off != 0 {
		a = c.th.plus(a, c.th.bytes(off))
	}
	if dynamic.IsValid() {
		a = c.th.plus(a, dynamic)
	}
	return a
}

// offset returns the number of bytes from the start of l's variable or pointer to l: a
// constant and a term to add to it, which is no term if there is nothing to add.
func (c *coder) offset(l *cil.Lval) (off int64, dynamic smt.Term) {
	for i, s := range l.Path {
		if s.Field != nil {
			off += s.Field.Offset
			continue
		}
		if c.opt.Memory == Logical {
			continue
		}
		size := max(c.model.SizeOf(prefix(l, i+1).Type()), 0)
		if v, ok := cil.ConstValue(s.Index); ok && v.BitLen() < 32 {
			off += v.Int64() * size
			continue
		}
		d := c.th.scaled(c.typed(s.Index), size)
		if dynamic.IsValid() {
			d = c.th.plus(dynamic, d)
		}
		dynamic = d
	}
	return off, dynamic
}

// prefix returns l without the selectors from n on.
func prefix(l *cil.Lval, n int) *cil.Lval {
	return &cil.Lval{Base: l.Base, Mem: l.Mem, Path: l.Path[:n]}
}

// cast encodes a conversion.
func (c *coder) cast(e *cil.Cast) smt.Term {
	from, to := e.X.Type(), e.T
	if isFloat(from) || isFloat(to) {
		return c.floatCast(e)
	}
	if it, ok := to.(*cil.IntType); ok && it.Kind == cil.Bool {
		return c.oneIf(c.truth(e.X), it)
	}
	x := c.value(e.X)
	if cil.IsPointer(from) && cil.IsPointer(to) {
		return x
	}
	return c.th.convert(e.X, typed{x, c.integer(from)}, c.integer(to))
}

// null is the null pointer.
func (c *coder) null() smt.Term { return c.th.lit(c.addrType(), new(big.Int)) }

// rangeOf returns an interval that holds every value of e; nil is any value.
func (c *coder) rangeOf(e cil.Expr) interval.Interval {
	if e == nil {
		return interval.Interval{}
	}
	if !cil.IsPointer(e.Type()) {
		return c.ranges.Value(e)
	}
	switch x := e.(type) {
	case *cil.Load, *cil.FuncAddr:
		return interval.Range(c.addrType())
	case *cil.AddrOf:
		if x.L.Base != nil && len(x.L.Path) == 0 || c.isMember(x.L) {
			return interval.Range(c.addrType())
		}
	case *cil.Cast:
		if cil.IsPointer(x.X.Type()) {
			return c.rangeOf(x.X)
		}
		if cil.IsInteger(x.X.Type()) {
			return interval.Range(c.addrType())
		}
	}
	return interval.Interval{}
}

// rangeFits reports whether every value of e is a value of t.
func (c *coder) rangeFits(e cil.Expr, t *cil.IntType) bool {
	return t.Kind == cil.MathInt || interval.Range(t).Contains(c.rangeOf(e))
}

// symbol returns the symbol called name that stands for any value of type t.
func (c *coder) symbol(name string, t cil.Type) smt.Term {
	return c.known(t, c.f.Var(name, c.th.sort(t)))
}

// apply applies the uninterpreted function name, whose result has type t.
func (c *coder) apply(name string, t cil.Type, args ...smt.Term) smt.Term {
	return c.known(t, c.f.Apply(name, c.th.sort(t), args...))
}

// known states that x is a value of type t.
func (c *coder) known(t cil.Type, x smt.Term) smt.Term {
	if isFloat(t) {
		return x
	}
	if fact, ok := c.th.symbolRange(c.integer(t), x); ok {
		c.fact(fact)
	}
	return x
}
