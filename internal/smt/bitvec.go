package smt

import (
	"fmt"
	"math/big"
)

// BV returns the bit vector of the given width that represents v modulo 2^width.
func (f *Factory) BV(v *big.Int, width int) Term {
	return f.make(shape{op: OpBV, sort: f.BitVecSort(width), val: numOf(wrap(v, width))})
}

// BV64 returns the bit vector of the given width that represents v modulo 2^width.
func (f *Factory) BV64(v int64, width int) Term { return f.BV(big.NewInt(v), width) }

// BVNot returns the bitwise complement.
func (f *Factory) BVNot(a Term) Term { return f.bvUnary(OpBVNot, a) }

// BVNeg returns the two's complement negation.
func (f *Factory) BVNeg(a Term) Term { return f.bvUnary(OpBVNeg, a) }

func (f *Factory) bvUnary(op Op, a Term) Term {
	mustSort("bit-vector operation", a, BitVecSort)
	switch a.n.op {
	case OpBV:
		return f.BV(bvUnary(op, a.n.val.view(), a.width()), a.width())
	case op:
		return a.n.args[0]
	}
	return f.make(shape{op: op, sort: a.n.sort, args: []Term{a}})
}

func (t Term) width() int { return int(t.n.sort.width) }

// isBV reports whether t is the bit-vector constant v.
func (t Term) isBV(v int64) bool { return t.n.op == OpBV && t.n.val.is(v) }

func (t Term) isAllOnes() bool {
	return t.n.op == OpBV && t.n.val.view().Cmp(allOnes(t.width())) == 0
}

// bvBinary makes an operation of two bit vectors of one width; arguments of a commutative
// one are put in order.
func (f *Factory) bvBinary(op Op, a, b Term) Term {
	mustSort("bit-vector operation", a, BitVecSort)
	mustSame("bit-vector operation", a, b)
	if a.n.op == OpBV && b.n.op == OpBV {
		return f.BV(bvBinary(op, a.n.val.view(), b.n.val.view(), a.width()), a.width())
	}
	switch op {
	case OpBVAdd, OpBVMul, OpBVAnd, OpBVOr, OpBVXor:
		if a.Compare(b) > 0 {
			a, b = b, a
		}
	}
	if t, ok := f.bvIdentity(op, a, b); ok {
		return t
	}
	return f.make(shape{op: op, sort: a.n.sort, args: []Term{a, b}})
}

// bvIdentity applies the laws with a constant or with equal arguments. Constants come
// first in the order of terms.
func (f *Factory) bvIdentity(op Op, a, b Term) (Term, bool) {
	zero := f.BV(new(big.Int), a.width())
	switch op {
	case OpBVAdd:
		return b, a == zero
	case OpBVMul:
		if a == zero {
			return zero, true
		}
		return b, a.isBV(1)
	case OpBVAnd:
		if a == zero || a == b {
			return a, true
		}
		return b, a.isAllOnes()
	case OpBVOr:
		if a.isAllOnes() || a == b {
			return a, true
		}
		return b, a == zero
	case OpBVXor:
		if a == b {
			return zero, true
		}
		return b, a == zero
	case OpBVShl, OpBVLshr, OpBVAshr:
		return a, b == zero
	case OpBVUDiv, OpBVSDiv:
		return a, b.isBV(1) && a.width() > 1
	}
	return Term{}, false
}

// BVAdd returns a + b modulo 2^width.
func (f *Factory) BVAdd(a, b Term) Term { return f.bvBinary(OpBVAdd, a, b) }

// BVSub returns a - b modulo 2^width.
func (f *Factory) BVSub(a, b Term) Term {
	mustSame("bit-vector operation", a, b)
	if a == b {
		return f.BV(new(big.Int), a.width())
	}
	return f.BVAdd(a, f.BVNeg(b))
}

// BVMul returns a * b modulo 2^width.
func (f *Factory) BVMul(a, b Term) Term { return f.bvBinary(OpBVMul, a, b) }

// BVUDiv returns the unsigned quotient; all ones if b is 0.
func (f *Factory) BVUDiv(a, b Term) Term { return f.bvBinary(OpBVUDiv, a, b) }

// BVURem returns the unsigned remainder; a if b is 0.
func (f *Factory) BVURem(a, b Term) Term { return f.bvBinary(OpBVURem, a, b) }

// BVSDiv returns the signed quotient, truncated; 1 or -1 if b is 0.
func (f *Factory) BVSDiv(a, b Term) Term { return f.bvBinary(OpBVSDiv, a, b) }

// BVSRem returns the signed remainder, with the sign of a; a if b is 0.
func (f *Factory) BVSRem(a, b Term) Term { return f.bvBinary(OpBVSRem, a, b) }

// BVAnd returns the bitwise and.
func (f *Factory) BVAnd(a, b Term) Term { return f.bvBinary(OpBVAnd, a, b) }

// BVOr returns the bitwise or.
func (f *Factory) BVOr(a, b Term) Term { return f.bvBinary(OpBVOr, a, b) }

// BVXor returns the bitwise exclusive or.
func (f *Factory) BVXor(a, b Term) Term { return f.bvBinary(OpBVXor, a, b) }

