package enc

import (
	"fmt"
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
	"hardbop/internal/smt"
)

// mathTheory represents C integers and addresses by mathematical integers within the
// range of their type. Signed overflow either wraps or leaves the range, as if it did
// not happen.
type mathTheory struct{ c *coder }

func (m *mathTheory) sort(cil.Type) smt.Sort { return m.c.f.IntSort() }

func (m *mathTheory) lit(_ *cil.IntType, v *big.Int) smt.Term { return m.c.f.Int(v) }

func (m *mathTheory) num(v int64) smt.Term { return m.c.f.Int(big.NewInt(v)) }

func (m *mathTheory) symbolRange(t *cil.IntType, x smt.Term) (smt.Term, bool) {
	if t.Kind == cil.MathInt {
		return smt.Term{}, false
	}
	return m.between(t.Min(), x, t.Max()), true
}

func (m *mathTheory) between(lo *big.Int, x smt.Term, hi *big.Int) smt.Term {
	f := m.c.f
	return f.And(f.Le(f.Int(lo), x), f.Le(x, f.Int(hi)))
}

func (m *mathTheory) bytes(n int64) smt.Term { return m.num(n) }

func (m *mathTheory) plus(a, b smt.Term) smt.Term { return m.c.f.Add(a, b) }

func (m *mathTheory) scaled(i typed, size int64) smt.Term {
	return m.times(big.NewInt(size), i.Term)
}

// times is k*x.
func (m *mathTheory) times(k *big.Int, x smt.Term) smt.Term { return m.c.f.Mul(m.c.f.Int(k), x) }

func (m *mathTheory) sub(x, y smt.Term) smt.Term { return m.c.f.Sub(x, y) }

func (m *mathTheory) elements(_ *cil.Binary, x, y smt.Term, size int64) smt.Term {
	d := m.sub(x, y)
	if size == 1 {
		return d
	}
	return m.quotient(d, big.NewInt(size), interval.Interval{})
}

func (m *mathTheory) compare(op cil.BinOp, x, y typed) smt.Term {
	f := m.c.f
	switch op {
	case cil.Eq:
		return f.Eq(x.Term, y.Term)
	case cil.Ne:
		return f.Not(f.Eq(x.Term, y.Term))
	case cil.Lt:
		return f.Lt(x.Term, y.Term)
	case cil.Le:
		return f.Le(x.Term, y.Term)
	case cil.Gt:
		return f.Lt(y.Term, x.Term)
	case cil.Ge:
		return f.Le(y.Term, x.Term)
	}
	panic("enc: not a comparison")
}

func (m *mathTheory) convert(e cil.Expr, x typed, to *cil.IntType) smt.Term {
	return m.wrap(x.Term, m.c.rangeOf(e), to)
}

// exact returns the interval of e's value before it is fitted into its type.
func (m *mathTheory) exact(e cil.Expr) interval.Interval {
	switch e := e.(type) {
	case *cil.Binary:
		return m.c.ranges.Value(&cil.Binary{Op: e.Op, X: e.X, Y: e.Y, T: cil.Math})
	case *cil.Unary:
		return m.c.ranges.Value(&cil.Unary{Op: e.Op, X: e.X, T: cil.Math})
	}
	return interval.Interval{}
}

// fit brings x, the exact result of the operation e, into the type t: unsigned results
// wrap, signed ones only where overflow wraps.
func (m *mathTheory) fit(e cil.Expr, x smt.Term, t *cil.IntType) smt.Term {
	if t.Kind == cil.MathInt || t.Signed && m.c.opt.Overflow == Assume {
		return x
	}
	return m.wrap(x, m.exact(e), t)
}

