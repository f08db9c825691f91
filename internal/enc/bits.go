package enc

import (
	"fmt"
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// bitTheory represents C integers and addresses by bit vectors of their size in memory,
// so that all arithmetic wraps. Values of type Math are signed bit vectors that are wide
// enough for every value that the expression can have.
type bitTheory struct{ c *coder }

// maxMathBits bounds the width of Math values; a wider result is an unknown value.
const maxMathBits = 512

func (b *bitTheory) sort(t cil.Type) smt.Sort {
	switch t := t.(type) {
	case *cil.IntType:
		return b.c.f.BitVecSort(8 * t.Bytes)
	case *cil.FloatType:
		return b.c.f.BitVecSort(8 * t.Bytes)
	case *cil.PtrType:
		return b.c.f.BitVecSort(8 * b.c.model.PtrBytes)
	}
	panic(fmt.Sprintf("enc: no sort for %s", t))
}

func (b *bitTheory) num(width int, v int64) smt.Term { return b.c.f.BV(big.NewInt(v), width) }

func (b *bitTheory) lit(t *cil.IntType, v *big.Int) smt.Term {
	if t.Kind == cil.MathInt {
		return b.c.f.BV(v, v.BitLen()+1)
	}
	return b.c.f.BV(v, 8*t.Bytes)
}

func width(x smt.Term) int { return x.Sort().Width() }

func (b *bitTheory) symbolRange(t *cil.IntType, x smt.Term) (smt.Term, bool) {
	f := b.c.f
	if t.Bits == 8*t.Bytes {
		return smt.Term{}, false
	}
	if !t.Signed {
		return f.Ule(x, f.BV(t.Max(), width(x))), true
	}
	return f.And(f.Sle(f.BV(t.Min(), width(x)), x), f.Sle(x, f.BV(t.Max(), width(x)))), true
}

// extend widens x, a value of type t, to n bits, or cuts it.
func (b *bitTheory) extend(x typed, n int) smt.Term {
	f, w := b.c.f, width(x.Term)
	switch {
	case n == w:
		return x.Term
	case n < w:
		return f.Extract(n-1, 0, x.Term)
	case x.t.Signed:
		return f.SignExt(n-w, x.Term)
	}
	return f.ZeroExt(n-w, x.Term)
}

// signed returns x as a signed value that is one bit wider if its type has no sign.
func (b *bitTheory) signed(x typed) typed {
	if x.t.Signed {
		return x
	}
	return typed{b.extend(x, width(x.Term)+1), cil.Math}
}

// sameWidth brings two operands to one width. Only Math operands differ.
func (b *bitTheory) sameWidth(x, y typed) (smt.Term, smt.Term) {
	if x.Sort().Kind() != smt.BitVecSort || width(x.Term) == width(y.Term) {
		return x.Term, y.Term
	}
	x, y = b.signed(x), b.signed(y)
	n := max(width(x.Term), width(y.Term))
	return b.extend(x, n), b.extend(y, n)
}

func (b *bitTheory) compare(op cil.BinOp, x, y typed) smt.Term {
	f := b.c.f
	if x.t.Kind == cil.MathInt || y.t.Kind == cil.MathInt {
		x, y = b.signed(x), b.signed(y)
	}
	p, q := b.sameWidth(x, y)
	switch op {
	case cil.Eq:
		return f.Eq(p, q)
	case cil.Ne:
		return f.Not(f.Eq(p, q))
	case cil.Gt, cil.Ge:
		p, q, op = q, p, op.Swap()
	}
	switch {
	case x.t.Signed && op == cil.Lt:
		return f.Slt(p, q)
	case x.t.Signed:
		return f.Sle(p, q)
	case op == cil.Lt:
		return f.Ult(p, q)
	}
	return f.Ule(p, q)
}

func (b *bitTheory) convert(_ cil.Expr, x typed, to *cil.IntType) smt.Term {
	if to.Kind == cil.MathInt {
		return b.signed(x).Term
	}
	if to.Kind == cil.Bool {
		f := b.c.f
		return f.Ite(f.Eq(x.Term, b.num(width(x.Term), 0)), b.num(8*to.Bytes, 0), b.num(8*to.Bytes, 1))
	}
	return b.extend(x, 8*to.Bytes)
}

func (b *bitTheory) addressBits() int { return 8 * b.c.model.PtrBytes }

func (b *bitTheory) bytes(n int64) smt.Term { return b.num(b.addressBits(), n) }

func (b *bitTheory) plus(x, y smt.Term) smt.Term { return b.c.f.BVAdd(x, y) }

func (b *bitTheory) scaled(i typed, size int64) smt.Term {
	return b.c.f.BVMul(b.extend(i, b.addressBits()), b.bytes(size))
}

func (b *bitTheory) elements(e *cil.Binary, x, y smt.Term, size int64) smt.Term {
	d := b.c.f.BVSub(x, y)
	if size > 1 {
		d = b.c.f.BVSDiv(d, b.bytes(size))
	}
	return b.convert(e, typed{d, b.c.model.PtrDiffT()}, b.c.integer(e.T))
}

func (b *bitTheory) neg(e *cil.Unary, x smt.Term) smt.Term {
	f, t := b.c.f, b.c.integer(e.T)
	if t.Kind == cil.MathInt {
		return f.BVNeg(b.extend(typed{x, t}, width(x)+1))
	}
	b.overflowFree(t, func() smt.Term { return f.Not(f.Eq(x, f.BV(t.Min(), width(x)))) })
	return f.BVNeg(x)
}

func (b *bitTheory) bitNot(_ *cil.Unary, x smt.Term) smt.Term { return b.c.f.BVNot(x) }

// overflowFree states that the operation of type t doesn't overflow, if it is signed.
func (b *bitTheory) overflowFree(t *cil.IntType, cond func() smt.Term) {
	if t.Signed && t.Kind != cil.MathInt {
		b.c.mustHold(signedOverflow, cond)
	}
}

func (b *bitTheory) arith(e *cil.Binary, x, y smt.Term) smt.Term {
	t := b.c.integer(e.T)
	if t.Kind == cil.MathInt {
		return b.mathArith(e.Op, typed{x, b.c.integer(e.X.Type())}, typed{y, b.c.integer(e.Y.Type())})
	}
	switch e.Op {
	case cil.Add, cil.Sub, cil.Mul:
		b.overflowFree(t, func() smt.Term { return b.staysIn(e.Op, x, y, t) })
	case cil.Div, cil.Mod:
		return b.div(e.Op, x, y, t)
	case cil.Shl, cil.Shr:
		return b.shift(e, x, y, t)
	}
	return b.plain(e.Op, x, y)
}

// plain is an operation that is the same for signed and unsigned operands.
func (b *bitTheory) plain(op cil.BinOp, x, y smt.Term) smt.Term {
	f := b.c.f
	switch op {
	case cil.Add:
		return f.BVAdd(x, y)
	case cil.Sub:
		return f.BVSub(x, y)
	case cil.Mul:
		return f.BVMul(x, y)
	case cil.BitAnd:
		return f.BVAnd(x, y)
	case cil.BitOr:
		return f.BVOr(x, y)
	case cil.BitXor:
		return f.BVXor(x, y)
	}
	panic(fmt.Sprintf("enc: no arithmetic operator %d", op))
}

// staysIn says that the exact result of a signed operation is a value of type t.
func (b *bitTheory) staysIn(op cil.BinOp, x, y smt.Term, t *cil.IntType) smt.Term {
	n := width(x)
	wide := n + 1
	if op == cil.Mul {
		wide = 2 * n
	}
	exact := b.plain(op, b.extend(typed{x, t}, wide), b.extend(typed{y, t}, wide))
	return b.c.f.Eq(exact, b.extend(typed{b.plain(op, x, y), t}, wide))
}

func (b *bitTheory) div(op cil.BinOp, x, y smt.Term, t *cil.IntType) smt.Term {
	f, n := b.c.f, width(x)
	zero := b.num(n, 0)
	b.c.mustHold(divisionByZero, func() smt.Term { return f.Not(f.Eq(y, zero)) })
	b.overflowFree(t, func() smt.Term {
		return f.Not(f.And(f.Eq(x, f.BV(t.Min(), n)), f.Eq(y, b.num(n, -1))))
	})
	switch {
	case op == cil.Div && t.Signed:
		return f.BVSDiv(x, y)
	case op == cil.Div:
		return f.BVUDiv(x, y)
	case t.Signed:
		return f.BVSRem(x, y)
	}
	return f.BVURem(x, y)
}

func (b *bitTheory) shift(e *cil.Binary, x, y smt.Term, t *cil.IntType) smt.Term {
	f, n := b.c.f, width(x)
	count := b.shiftCount(typed{y, b.c.integer(e.Y.Type())}, n)
	b.c.mustHold(shiftCount, func() smt.Term { return f.Ult(count, b.num(n, int64(t.Bits))) })
	switch {
	case e.Op == cil.Shl:
		return f.BVShl(x, count)
	case t.Signed:
		return f.BVAshr(x, count)
	}
	return f.BVLshr(x, count)
}

// shiftCount brings a shift count to n bits; one that doesn't fit becomes n.
func (b *bitTheory) shiftCount(y typed, n int) smt.Term {
	f, w := b.c.f, width(y.Term)
	if w <= n {
		return b.extend(y, n)
	}
	fits := f.Ult(y.Term, b.num(w, int64(n)))
	return f.Ite(fits, f.Extract(n-1, 0, y.Term), b.num(n, int64(n)))
}

// mathArith is arithmetic on mathematical integers: the operands are widened so that
// the result is exact.
func (b *bitTheory) mathArith(op cil.BinOp, x, y typed) smt.Term {
	f := b.c.f
	x, y = b.signed(x), b.signed(y)
	wx, wy := width(x.Term), width(y.Term)
	n := max(wx, wy) + 1
	switch op {
	case cil.Mul:
		n = wx + wy
	case cil.Shl:
		return b.mathShl(x, y)
	case cil.Shr:
		return f.BVAshr(b.extend(x, n), b.extend(y, n))
	}
	if n > maxMathBits {
		return b.unknownMath(op, x.Term, y.Term)
	}
	p, q := b.extend(x, n), b.extend(y, n)
	switch op {
	case cil.Div:
		return f.BVSDiv(p, q)
	case cil.Mod:
		return f.BVSRem(p, q)
	}
	return b.plain(op, p, q)
}

// unknownMath is an unknown value for a result that is too wide.
func (b *bitTheory) unknownMath(op cil.BinOp, x, y smt.Term) smt.Term {
	return b.c.f.Apply("wide."+opNames[op], b.c.f.BitVecSort(maxMathBits), x, y)
}

// mathShl is x*2^y for counts up to maxShiftCases, an unknown value for others.
func (b *bitTheory) mathShl(x, y typed) smt.Term {
	f := b.c.f
	n := width(x.Term) + maxShiftCases
	if n > maxMathBits {
		return b.unknownMath(cil.Shl, x.Term, y.Term)
	}
	shifted := f.BVShl(b.extend(x, n), b.extend(y, n))
	small := f.Ult(y.Term, b.num(width(y.Term), maxShiftCases))
	if width(y.Term) < 8 { // fewer bits than the bound needs, and a sign
		small = f.Sle(b.num(width(y.Term), 0), y.Term)
	}
	unknown := f.Apply("wide.shl", f.BitVecSort(n), x.Term, y.Term)
	return f.Ite(small, shifted, unknown)
}
