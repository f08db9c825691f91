package ldd

import (
	"math"
	"math/big"
	"math/bits"
)

// num is an integer of any size; large is nil whenever the value fits in small. Values
// are never changed in place, so nums may share a big.Int.
type num struct {
	small int64
	large *big.Int
}

// maxBits bounds the size of numbers: elimination can square coefficients at each step.
const maxBits = 1024

// number returns v, which nobody changes any more, as a num. It refuses monsters.
func number(v *big.Int) num {
	switch {
	case v.IsInt64():
		return num{small: v.Int64()}
	case v.BitLen() > maxBits:
		panic(&RefusalError{Reason: ReasonSize})
	}
	return num{large: v}
}

// view returns the value in a big.Int that must not be changed.
func (x num) view() *big.Int {
	if x.large != nil {
		return x.large
	}
	return big.NewInt(x.small)
}

func (x num) String() string { return x.view().String() }

func (x num) is(v int64) bool { return x.large == nil && x.small == v }

// isUnit reports whether x is 1 or -1.
func (x num) isUnit() bool { return x.is(1) || x.is(-1) }

func (x num) sign() int {
	switch {
	case x.large != nil:
		return x.large.Sign()
	case x.small < 0:
		return -1
	case x.small > 0:
		return 1
	}
	return 0
}

func (x num) cmp(y num) int {
	switch {
	case x.large != nil || y.large != nil:
		return x.view().Cmp(y.view())
	case x.small < y.small:
		return -1
	case x.small > y.small:
		return 1
	}
	return 0
}

func (x num) add(y num) num {
	if x.large == nil && y.large == nil {
		s := x.small + y.small
		if (s > x.small) == (y.small > 0) {
			return num{small: s}
		}
	}
	return number(new(big.Int).Add(x.view(), y.view()))
}

func (x num) sub(y num) num { return x.add(y.neg()) }

func (x num) neg() num {
	if x.large == nil && x.small != math.MinInt64 {
		return num{small: -x.small}
	}
	return number(new(big.Int).Neg(x.view()))
}

// isShort reports whether |x| is below 2^31, so that products fit.
func (x num) isShort() bool { return x.large == nil && x.small < 1<<31 && x.small > -1<<31 }

func (x num) mul(y num) num {
	switch {
	case x.is(1):
		return y
	case y.is(1):
		return x
	case x.isShort() && y.isShort():
		return num{small: x.small * y.small}
	}
	return number(new(big.Int).Mul(x.view(), y.view()))
}

// floorDiv returns x/d rounded down; d > 0.
func (x num) floorDiv(d num) num {
	if d.is(1) {
		return x
	}
	if x.large == nil && d.large == nil {
		q := x.small / d.small
		if x.small%d.small < 0 {
			q--
		}
		return num{small: q}
	}
	return number(new(big.Int).Div(x.view(), d.view())) // Euclidean is floor for d > 0
}

// ceilDiv returns x/d rounded up; d > 0.
func (x num) ceilDiv(d num) num { return x.neg().floorDiv(d).neg() }

func (x num) abs() num {
	if x.sign() < 0 {
		return x.neg()
	}
	return x
}

// gcd returns the greatest common divisor, which isn't negative.
func (x num) gcd(y num) num {
	x, y = x.abs(), y.abs()
	if x.large != nil || y.large != nil {
		return number(new(big.Int).GCD(nil, nil, x.view(), y.view()))
	}
	a, b := uint64(x.small), uint64(y.small)
	for b != 0 {
		a, b = b, a%b
	}
	return num{small: int64(a)}
}

// hash mixes the value into h.
func (x num) hash(h uint64) uint64 {
	if x.large == nil {
		return mix(h, uint64(x.small))
	}
	for _, w := range x.large.Bits() {
		h = mix(h, uint64(w))
	}
	return mix(h, uint64(x.large.Sign()))
}

// mix joins a word to a hash.
func mix(h, word uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9E3779B97F4A7C15, word^0xD6E8FEB86659FD93)
	return hi ^ lo
}
