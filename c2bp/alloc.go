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
	if f == nil || f.HasBody() || c.Ret == nil || v.ab.opt.PointsToObject == nil {
		return
	}
	alloc := enc.Allocation(f)
	if alloc == nil || alloc.Error {
		return
	}
	for _, el := range els {
		if el.v != nil {
			continue
		}
		other, op, ok := v.ab.comparedWith(el.pred, c.Ret)
		if !ok {
			continue
		}
		d, ok := v.differs(c.Ret, other, v.ab.opt.AllocFails && !alloc.NeverFails)
		if !ok {
			continue
		}
		if op == cil.Ne {
			d = d.negated()
		}
		u.set(el.names[0], d.value())
		done[el] = true
	}
}

// differs decides whether the new memory that ret points to is at the address other: never,
// if that is a pointer to an object, which is older, unless both are null; nor if it is a
// number that equals such a pointer. fails says that it may be null instead. ok is false if that isn't known.
func (v *view) differs(ret *cil.Lval, other cil.Expr, fails bool) (d decision, ok bool) {
	d = decision{boolprog.Bool(false), boolprog.Bool(true)}
	if v.ab.opt.PointsToObject(other) {
		if fails {
			d.mustNot = v.decide(v.ab.compare(cil.Eq, other, v.ab.zeroOf(other))).mustNot
		}
		return d, true
	}
	var older cil.Expr
	for _, el := range v.els {
		if el.v != nil {
			continue
		}
		p, equal := v.ab.pointerEqualTo(el.pred, other)
		if !equal || v.ab.reads(p, ret) {
			continue
		}
		if older == nil {
			older = el.pred
		} else {
			older = &cil.Binary{Op: cil.LOr, X: older, Y: el.pred, T: v.ab.intType()}
		}
	}
	if older == nil {
		return d, false
	}
	if fails {
		older = &cil.Binary{Op: cil.LAnd, X: older, Y: v.ab.compare(cil.Ne, other, v.ab.zeroOf(other)), T: v.ab.intType()}
	}
	d.mustNot = v.decide(older).must
	return d, true
}

// pointerEqualTo returns the pointer to an object that the condition e says is equal to
// other, if that is what it says.
func (ab *Abstracter) pointerEqualTo(e, other cil.Expr) (cil.Expr, bool) {
	b, ok := e.(*cil.Binary)
	if !ok || b.Op != cil.Eq {
		return nil, false
	}
	for _, sides := range [][2]cil.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		if p := ab.withoutAddressCasts(sides[0]); cil.Equal(sides[1], other) && cil.IsPointer(p.Type()) && ab.opt.PointsToObject(p) {
			return p, true
		}
	}
	return nil, false
}

// withoutAddressCasts drops the outermost conversions of e that keep an address.
func (ab *Abstracter) withoutAddressCasts(e cil.Expr) cil.Expr {
	for {
		c, ok := e.(*cil.Cast)
		if !ok || !ab.keepsAddress(c) {
			return e
		}
		e = c.X
	}
}

// keepsAddress reports whether c converts a pointer to something that is as wide, or such
// an integer to a mathematical one.
func (ab *Abstracter) keepsAddress(c *cil.Cast) bool {
	t, isInt := c.T.(*cil.IntType)
	if !cil.IsPointer(c.X.Type()) {
		return isInt && t.Kind == cil.MathInt
	}
	return !isInt || t.Kind == cil.MathInt || t.Bytes >= ab.in.Prog.Model.PtrBytes
}

func (ab *Abstracter) intType() cil.Type { return ab.in.Prog.Model.Int(cil.Int) }

func (ab *Abstracter) compare(op cil.BinOp, x, y cil.Expr) cil.Expr {
	return cil.MakeBinary(op, x, y, ab.intType())
}

// zeroOf is zero, or null, of the type of e.
func (ab *Abstracter) zeroOf(e cil.Expr) cil.Expr {
	return cil.MakeCast(e.Type(), cil.IntConst(ab.in.Prog.Model.Int(cil.Int), 0))
}

// comparedWith returns what the condition e compares the pointer at l with, if that is
// all it does and writing l doesn't change the other side.
func (ab *Abstracter) comparedWith(e cil.Expr, l *cil.Lval) (other cil.Expr, op cil.BinOp, ok bool) {
	b, isBinary := e.(*cil.Binary)
	if !isBinary || b.Op != cil.Eq && b.Op != cil.Ne {
		return nil, 0, false
	}
	for _, sides := range [][2]cil.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		if r, isLoad := ab.withoutAddressCasts(sides[0]).(*cil.Load); isLoad && cil.EqualLval(r.L, l) && !ab.reads(sides[1], l) {
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
