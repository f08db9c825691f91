package c2bp

import (
	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// This file is about calls of functions that return new memory. Its address is none that
// there was before: a predicate that compares the result with a pointer to something is
// false, unless both are null.

// allocated gives the elements that compare the result of the call of an allocator with
// an older pointer their new values, and marks them as done.
func (v *view) allocated(u *update, els []*element, c *cil.Call, done map[*element]bool) {
	f := c.Callee()
	if f == nil || c.Ret == nil || !enc.Allocates(f.Name) || v.ab.opt.PointsToObject == nil {
		return
	}
	for _, el := range els {
		if el.v != nil {
			continue
		}
		other, op, ok := v.ab.comparedWith(el.pred, c.Ret)
		if !ok || !v.ab.opt.PointsToObject(other) {
			continue
		}
		d := decision{boolprog.Bool(false), boolprog.Bool(true)}
		if v.ab.opt.AllocFails {
			null := cil.MakeBinary(cil.Eq, other, cil.MakeCast(other.Type(), cil.IntConst(v.ab.in.Prog.Model.Int(cil.Int), 0)), v.ab.in.Prog.Model.Int(cil.Int))
			d.mustNot = v.decide(null).mustNot
		}
		if op == cil.Ne {
			d = d.negated()
		}
		u.set(el.names[0], d.value())
		done[el] = true
	}
}

// comparedWith returns what the condition e compares the pointer at l with, if that is
// all it does and writing l doesn't change the other side.
func (ab *Abstracter) comparedWith(e cil.Expr, l *cil.Lval) (other cil.Expr, op cil.BinOp, ok bool) {
	b, isBinary := e.(*cil.Binary)
	if !isBinary || b.Op != cil.Eq && b.Op != cil.Ne {
		return nil, 0, false
	}
	for _, sides := range [][2]cil.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		if r, isLoad := cil.WithoutPointerCasts(sides[0]).(*cil.Load); isLoad && cil.EqualLval(r.L, l) && !ab.reads(sides[1], l) {
			return sides[1], b.Op, true
		}
	}
	return nil, 0, false
}

// reads reports whether the value of e may depend on what l holds.
func (ab *Abstracter) reads(e cil.Expr, l *cil.Lval) bool {
	el := &element{}
	el.collect(e)
	return ab.mayChange(el, l)
}
