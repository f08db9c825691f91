package enc

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// This file is about where the objects of two pointers from outside may share memory: one is
// the other, or a part of it that has its type (6.5p7). They never overlap in another way.

// mayShare reports whether the place at, in an object of its own so far, may be the address
// other, in an object that another pointer from outside leads to.
func (r *run) mayShare(at place, other smt.Term) bool {
	there, ok := r.mem.places[other]
	if !ok || at.obj.typ == nil || there.obj.typ == nil {
		return true
	}
	off := there.off - at.off // of the one object in the other
	if off < 0 {
		return r.c.hasPart(at.obj.typ, -off, there.obj.typ)
	}
	return r.c.hasPart(there.obj.typ, off, at.obj.typ) || off == 0 && r.c.hasPart(at.obj.typ, 0, there.obj.typ)
}

// hasPart reports whether there is something of type t at offset off of something of type
// whole. Of characters, and of what isn't known, anything may be a part that fits in.
func (c *coder) hasPart(whole cil.Type, off int64, t cil.Type) bool {
	if off == 0 && (cil.SameType(whole, t) || cil.IsScalar(whole) && cil.IsScalar(t) && c.model.SizeOf(whole) == c.model.SizeOf(t)) {
		return true
	}
	if untyped(whole) || untyped(t) {
		return true
	}
	switch w := whole.(type) {
	case *cil.ArrayType:
		if w.Len > 1 && untyped(w.Elem) {
			return off+c.model.SizeOf(t) <= c.model.SizeOf(w)
		}
		size := c.model.SizeOf(w.Elem)
		return size > 0 && (w.Len < 0 || off < w.Len*size) && c.hasPart(w.Elem, off%size, t)
	case *cil.CompType:
		for _, f := range w.Fields {
			at := off - f.Offset
			inside := at >= 0 && (at+c.model.SizeOf(t) <= c.model.SizeOf(f.Type) || f.Index == len(w.Fields)-1)
			if inside && c.hasPart(f.Type, at, t) {
				return true
			}
		}
	}
	return false
}

// alone reports whether at the place is something of type t that is no element of an array.
func (c *coder) alone(at place, t cil.Type) bool {
	switch o := at.obj; {
	case at.off < 0:
		return false
	case o.v != nil:
		return c.hasAlone(o.v.Type, at.off, t)
	case o.elem != nil:
		return c.hasAlone(&cil.ArrayType{Elem: o.elem, Len: -1}, at.off, t)
	}
	return false
}

// hasAlone reports whether there is something of type t, which is no element of an array, at
// offset off of something of type whole.
func (c *coder) hasAlone(whole cil.Type, off int64, t cil.Type) bool {
	if off == 0 && cil.SameType(whole, t) {
		return true
	}
	switch w := whole.(type) {
	case *cil.ArrayType:
		size := c.model.SizeOf(w.Elem)
		return size > 0 && !cil.SameType(w.Elem, t) && c.hasAlone(w.Elem, off%size, t)
	case *cil.CompType:
		return !w.Union && slices.ContainsFunc(w.Fields, func(f *cil.Field) bool {
			at := off - f.Offset
			return at >= 0 && at < c.model.SizeOf(f.Type) && c.hasAlone(f.Type, at, t)
		})
	}
	return false
}

// untyped reports whether t is the type of bytes.
func untyped(t cil.Type) bool {
	if i, ok := t.(*cil.IntType); ok {
		return i.Bytes == 1
	}
	_, void := t.(*cil.VoidType)
	return void
}
