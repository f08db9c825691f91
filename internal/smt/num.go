package smt

import (
	"math"
	"math/big"
	"math/bits"
)

// num is an integer of any size; b is nil whenever the value fits in s. Values are
// never changed in place, so nums may share a big.Int.
type num struct {
	s int64
	b *big.Int
}

func small(v int64) num { return num{s: v} }

// numOf returns v as a num; v is copied where it has to be kept.
func numOf(v *big.Int) num {
	if v.IsInt64() {
		return num{s: v.Int64()}
	}
	return num{b: new(big.Int).Set(v)}
}

// own is numOf for a v that nobody else holds.
func own(v *big.Int) num {
	if v.IsInt64() {
		return num{s: v.Int64()}
	}
	return num{b: v}
}

// big returns the value in a fresh big.Int.
func (x num) big() *big.Int {
	if x.b != nil {
		return new(big.Int).Set(x.b)
	}
	return big.NewInt(x.s)
}

// view returns the value in a big.Int that must not be changed.
func (x num) view() *big.Int {
	if x.b != nil {
		return x.b
	}
	return big.NewInt(x.s)
}

func (x num) String() string { return x.view().String() }

func (x num) equal(y num) bool { return x.cmp(y) == 0 }

func (x num) is(v int64) bool { return x.b == nil && x.s == v }

func (x num) sign() int {
	switch {
	case x.b != nil:
		return x.b.Sign()
	case x.s < 0:
		return -1
	case x.s > 0:
		return 1
	}
	return 0
}

func (x num) cmp(y num) int {
	if x.b != nil || y.b != nil {
		return x.view().Cmp(y.view())
	}
	switch {
	case x.s < y.s:
		return -1
	case x.s > y.s:
		return 1
	}
	return 0
}

func (x num) add(y num) num {
	if x.b == nil && y.b == nil {
		s := x.s + y.s
		if (x.s^s)&(y.s^s) >= 0 {
			return num{s: s}
		}
	}
	return own(new(big.Int).Add(x.view(), y.view()))
}

func (x num) neg() num {
	if x.b == nil && x.s != math.MinInt64 {
		return num{s: -x.s}
	}
	return own(new(big.Int).Neg(x.view()))
}

func (x num) sub(y num) num { return x.add(y.neg()) }

func (x num) mul(y num) num {
	if x.b == nil && y.b == nil {
		if hi, lo := bits.Mul64(magnitude(x.s), magnitude(y.s)); hi == 0 && lo <= math.MaxInt64 {
			if (x.s < 0) != (y.s < 0) {
				return num{s: -int64(lo)}
			}
			return num{s: int64(lo)}
		}
	}
	return own(new(big.Int).Mul(x.view(), y.view()))
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// divMod returns quotient and remainder by y, which is not 0; the remainder is in
// [0, |y|).
func (x num) divMod(y num) (q, r num) {
	if x.b != nil || y.b != nil || x.s == math.MinInt64 {
		bq, br := new(big.Int).DivMod(x.view(), y.view(), new(big.Int))
		return own(bq), own(br)
	}
	sq, sr := x.s/y.s, x.s%y.s
	if sr < 0 {
		if y.s > 0 {
			sq, sr = sq-1, sr+y.s
		} else {
			sq, sr = sq+1, sr-y.s
		}
	}
	return num{s: sq}, num{s: sr}
}

func (x num) abs() num {
	if x.sign() < 0 {
		return x.neg()
	}
	return x
}

// gcd returns the greatest common divisor of |x| and |y|; gcd(0, y) is |y|.
func (x num) gcd(y num) num {
	x, y = x.abs(), y.abs()
	for y.sign() != 0 {
		_, r := x.divMod(y)
		x, y = y, r
	}
	return x
}

func (x num) hash() uint64 {
	if x.b == nil {
		return uint64(x.s)
	}
	h := uint64(x.b.Sign() + 2)
	for _, w := range x.b.Bits() {
		h = mix(h, uint64(w))
	}
	return h
}
