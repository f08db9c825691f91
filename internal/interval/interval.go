// Package interval evaluates C expressions over intervals of integers.
//
// It is the cheapest of the questions that can be answered without a prover: c2bp asks
// for the values of an expression when the variables in it lie in given parts of their
// finite domains (the abstract interpretation of intervals, Cousot and Cousot 1977).
// The result always contains every value that the expression can have in C, in the
// data model of its types, with signed overflow either assumed away or wrapping.
package interval

import (
	"math/big"

	"hardbop/internal/cil"
)

// Interval is a set of consecutive integers. A nil bound is infinite. The zero
// Interval is all integers. Bounds are never changed in place.
type Interval struct{ Lo, Hi *big.Int }

// Of returns the interval from lo to hi.
func Of(lo, hi int64) Interval { return Interval{big.NewInt(lo), big.NewInt(hi)} }

// Point returns the interval that holds just v.
func Point(v *big.Int) Interval { return Interval{v, v} }

// Range returns the values of the integer type t.
func Range(t *cil.IntType) Interval {
	if t.Kind == cil.MathInt {
		return Interval{}
	}
	return Interval{t.Min(), t.Max()}
}

// Empty reports whether a holds no integer.
func (a Interval) Empty() bool { return a.Lo != nil && a.Hi != nil && a.Lo.Cmp(a.Hi) > 0 }

// IsPoint reports whether a holds exactly one integer.
func (a Interval) IsPoint() bool { return a.Lo != nil && a.Hi != nil && a.Lo.Cmp(a.Hi) == 0 }

// Contains reports whether b is a part of a. Neither is empty.
func (a Interval) Contains(b Interval) bool {
	return (a.Lo == nil || b.Lo != nil && b.Lo.Cmp(a.Lo) >= 0) &&
		(a.Hi == nil || b.Hi != nil && b.Hi.Cmp(a.Hi) <= 0)
}

// Intersect returns the integers in both; it may be empty.
func (a Interval) Intersect(b Interval) Interval {
	r := a
	if r.Lo == nil || b.Lo != nil && b.Lo.Cmp(r.Lo) > 0 {
		r.Lo = b.Lo
	}
	if r.Hi == nil || b.Hi != nil && b.Hi.Cmp(r.Hi) < 0 {
		r.Hi = b.Hi
	}
	return r
}

// Join returns the smallest interval that holds a and b. Neither is empty.
func (a Interval) Join(b Interval) Interval {
	r := a
	if r.Lo != nil && (b.Lo == nil || b.Lo.Cmp(r.Lo) < 0) {
		r.Lo = b.Lo
	}
	if r.Hi != nil && (b.Hi == nil || b.Hi.Cmp(r.Hi) > 0) {
		r.Hi = b.Hi
	}
	return r
}

// Truth is what is known of a condition.
type Truth int

// The truth values; Maybe is both.
const (
	Maybe Truth = iota
	True
	False
)

// Not negates.
func (t Truth) Not() Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return Maybe
}

// Truth reports whether all, none or some of a's values are different from zero.
func (a Interval) Truth() Truth {
	zero := Of(0, 0)
	if a.Intersect(zero).Empty() {
		return True
	}
	if a.IsPoint() {
		return False
	}
	return Maybe
}

func ofTruth(t Truth) Interval {
	switch t {
	case True:
		return Of(1, 1)
	case False:
		return Of(0, 0)
	}
	return Of(0, 1)
}