// wrap returns x, which lies in the interval r, modulo two to the width of t.
func (m *mathTheory) wrap(x smt.Term, r interval.Interval, t *cil.IntType) smt.Term {
	if t.Kind == cil.MathInt {
		return x
	}
	f, full := m.c.f, interval.Range(t)
	if t.Kind == cil.Bool {
		return f.Ite(f.Eq(x, m.num(0)), m.num(0), m.num(1))
	}
	if full.Contains(r) {
		return x
	}
	modulus := power(t.Bits)
	lo, hi := new(big.Int).Sub(full.Lo, modulus), new(big.Int).Add(full.Hi, modulus)
	if (interval.Interval{Lo: lo, Hi: hi}).Contains(r) {
		return m.wrapOnce(x, r, full, modulus)
	}
	if t.Signed {
		half := f.Int(full.Lo)
		return f.Add(f.Mod(f.Sub(x, half), f.Int(modulus)), half)
	}
	return f.Mod(x, f.Int(modulus))
}

// wrapOnce wraps x, which is out of the range full by less than the modulus.
func (m *mathTheory) wrapOnce(x smt.Term, r, full interval.Interval, modulus *big.Int) smt.Term {
	f, res := m.c.f, x
	if r.Hi.Cmp(full.Hi) > 0 {
		res = f.Ite(f.Lt(f.Int(full.Hi), x), f.Sub(x, f.Int(modulus)), res)
	}
	if r.Lo.Cmp(full.Lo) < 0 {
		res = f.Ite(f.Lt(x, f.Int(full.Lo)), f.Add(x, f.Int(modulus)), res)
	}
	return res
}

