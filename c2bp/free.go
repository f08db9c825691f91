package c2bp

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// This file finds conditions that the elements say nothing of, so that no cube has to be
// tried: a driver tests many members of its structs that no predicate mentions. Taking a
// condition for free that isn't only makes the Boolean program looser.

// free reports whether e is about values that no element reads: all of them, or one that
// is compared for equality with others.
func (v *view) free(e cil.Expr) bool {
	reads := valuesIn(e)
	if len(reads) > 0 && !slices.ContainsFunc(reads, v.isRead) {
		return true
	}
	eq, ok := e.(*cil.Binary)
	return ok && (eq.Op == cil.Eq || eq.Op == cil.Ne) && (v.freeSide(eq.X, eq.Y) || v.freeSide(eq.Y, eq.X))
}

// freeSide reports whether x is a value that no element reads and that y doesn't depend
// on, and that may be any that y is.
func (v *view) freeSide(x, y cil.Expr) bool {
	l, ok := x.(*cil.Load)
	if !ok || !v.sameRange(x, y) || v.isRead(l.L) {
		return false
	}
	return !slices.ContainsFunc(readsOf(y), func(r *cil.Lval) bool { return v.ab.sharesValue(l.L, r) })
}

func (v *view) sameRange(x, y cil.Expr) bool {
	return cil.SameType(x.Type(), y.Type()) || cil.IsPointer(x.Type()) && cil.IsPointer(y.Type())
}

// isRead reports whether some element may read what l holds.
func (v *view) isRead(l *cil.Lval) bool {
	return slices.ContainsFunc(v.els, func(el *element) bool {
		return slices.ContainsFunc(el.reads, func(r *cil.Lval) bool { return v.ab.sharesValue(l, r) })
	})
}

// sharesValue reports whether two lvalues may be the same memory. That members of
// different types behind unrelated pointers overlap isn't looked for, nor what is behind
// null.
func (ab *Abstracter) sharesValue(a, b *cil.Lval) bool {
	if a.BehindNull() || b.BehindNull() {
		return false
	}
	switch (enc.TypeAlias{}).MayAlias(nil, a, b) {
	case enc.Never:
		return false
	case enc.Overlap:
		_, related := enc.ByRoot(a, b)
		if related = related || a.Base != nil && a.Base == b.Base; !related && len(a.Path) > 0 && len(b.Path) > 0 {
			return false
		}
	}
	return ab.opt.Alias.MayAlias(nil, a, b) != enc.Never
}

// valuesIn lists the lvalues whose values e is made of, without those that only say where
// others are.
func valuesIn(e cil.Expr) []*cil.Lval {
	switch e := e.(type) {
	case *cil.Load:
		return []*cil.Lval{e.L}
	case *cil.Unary:
		return valuesIn(e.X)
	case *cil.Binary:
		return append(valuesIn(e.X), valuesIn(e.Y)...)
	case *cil.Cond:
		return append(valuesIn(e.C), append(valuesIn(e.A), valuesIn(e.B)...)...)
	case *cil.Cast:
		return valuesIn(e.X)
	}
	return readsOf(e) // of an address: what it is made of
}
