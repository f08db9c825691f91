package c2bp

import (
	"math/big"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// This file is about calls of functions that return new memory. Its address is none that
// there was before: a predicate that compares the result with a pointer to something is
// false, unless both are null, or both error numbers where the function fails with one.

// allocated gives the elements that compare the result of the call of an allocator with
// an older pointer their new values, and marks them as done.
func (v *view) allocated(u *update, els []*element, c *cil.Call, done map[*element]bool) {
	f := c.Callee()
	if f == nil || f.HasBody() || c.Ret == nil {
		return
	}
	alloc := enc.Allocation(f)
	if alloc == nil || v.ab.opt.PointsToObject == nil {
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
		d, ok := v.differs(c.Ret, other, alloc)
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
// if that is a pointer to an object, which is older, unless both say that the allocator failed; nor
// if it is a number that equals such a pointer. ok is false if that isn't known.
func (v *view) differs(ret *cil.Lval, other cil.Expr, alloc *cil.Alloc) (d decision, ok bool) {
	d = decision{boolprog.Bool(false), boolprog.Bool(true)}
	if v.ab.opt.PointsToObject(other) {
		if fails := v.ab.failure(alloc, other, other); fails != nil {
			d.mustNot = v.decide(fails).mustNot
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
		is := el.pred
		if fails := v.ab.failure(alloc, other, p); fails != nil {
			is = &cil.Binary{Op: cil.LAnd, X: is, Y: cil.Not(fails), T: v.ab.intType()}
		}
		if older == nil {
			older = is
		} else {
			older = &cil.Binary{Op: cil.LOr, X: older, Y: is, T: v.ab.intType()}
		}
	}
	if older == nil {
		return d, false
	}
	d.mustNot = v.decide(older).must
	return d, true
}

// failure says that the address other, which the pointer p has, is what an allocator returns that
// fails: null, or an error number. It is nil if that can't be.
func (ab *Abstracter) failure(alloc *cil.Alloc, other, p cil.Expr) cil.Expr {
	switch {
	case !alloc.Error && ab.opt.AllocFails && !alloc.NeverFails:
		return ab.compare(cil.Eq, other, ab.zeroOf(other))
	case alloc.Error && (ab.opt.PointsToMemory == nil || !ab.opt.PointsToMemory(p)):
		t := ab.in.Prog.Model.SizeT()
		first := &cil.Const{T: t, Val: new(big.Int).Sub(t.Max(), big.NewInt(enc.MaxError-1))}
		return ab.compare(cil.Ge, cil.MakeCast(t, other), first)
	}
	return nil
}

// pointerEqualTo returns the pointer that the condition e says is equal to other, if that is what
// it says.
func (ab *Abstracter) pointerEqualTo(e, other cil.Expr) (cil.Expr, bool) {
	b, ok := e.(*cil.Binary)
	if !ok || b.Op != cil.Eq {
		return nil, false
	}
	for _, sides := range [][2]cil.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		if p := ab.withoutAddressCasts(sides[0]); cil.Equal(sides[1], other) && cil.IsPointer(p.Type()) {
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