// power is two to the n.
func power(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

func (m *mathTheory) neg(e *cil.Unary, x smt.Term) smt.Term {
	return m.fit(e, m.c.f.Sub(m.num(0), x), m.c.integer(e.T))
}

func (m *mathTheory) bitNot(e *cil.Unary, x smt.Term) smt.Term {
	return m.fit(e, m.sub(m.num(-1), x), m.c.integer(e.T))
}

func (m *mathTheory) arith(e *cil.Binary, x, y smt.Term) smt.Term {
	t := m.c.integer(e.T)
	switch e.Op {
	case cil.Add:
		return m.fit(e, m.c.f.Add(x, y), t)
	case cil.Sub:
		return m.fit(e, m.sub(x, y), t)
	case cil.Mul:
		return m.mul(e, x, y, t)
	case cil.Div, cil.Mod:
		return m.div(e, x, y, t)
	case cil.BitAnd:
		return m.and(e, x, y)
	case cil.BitOr:
		return m.sub(m.c.f.Add(x, y), m.and(e, x, y))
	case cil.BitXor:
		return m.sub(m.c.f.Add(x, y), m.times(big.NewInt(2), m.and(e, x, y)))
	case cil.Shl:
		return m.shl(e, x, y, t)
	case cil.Shr:
		return m.shr(e, x, y, t)
	}
	panic(fmt.Sprintf("enc: no arithmetic operator %d", e.Op))
}

// pointValue returns the only value that e can have, if there is just one.
func (m *mathTheory) pointValue(e cil.Expr) (*big.Int, bool) {
	if v, ok := cil.ConstValue(e); ok {
		return v, true
	}
	if r := m.c.rangeOf(e); r.IsPoint() {
		return r.Lo, true
	}
	return nil, false
}

// mul is linear if a factor is constant, otherwise an unknown function with the signs
// and zeros of a product.
func (m *mathTheory) mul(e *cil.Binary, x, y smt.Term, t *cil.IntType) smt.Term {
	if k, ok := m.pointValue(e.X); ok {
		return m.fit(e, m.times(k, y), t)
	}
	if k, ok := m.pointValue(e.Y); ok {
		return m.fit(e, m.times(k, x), t)
	}
	f := m.c.f
	x, y = ordered(x, y)
	p := f.Apply("mul", f.IntSort(), x, y)
	zero, one := m.num(0), m.num(1)
	m.c.fact(f.Eq(f.Eq(p, zero), f.Or(f.Eq(x, zero), f.Eq(y, zero))))
	m.c.fact(f.Eq(f.Lt(p, zero), f.Or(f.And(f.Lt(x, zero), f.Lt(zero, y)), f.And(f.Lt(zero, x), f.Lt(y, zero)))))
	m.c.fact(f.Implies(f.Eq(x, one), f.Eq(p, y)))
	m.c.fact(f.Implies(f.Eq(y, one), f.Eq(p, x)))
	return m.fit(e, p, t)
}

// ordered returns the two terms in an order that doesn't depend on how they came.
func ordered(x, y smt.Term) (smt.Term, smt.Term) {
	if x.Compare(y) > 0 {
		return y, x
	}
	return x, y
}

// div encodes C's division and remainder, which truncate towards zero.
func (m *mathTheory) div(e *cil.Binary, x, y smt.Term, t *cil.IntType) smt.Term {
	k, ok := m.pointValue(e.Y)
	if !ok || k.Sign() == 0 {
		return m.unknownDiv(e, x, y, t)
	}
	r := m.c.rangeOf(e.X)
	if e.Op == cil.Div {
		return m.fit(e, m.quotient(x, k, r), t)
	}
	return m.remainder(x, k, r)
}

// quotient is x/k as in C, for a constant k that isn't zero and x in r.
func (m *mathTheory) quotient(x smt.Term, k *big.Int, r interval.Interval) smt.Term {
	f := m.c.f
	if k.Sign() < 0 {
		return f.Sub(m.num(0), m.quotient(x, new(big.Int).Neg(k), r))
	}
	if k.Cmp(big.NewInt(1)) == 0 {
		return x
	}
	down := f.Div(x, f.Int(k))
	if notNegative(r) {
		return down
	}
	up := f.Sub(m.num(0), f.Div(f.Sub(m.num(0), x), f.Int(k)))
	return f.Ite(f.Lt(x, m.num(0)), up, down)
}

// remainder is x%k as in C: it has the sign of x.
func (m *mathTheory) remainder(x smt.Term, k *big.Int, r interval.Interval) smt.Term {
	f, k := m.c.f, new(big.Int).Abs(k)
	pos := f.Mod(x, f.Int(k))
	if notNegative(r) {
		return pos
	}
	return f.Ite(f.Lt(x, m.num(0)), f.Sub(m.num(0), f.Mod(f.Sub(m.num(0), x), f.Int(k))), pos)
}

func notNegative(r interval.Interval) bool { return r.Lo != nil && r.Lo.Sign() >= 0 }

// unknownDiv is division by something that isn't constant: an unknown function with
// bounds where the divisor isn't zero.
func (m *mathTheory) unknownDiv(e *cil.Binary, x, y smt.Term, t *cil.IntType) smt.Term {
	f := m.c.f
	zero := m.num(0)
	name := "div"
	if e.Op == cil.Mod {
		name = "rem"
	}
	q := f.Apply(name, f.IntSort(), x, y)
	defined := f.Not(f.Eq(y, zero))
	if e.Op == cil.Mod {
		m.c.fact(f.Implies(defined, m.smallerThan(q, y)))
	}
	m.c.fact(f.Implies(f.And(defined, f.Le(zero, x)), f.And(f.Le(m.mirror(x), q), f.Le(q, x))))
	m.c.fact(f.Implies(f.And(defined, f.Le(x, zero)), f.And(f.Le(x, q), f.Le(q, m.mirror(x)))))
	sameSign := f.And(f.Le(zero, x), f.Le(zero, q))
	if e.Op == cil.Mod {
		m.c.fact(f.Implies(defined, f.Or(sameSign, f.And(f.Le(x, zero), f.Le(q, zero)))))
		return q
	}
	m.c.fact(f.Implies(f.And(f.Le(zero, x), f.Lt(zero, y)), f.Le(zero, q)))
	m.c.fact(f.Implies(f.And(f.Lt(zero, y), f.Le(y, x)), f.Lt(zero, q)))
	m.c.fact(f.Implies(f.And(f.Le(zero, x), f.Lt(x, y)), f.Eq(q, zero)))
	return m.fit(e, q, t)
}

func (m *mathTheory) mirror(x smt.Term) smt.Term { return m.c.f.Sub(m.num(0), x) }

// smallerThan says |q| < |y|.
func (m *mathTheory) smallerThan(q, y smt.Term) smt.Term {
	f := m.c.f
	abs := f.Ite(f.Lt(y, m.num(0)), m.mirror(y), y)
	return f.And(f.Lt(q, abs), f.Lt(m.mirror(abs), q))
}
