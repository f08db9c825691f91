package interval

import (
	"math/big"

	"hardbop/internal/cil"
)

func neg(a Interval) Interval {
	r := Interval{}
	if a.Hi != nil {
		r.Lo = new(big.Int).Neg(a.Hi)
	}
	if a.Lo != nil {
		r.Hi = new(big.Int).Neg(a.Lo)
	}
	return r
}

func add(a, b Interval) Interval {
	r := Interval{}
	if a.Lo != nil && b.Lo != nil {
		r.Lo = new(big.Int).Add(a.Lo, b.Lo)
	}
	if a.Hi != nil && b.Hi != nil {
		r.Hi = new(big.Int).Add(a.Hi, b.Hi)
	}
	return r
}

// corners returns the smallest interval that holds op of all four pairs of bounds.
// All bounds are finite.
func corners(op func(x, y *big.Int) *big.Int, a, b Interval) Interval {
	r := Point(op(a.Lo, b.Lo))
	for _, v := range []*big.Int{op(a.Lo, b.Hi), op(a.Hi, b.Lo), op(a.Hi, b.Hi)} {
		r = r.Join(Point(v))
	}
	return r
}

func (a Interval) finite() bool { return a.Lo != nil && a.Hi != nil }

func mul(a, b Interval) Interval {
	if !a.finite() || !b.finite() {
		return Interval{}
	}
	return corners(func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }, a, b)
}

// quo is C's division, which truncates. Where the divisor may be zero anything can happen.
func quo(a, b Interval) Interval {
	if !a.finite() || !b.finite() || b.Truth() != True {
		return Interval{}
	}
	return corners(func(x, y *big.Int) *big.Int { return new(big.Int).Quo(x, y) }, a, b)
}

// rem is C's remainder: it has the sign of the dividend and is smaller than the divisor.
func rem(a, b Interval) Interval {
	if !a.finite() || !b.finite() || b.Truth() != True {
		return Interval{}
	}
	if a.IsPoint() && b.IsPoint() {
		return Point(new(big.Int).Rem(a.Lo, b.Lo))
	}
	m := new(big.Int).Abs(b.Lo)
	if h := new(big.Int).Abs(b.Hi); h.Cmp(m) > 0 {
		m = h
	}
	m = new(big.Int).Sub(m, big.NewInt(1))
	r := Interval{new(big.Int), new(big.Int)}
	if a.Lo.Sign() < 0 {
		r.Lo = new(big.Int).Neg(m)
	}
	if a.Hi.Sign() > 0 {
		r.Hi = m
	}
	return r
}

// bits bounds the bit operations: exact on points, by the number of bits on intervals
// of non-negative numbers, unknown otherwise.
func bits(op cil.BinOp, a, b Interval) Interval {
	if a.IsPoint() && b.IsPoint() {
		return Point(bitOp(op, a.Lo, b.Lo))
	}
	nonNeg := func(x Interval) bool { return x.Lo != nil && x.Lo.Sign() >= 0 }
	if op == cil.BitAnd {
		r := Interval{}
		for _, x := range []Interval{a, b} {
			if nonNeg(x) {
				r.Lo = new(big.Int)
				if x.Hi != nil && (r.Hi == nil || x.Hi.Cmp(r.Hi) < 0) {
					r.Hi = x.Hi
				}
			}
		}
		return r
	}
	if !nonNeg(a) || !nonNeg(b) || a.Hi == nil || b.Hi == nil {
		return Interval{}
	}
	n := max(a.Hi.BitLen(), b.Hi.BitLen())
	top := new(big.Int).Lsh(big.NewInt(1), uint(n))
	return Interval{new(big.Int), top.Sub(top, big.NewInt(1))}
}

func bitOp(op cil.BinOp, x, y *big.Int) *big.Int {
	switch op {
	case cil.BitAnd:
		return new(big.Int).And(x, y)
	case cil.BitOr:
		return new(big.Int).Or(x, y)
	}
	return new(big.Int).Xor(x, y)
}

// maxShift bounds shift counts, so that no input makes huge numbers.
const maxShift = 256

// shift multiplies or divides by a power of two. A count that may be out of range
// gives an unknown value.
func shift(op cil.BinOp, a, b Interval) Interval {
	if !a.finite() || !b.finite() || b.Lo.Sign() < 0 || b.Hi.Cmp(big.NewInt(maxShift)) > 0 {
		return Interval{}
	}
	if op == cil.Shl {
		return corners(func(x, n *big.Int) *big.Int { return new(big.Int).Lsh(x, uint(n.Int64())) }, a, b)
	}
	return corners(func(x, n *big.Int) *big.Int { return new(big.Int).Rsh(x, uint(n.Int64())) }, a, b)
}
