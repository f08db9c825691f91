package enc

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
	"hardbop/internal/smt"
)

// This file has the bit operations over mathematical integers. All of them come down to
// and: x|y = x+y-(x&y) and x^y = x+y-2(x&y) hold in two's complement of any width.

// maxRuns bounds the runs of ones of a mask that is written with remainders.
const maxRuns = 4

// maxShiftCases bounds the shift counts that a shift of a constant is split into.
const maxShiftCases = 64

func (m *mathTheory) and(e *cil.Binary, x, y smt.Term) smt.Term {
	if k, ok := m.pointValue(e.Y); ok {
		if t, ok := m.mask(e.X, x, k); ok {
			return t
		}
	}
	if k, ok := m.pointValue(e.X); ok {
		if t, ok := m.mask(e.Y, y, k); ok {
			return t
		}
	}
	return m.unknownAnd(e, x, y)
}

// mask is x&k. A run of ones from bit i up to bit j stands for 2^i ((x div 2^i) mod 2^(j-i)):
// the difference of the remainders by 2^j and 2^i is the same, but has the prover search
// for the quotients together.
func (m *mathTheory) mask(e cil.Expr, x smt.Term, k *big.Int) (smt.Term, bool) {
	f := m.c.f
	if k.Sign() < 0 { // x&k = x - (x & ~k)
		t, ok := m.mask(e, x, new(big.Int).Not(k))
		if !ok {
			return t, false
		}
		return f.Sub(x, t), true
	}
	ends := runs(k)
	if len(ends) > 2*maxRuns {
		return smt.Term{}, false
	}
	r := m.c.rangeOf(e)
	sum := m.num(0)
	for i := 0; i < len(ends); i += 2 {
		sum = f.Add(sum, m.run(x, ends[i], ends[i+1], r))
	}
	return sum, true
}

// run is the bits of x from from up to to, in their places; x lies in r.
func (m *mathTheory) run(x smt.Term, from, to int, r interval.Interval) smt.Term {
	if from == 0 {
		return m.lowBits(x, to, r)
	}
	unit := power(from)
	bits := m.c.f.Div(x, m.c.f.Int(unit))
	if top := new(big.Int).Sub(power(to), big.NewInt(1)); !(interval.Interval{Lo: new(big.Int), Hi: top}).Contains(r) {
		bits = m.c.f.Mod(bits, m.c.f.Int(power(to-from)))
	}
	return m.times(unit, bits)
}

// runs lists where the runs of ones of k >= 0 start and end: start, end, start, ...
func runs(k *big.Int) []int {
	var ends []int
	for i := 0; i <= k.BitLen(); i++ {
		before := uint(0)
		if i > 0 {
			before = k.Bit(i - 1)
		}
		if k.Bit(i) != before {
			ends = append(ends, i)
		}
	}
	return ends
}

// lowBits is the n lowest bits of x, which lies in r.
func (m *mathTheory) lowBits(x smt.Term, n int, r interval.Interval) smt.Term {
	if n == 0 {
		return m.num(0)
	}
	top := new(big.Int).Sub(power(n), big.NewInt(1))
	if (interval.Interval{Lo: new(big.Int), Hi: top}).Contains(r) {
		return x
	}
	return m.c.f.Mod(x, m.c.f.Int(power(n)))
}

// unknownAnd is x&y as an unknown function with sound bounds.
func (m *mathTheory) unknownAnd(e *cil.Binary, x, y smt.Term) smt.Term {
	f := m.c.f
	x, y = ordered(x, y)
	a := f.Apply("bitand", f.IntSort(), x, y)
	zero := m.num(0)
	for _, v := range []smt.Term{x, y} {
		m.c.fact(f.Implies(f.Le(zero, v), f.And(f.Le(zero, a), f.Le(a, v))))
	}
	bothNegative := f.And(f.Lt(x, zero), f.Lt(y, zero))
	m.c.fact(f.Implies(bothNegative, f.And(f.Lt(a, zero), f.Le(a, x), f.Le(a, y))))
	m.c.fact(f.Implies(f.Eq(x, y), f.Eq(a, x)))
	if t := m.c.integer(e.T); t.Kind != cil.MathInt {
		sum := f.Add(x, y)
		inRange := f.And(m.between(t.Min(), x, t.Max()), m.between(t.Min(), y, t.Max()))
		m.c.fact(f.Implies(inRange, f.And(
			m.between(t.Min(), a, t.Max()),
			m.between(t.Min(), f.Sub(sum, a), t.Max()),
			m.between(t.Min(), f.Sub(sum, m.times(big.NewInt(2), a)), t.Max()))))
	}
	return a
}

// count returns the value of the shift count e, if it is one valid for type t.
func (m *mathTheory) count(e cil.Expr, t *cil.IntType) (int, bool) {
	k, ok := m.pointValue(e)
	limit := t.Bits
	if t.Kind == cil.MathInt {
		limit = maxShiftCases
	}
	if !ok || k.Sign() < 0 || k.Cmp(big.NewInt(int64(limit))) >= 0 {
		return 0, false
	}
	return int(k.Int64()), true
}

func (m *mathTheory) shl(e *cil.Binary, x, y smt.Term, t *cil.IntType) smt.Term {
	if n, ok := m.count(e.Y, t); ok {
		return m.wrap(m.times(power(n), x), m.exact(e), t)
	}
	if k, ok := m.pointValue(e.X); ok && t.Kind != cil.MathInt {
		return m.shiftedConstant(k, y, t)
	}
	return m.c.apply("shl."+typeKey(t), t, x, y)
}

// shiftedConstant is k<<y by cases; a count out of range gives an unknown value.
func (m *mathTheory) shiftedConstant(k *big.Int, y smt.Term, t *cil.IntType) smt.Term {
	f := m.c.f
	res := m.c.apply("shl."+typeKey(t), t, f.Int(k), y)
	for n := min(t.Bits, maxShiftCases) - 1; n >= 0; n-- {
		v := t.Wrap(new(big.Int).Lsh(k, uint(n)))
		res = f.Ite(f.Eq(y, m.num(int64(n))), f.Int(v), res)
	}
	return res
}

// shr rounds towards minus infinity, as the usual compilers do for negative values.
func (m *mathTheory) shr(e *cil.Binary, x, y smt.Term, t *cil.IntType) smt.Term {
	f := m.c.f
	if n, ok := m.count(e.Y, t); ok {
		return f.Div(x, f.Int(power(n)))
	}
	s := f.Apply("shr."+typeKey(t), f.IntSort(), x, y)
	if t.Kind == cil.MathInt {
		return s
	}
	zero := m.num(0)
	defined := f.And(f.Le(zero, y), f.Lt(y, m.num(int64(t.Bits))))
	m.c.fact(f.Implies(f.Not(defined), m.between(t.Min(), s, t.Max())))
	m.c.fact(f.Implies(f.And(defined, f.Le(zero, x)), f.And(f.Le(zero, s), f.Le(s, x))))
	m.c.fact(f.Implies(f.And(defined, f.Lt(x, zero)), f.And(f.Le(x, s), f.Lt(s, zero))))
	m.c.fact(f.Implies(f.Eq(y, zero), f.Eq(s, x)))
	return s
}