// BVShl returns a shifted left by b, taken as unsigned; 0 if b is at least the width.
func (f *Factory) BVShl(a, b Term) Term { return f.bvBinary(OpBVShl, a, b) }

// BVLshr returns a shifted right by b, zeros coming in.
func (f *Factory) BVLshr(a, b Term) Term { return f.bvBinary(OpBVLshr, a, b) }

// BVAshr returns a shifted right by b, copies of the sign bit coming in.
func (f *Factory) BVAshr(a, b Term) Term { return f.bvBinary(OpBVAshr, a, b) }

// Concat returns the bits of a followed by those of b, which are the low ones.
func (f *Factory) Concat(a, b Term) Term {
	mustSort("concat", a, BitVecSort)
	mustSort("concat", b, BitVecSort)
	w := a.width() + b.width()
	if a.n.op == OpBV && b.n.op == OpBV {
		return f.BV(bvConcat(a.n.val.view(), b.n.val.view(), b.width()), w)
	}
	if a.n.op == OpExtract && b.n.op == OpExtract && a.n.args[0] == b.n.args[0] && a.n.p1 == b.n.p0+1 {
		return f.Extract(int(a.n.p0), int(b.n.p1), a.n.args[0])
	}
	return f.make(shape{op: OpConcat, sort: f.BitVecSort(w), args: []Term{a, b}})
}

// Extract returns bits hi down to lo of a; bit 0 is the lowest.
func (f *Factory) Extract(hi, lo int, a Term) Term {
	mustSort("extract", a, BitVecSort)
	if lo < 0 || hi < lo || hi >= a.width() {
		panic(fmt.Sprintf("smt: bits %d to %d of %s", hi, lo, describe(a)))
	}
	switch {
	case lo == 0 && hi == a.width()-1:
		return a
	case a.n.op == OpBV:
		return f.BV(bvExtract(a.n.val.view(), hi, lo), hi-lo+1)
	case a.n.op == OpExtract:
		return f.Extract(hi+int(a.n.p1), lo+int(a.n.p1), a.n.args[0])
	case a.n.op == OpConcat:
		if low := a.n.args[1]; hi < low.width() {
			return f.Extract(hi, lo, low)
		} else if lo >= low.width() {
			return f.Extract(hi-low.width(), lo-low.width(), a.n.args[0])
		}
	case (a.n.op == OpZeroExt || a.n.op == OpSignExt) && hi < a.n.args[0].width():
		return f.Extract(hi, lo, a.n.args[0])
	}
	return f.make(shape{op: OpExtract, p0: int32(hi), p1: int32(lo), sort: f.BitVecSort(hi - lo + 1), args: []Term{a}})
}

// ZeroExt returns a with n zero bits in front.
func (f *Factory) ZeroExt(n int, a Term) Term { return f.extend(OpZeroExt, n, a) }

// SignExt returns a with n copies of its highest bit in front.
func (f *Factory) SignExt(n int, a Term) Term { return f.extend(OpSignExt, n, a) }

func (f *Factory) extend(op Op, n int, a Term) Term {
	mustSort("extension", a, BitVecSort)
	w := a.width() + n
	switch {
	case n < 0:
		panic(fmt.Sprintf("smt: extension of %s by %d bits", describe(a), n))
	case n == 0:
		return a
	case a.n.op == OpBV && op == OpZeroExt:
		return f.BV(a.n.val.view(), w)
	case a.n.op == OpBV:
		return f.BV(signed(a.n.val.view(), a.width()), w)
	case a.n.op == op:
		return f.extend(op, n+int(a.n.p0), a.n.args[0])
	}
	return f.make(shape{op: op, p0: int32(n), sort: f.BitVecSort(w), args: []Term{a}})
}

// Ult returns a < b, unsigned.
func (f *Factory) Ult(a, b Term) Term { return f.bvLess(OpBVUlt, a, b) }

// Ule returns a <= b, unsigned.
func (f *Factory) Ule(a, b Term) Term { return f.Not(f.Ult(b, a)) }

// Ugt returns a > b, unsigned.
func (f *Factory) Ugt(a, b Term) Term { return f.Ult(b, a) }

// Uge returns a >= b, unsigned.
func (f *Factory) Uge(a, b Term) Term { return f.Ule(b, a) }

// Slt returns a < b in two's complement.
func (f *Factory) Slt(a, b Term) Term { return f.bvLess(OpBVSlt, a, b) }

// Sle returns a <= b in two's complement.
func (f *Factory) Sle(a, b Term) Term { return f.Not(f.Slt(b, a)) }

// Sgt returns a > b in two's complement.
func (f *Factory) Sgt(a, b Term) Term { return f.Slt(b, a) }

// Sge returns a >= b in two's complement.
func (f *Factory) Sge(a, b Term) Term { return f.Sle(b, a) }

func (f *Factory) bvLess(op Op, a, b Term) Term {
	mustSort("bit-vector comparison", a, BitVecSort)
	mustSame("bit-vector comparison", a, b)
	switch {
	case a == b || op == OpBVUlt && b.isBV(0):
		return f.ff
	case a.n.op == OpBV && b.n.op == OpBV:
		return f.Bool(bvLess(op, a.n.val.view(), b.n.val.view(), a.width()))
	}
	return f.make(shape{op: op, sort: f.BoolSort(), args: []Term{a, b}})
}
