package pointsto

import (
	"slices"

	"hardbop/internal/cil"
)

// On its way round a list a program takes the list's head for an item (list_first_entry,
// list_for_each_entry), and looks at nothing of it but its links. This is how that is told from
// the way to an item that is there.

// way is how a pointer came to an unknown place in its object: from a cell so many bytes back, as from a
// member to the struct around it. The zero way isn't known.
type way struct {
	from int // the cell, plus 1
	back int64
}

// back is the way from a cell so many bytes back.
func back(cell int, bytes int64) way {
	if bytes <= 0 {
		return way{}
	}
	return way{cell + 1, bytes}
}

// astray is the target without the way to it.
func (t Target) astray() Target {
	t.way = way{}
	return t
}

// wayBack finds the struct t around the member that a pointer has come from, or which that what is
// around the member begins; else the result is the target.
func (a *analysis) wayBack(tgt Target, t cil.Type) Target {
	o, cell := tgt.Obj, tgt.way.from-1
	if cell < 0 || o.merged || t == nil || !isStruct(element(t)) {
		return tgt
	}
	for i := cell; i >= 0; i-- {
		if p, ok := o.layout.partAt(i, element(t)); ok && a.isMember(p.typ, cell-i, tgt.way.back) {
			return Target{Obj: o, Cell: i}
		}
	}
	if startsWith(element(t), o.layout.root) && a.isMember(o.layout.root, cell, tgt.way.back) {
		return Target{Obj: o}
	}
	return tgt
}

// isMember reports whether the cell of that number in the struct t is so many bytes from its beginning, whichever
// elements of arrays are meant.
func (a *analysis) isMember(t cil.Type, cell int, bytes int64) bool {
	paths := a.shapes.paths(t)
	if cell >= len(paths) {
		return false
	}
	for _, s := range paths[cell] {
		if s.Field == nil {
			return false
		}
		bytes -= s.Field.Offset
	}
	return bytes == 0
}

// head is a member, links, that is taken for one of a struct that isn't there.
type head struct {
	at     Target
	typ    cil.Type
	offset int64 // in that struct, in bytes
}

// headAt finds the links that an access of type t through the target takes for a member of a t, if no t is there.
// Besides such links nothing of a t is accessed then (C17 6.5p7).
func (a *analysis) headAt(tgt Target, t cil.Type) (h head, ok bool) {
	o := tgt.Obj
	if t == nil || !isStruct(element(t)) || o.merged || o.Kind == External || o.layout == nil {
		return h, false
	}
	t = element(t)
	h.at, h.offset = tgt, tgt.way.back
	if tgt.way.from > 0 {
		h.at = Target{Obj: o, Cell: tgt.way.from - 1}
	}
	if h.at.Cell == Unknown || h.offset > 0 && hasPart(t, o.layout.root) {
		return h, false
	}
	p, only := h.links(t)
	if p.typ == nil || !linked(p.typ) {
		return h, false
	}
	h.typ = p.typ
	return h, only && !p.array && h.isInside() || a.hasSizeOf(o) && !h.goesOnAs(t)
}

// links returns the largest struct at the place that a t has as a member at the offset, none if a t is there, and whether there is no
// larger one.
func (h head) links(t cil.Type) (p part, only bool) {
	only = true
	for _, p := range h.at.Obj.layout.cells[h.at.Cell].starts {
		switch {
		case !isStruct(p.typ):
		case cil.SameType(p.typ, t):
			return part{}, false
		case hasAt(t, h.offset, p.typ):
			return p, only
		default:
			only = false
		}
	}
	return part{}, false
}

// hasAt reports whether the struct t has a member of type m, not in an array, so many bytes from its beginning.
func hasAt(t cil.Type, bytes int64, m cil.Type) bool {
	c, ok := t.(*cil.CompType)
	return ok && slices.ContainsFunc(c.Fields, func(f *cil.Field) bool {
		return f.Offset == bytes && cil.SameType(f.Type, m) || hasAt(f.Type, bytes-f.Offset, m)
	})
}

// linked reports whether the struct t has pointers to others like it.
func linked(t cil.Type) bool {
	return slices.ContainsFunc(t.(*cil.CompType).Fields, func(f *cil.Field) bool {
		p, ok := f.Type.(*cil.PtrType)
		return ok && cil.SameType(p.Elem, t)
	})
}

// isInside reports whether the links are in the middle of the object. At its beginning or end, which may be an array of whatever
// length, they may be those of another struct that the memory is used as.
func (h head) isInside() bool {
	cells, end := h.at.Obj.layout.cells, h.at.Cell+cellCount(h.typ)
	return h.at.Cell > 0 && end < len(cells) && (end+1 < len(cells) || !isOpen(cells[end]))
}

// isOpen reports whether the cell is an array of which it isn't known how long it is.
func isOpen(c cellShape) bool {
	return slices.ContainsFunc(c.starts, func(p part) bool { return p.array && p.count == many })
}

// hasSizeOf reports whether it is certain that the object is no more than what its type says: it is a variable, or
// memory that was allocated with the size of that type.
func (a *analysis) hasSizeOf(o *Object) bool {
	if o.Kind == Variable {
		return true
	}
	c, ok := o.Site.Instr.(*cil.Call)
	if !ok || c.Callee() == nil || c.Callee().Alloc == nil || len(c.Callee().Alloc.Size) != 1 {
		return false
	}
	k := c.Callee().Alloc.Size[0]
	if k >= len(c.Args) {
		return false
	}
	n, ok := cil.ConstValue(c.Args[k])
	return ok && n.IsInt64() && n.Int64() == a.prog.Model.SizeOf(o.layout.root)
}

// goesOnAs reports whether what follows the links in the object is like what follows them in t, which they begin:
// then the object may be used as a t although neither is a part of the other.
func (h head) goesOnAs(t cil.Type) bool {
	cells, n := h.at.Obj.layout.cells[h.at.Cell:], cellCount(h.typ)
	if h.offset > 0 || n >= len(cells) {
		return false
	}
	next := newLayout(t, false).cells
	return n < len(next) && sameCell(cells[n].typ, next[n].typ)
}

// inHead finds the place of an access at path in a struct that isn't there. There is no data but for the links.
func (a *analysis) inHead(h head, path []cil.Sel) (Target, bool) {
	bytes := h.offset
	for i, s := range path {
		if s.Field == nil {
			continue
		}
		if bytes -= s.Field.Offset; bytes == 0 && cil.SameType(s.Field.Type, h.typ) {
			return a.member(h.at, path[i+1:], false)
		}
	}
	return h.at, false
}
