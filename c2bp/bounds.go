package c2bp

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// This file decides without the prover whether comparisons of variables with constants
// contradict each other.

// bound is the comparison of an integer variable with a constant.
type bound struct {
	v  *cil.Var
	op cil.BinOp
	c  *big.Int
}

// boundOf takes e apart if it is one.
func boundOf(e cil.Expr) (bound, bool) {
	b, ok := e.(*cil.Binary)
	if !ok || !b.Op.IsCompare() {
		return bound{}, false
	}
	x, y, op := keepingCasts(b.X), keepingCasts(b.Y), b.Op
	if _, ok := cil.ConstValue(x); ok {
		x, y, op = y, x, op.Swap()
	}
	l, isLoad := x.(*cil.Load)
	c, isConst := cil.ConstValue(y)
	if !isLoad || !isConst || !l.L.IsVar(nil) {
		return bound{}, false
	}
	_, isInt := l.L.Base.Type.(*cil.IntType)
	return bound{l.L.Base, op, c}, isInt
}

// bounds has what the elements of a question and its condition say of variables; ok is false if
// one of them says something else.
type bounds struct {
	els []bound
	e   *bound // nil for a condition that is always true
	ok  bool
}

func newBounds(q *question) bounds {
	b := bounds{ok: len(q.at) == 0}
	for _, el := range q.cone {
		if el.v != nil {
			return bounds{}
		}
		x, ok := boundOf(el.pred)
		b.els, b.ok = append(b.els, x), b.ok && ok
	}
	if c, ok := cil.ConstValue(q.e); ok && c.Sign() != 0 {
		return b
	}
	x, ok := boundOf(q.e)
	b.e, b.ok = &x, b.ok && ok
	return b
}

// contradict reports whether no values of the variables are in the cube where the condition has
// the given truth value.
func (b bounds) contradict(c []cubeLit, value bool) bool {
	if b.e == nil && !value {
		return true
	}
	rooms := map[*cil.Var]*room{}
	for _, l := range c {
		roomFor(rooms, b.els[l.el].v).restrict(b.els[l.el], l.i == 0)
	}
	if b.e != nil {
		roomFor(rooms, b.e.v).restrict(*b.e, value)
	}
	for _, r := range rooms {
		if r.empty() {
			return true
		}
	}
	return false
}

// room has the values that are left for a variable.
type room struct {
	interval.Interval
	holes []*big.Int
}

func roomFor(rooms map[*cil.Var]*room, v *cil.Var) *room {
	if rooms[v] == nil {
		rooms[v] = &room{Interval: interval.Range(v.Type.(*cil.IntType))}
	}
	return rooms[v]
}

// restrict leaves the values for which b has the given truth value.
func (r *room) restrict(b bound, value bool) {
	op, one := b.op, big.NewInt(1)
	if !value {
		op = op.Negate()
	}
	switch op {
	case cil.Eq:
		r.Interval = r.Intersect(interval.Point(b.c))
	case cil.Ne:
		r.holes = append(r.holes, b.c)
	case cil.Lt:
		r.Interval = r.Intersect(interval.Interval{Hi: new(big.Int).Sub(b.c, one)})
	case cil.Le:
		r.Interval = r.Intersect(interval.Interval{Hi: b.c})
	case cil.Gt:
		r.Interval = r.Intersect(interval.Interval{Lo: new(big.Int).Add(b.c, one)})
	case cil.Ge:
		r.Interval = r.Intersect(interval.Interval{Lo: b.c})
	}
}

// empty reports whether no value is left.
func (r *room) empty() bool {
	for v := r.Lo; !r.Interval.Empty() && v.Cmp(r.Hi) <= 0; v = new(big.Int).Add(v, big.NewInt(1)) {
		if !r.isHole(v) {
			return false
		}
	}
	return true
}

func (r *room) isHole(v *big.Int) bool {
	for _, h := range r.holes {
		if h.Cmp(v) == 0 {
			return true
		}
	}
	return false
}
