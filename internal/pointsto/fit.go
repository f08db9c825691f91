package pointsto

import (
	"hardbop/internal/cil"
)

// fitting says how an access of some type fits a target.
type fitting int

const (
	fits     fitting = iota // it means the part at the place
	fitsWeak                // the cell at the place, read as another kind of scalar
	retypes                 // a heap object, whose type it settles
	misfits                 // it may mean any bytes of the object
	nothing                 // no data is there
)

// fit finds what an access of type t through the target means. With [fits] and
// [fitsWeak], the place is the result; create allows new external objects, without it
// the result is [misfits] where one is missing. t is nil for an access of any size.
func (a *analysis) fit(tgt Target, t cil.Type, create bool) (Target, fitting) {
	o := tgt.Obj
	if !o.hasData() || o.Kind == External && o.Type != nil && isFunc(o.Type) {
		return tgt, nothing
	}
	if o.merged {
		return a.canonical(tgt), fits
	}
	if t != nil {
		t = element(t)
	}
	if o.Kind == External {
		return a.fitExternal(tgt, t, create)
	}
	return a.fitObject(tgt, t)
}

// fitObject is fit for variables and heap objects.
func (a *analysis) fitObject(tgt Target, t cil.Type) (Target, fitting) {
	o := tgt.Obj
	if o.layout == nil {
		if t == nil || tgt.Cell == Unknown || isVoid(t) || isFunc(t) {
			return tgt, misfits
		}
		return Target{Obj: o}, retypes
	}
	single := len(o.layout.cells) == 1
	switch {
	case t == nil && single:
		return Target{Obj: o}, fits
	case t == nil:
		return tgt, misfits
	case tgt.Cell == Unknown:
		// An object of a struct type has no room for another one: this is the way back
		// from a member to the whole.
		if isStruct(t) && cil.SameType(o.layout.root, t) || single && sameCell(o.layout.cells[0].typ, t) {
			return Target{Obj: o}, fits
		}
		return tgt, misfits
	}
	if o.layout.cells[tgt.Cell].bits && !isStruct(t) { // its unit holds others too
		return tgt, misfits
	}
	if _, ok := o.layout.partAt(tgt.Cell, t); ok {
		return tgt, fits
	}
	if a.weakFit(o.layout.cells[tgt.Cell].typ, t) {
		return tgt, fitsWeak
	}
	if o.Kind == Heap && tgt.Cell == 0 && startsWith(t, o.layout.root) {
		return tgt, retypes
	}
	if a.inBytes(o.layout.byteArray(tgt.Cell), t) {
		return tgt, fitsWeak
	}
	return tgt, misfits
}

// weakFit reports whether an access of type t at the start of a cell of type c touches
// nothing but that cell.
func (a *analysis) weakFit(c, t cil.Type) bool {
	if unionHolds(c, t) {
		return true
	}
	n, m := a.scalarSize(c), a.scalarSize(t)
	return n > 0 && m > 0 && m <= n
}

// inBytes reports whether n bytes have room for a t.
func (a *analysis) inBytes(n int64, t cil.Type) bool {
	size := a.prog.Model.SizeOf(t)
	return size >= 0 && size <= n
}

// scalarSize returns the size of a scalar in bytes, 0 if t isn't one.
func (a *analysis) scalarSize(t cil.Type) int64 {
	if !cil.IsScalar(t) {
		return 0
	}
	return a.prog.Model.SizeOf(t)
}

// fitExternal is fit for the outside's objects.
func (a *analysis) fitExternal(tgt Target, t cil.Type, create bool) (Target, fitting) {
	o := tgt.Obj
	switch {
	case t == nil:
		return tgt, misfits
	case isVoid(o.Type):
		return a.redirect(tgt, t, create)
	case tgt.Cell == Unknown:
		return a.fitElsewhere(tgt, t, create)
	case isStruct(o.Type) && tgt.Cell > 0:
		return a.fitMember(tgt, t, create)
	case cil.SameType(o.Type, t) || !isStruct(o.Type) && !cil.IsPointer(o.Type) && sameCell(o.Type, t):
		return tgt, fits
	case unionHolds(o.Type, t), cil.IsPointer(o.Type) && isAnyPointer(o.Type, t):
		return tgt, fitsWeak
	case isStruct(o.Type):
		return a.fitFirst(tgt, t, create)
	}
	return tgt, misfits
}

// fitElsewhere is fit for a pointer that arithmetic has led away from the place that the
// outside gave it. It may lead from a member to the struct around it, or to a struct inside;
// whatever else it is used as, it may mean any bytes.
func (a *analysis) fitElsewhere(tgt Target, t cil.Type, create bool) (Target, fitting) {
	from := tgt.Obj.Type
	switch {
	case sameCell(from, t):
		return Target{Obj: tgt.Obj}, fits
	case isStruct(t) && (hasPart(t, from) || hasPart(from, t)):
		return a.redirect(tgt, t, create)
	}
	return tgt, misfits
}

// fitFirst is fit for a pointer to a struct that is used as one to what the struct
// starts with, or to a struct that starts with it.
func (a *analysis) fitFirst(tgt Target, t cil.Type, create bool) (Target, fitting) {
	for _, f := range firstMembers(tgt.Obj.Type) {
		ft := element(f.Type)
		if isStruct(ft) {
			if cil.SameType(ft, t) {
				return a.redirect(tgt, t, create)
			}
			continue
		}
		if f.BitField { // other members may be in the same bytes
			return tgt, misfits
		}
		if inner := a.external(f.Comp, create); inner != nil && sameCell(ft, t) {
			return a.canonical(Target{Obj: inner, Cell: 1 + f.Index}), fits
		}
	}
	if startsWith(t, tgt.Obj.Type) {
		return a.redirect(tgt, t, create)
	}
	return tgt, misfits
}

// fitMember is fit for a pointer to a member that isn't a struct.
func (a *analysis) fitMember(tgt Target, t cil.Type, create bool) (Target, fitting) {
	c := tgt.Obj.Type.(*cil.CompType)
	f := c.Fields[tgt.Cell-1]
	ft := element(f.Type)
	switch {
	case f.BitField:
		return tgt, misfits
	case sameCell(ft, t):
		return tgt, fits
	case a.weakFit(ft, t):
		return tgt, fitsWeak
	case f.Index == 0 && (cil.SameType(t, c) || startsWith(t, c)):
		return a.redirect(tgt, t, create)
	}
	return tgt, misfits
}

// redirect leads an access of type t to the outside's object of that type.
func (a *analysis) redirect(tgt Target, t cil.Type, create bool) (Target, fitting) {
	o := a.external(t, create)
	if o == nil {
		return tgt, misfits
	}
	return a.canonical(Target{Obj: o}), fits
}

// resolve finds the place that an access of type t means and changes the objects so
// that it is one; ok is false if no data is there.
func (a *analysis) resolve(tgt Target, t cil.Type) (Target, bool) {
	at, f := a.fit(tgt, t, true)
	switch f {
	case nothing:
		return at, false
	case retypes:
		a.setType(at.Obj, element(t))
	case misfits:
		a.merge(at.Obj)
		if at.Obj.Kind == External && t != nil && !isVoid(element(t)) && !isFunc(element(t)) {
			a.merge(a.external(element(t), true))
		}
		at = a.canonical(Target{Obj: at.Obj})
	}
	return at, true
}

// member follows path from the place of a part of type t. Inside unions and merged
// objects there is nothing to follow.
func (a *analysis) member(at Target, path []cil.Sel, create bool) (Target, bool) {
	for _, s := range path {
		at = a.canonical(at)
		if s.Field == nil {
			continue
		}
		if at.Obj.merged || at.Obj == a.bytes || s.Field.Comp.Union || !hasMember(at, s.Field) {
			return at, true
		}
		if at.Obj.Kind != External {
			at.Cell += a.shapes.offset(s.Field)
			continue
		}
		if ft := element(s.Field.Type); isStruct(ft) {
			o := a.external(ft, create)
			if o == nil {
				return at, false
			}
			at = Target{Obj: o}
		} else {
			at.Cell = 1 + s.Field.Index
		}
	}
	return a.canonical(at), true
}

// hasMember reports whether the struct of the member f has cells of its own at the place.
// It has none inside a union, also where a pointer leads to a struct in it.
func hasMember(at Target, f *cil.Field) bool {
	o := at.Obj
	switch {
	case o.Kind == External:
		return o.Type != nil && cil.SameType(o.Type, f.Comp)
	case o.layout == nil || at.Cell < 0:
		return false
	}
	_, ok := o.layout.partAt(at.Cell, f.Comp)
	return ok
}

// access resolves an access of type t at the target, followed by path.
func (a *analysis) access(tgt Target, t cil.Type, path []cil.Sel) (Target, bool) {
	tgt = a.wayBack(tgt, t)
	if a.isTooSmall(tgt, t) {
		return a.embedded(tgt, path)
	}
	if h, ok := a.headAt(tgt, t); ok {
		return a.inHead(h, path)
	}
	at, ok := a.resolve(tgt.astray(), t)
	if !ok {
		return at, false
	}
	return a.member(at, path, true)
}

// isTooSmall reports whether the target is somewhere in a variable that has no room for
// the struct t. That is what the way from a list's head to an item that doesn't exist
// looks like.
func (a *analysis) isTooSmall(tgt Target, t cil.Type) bool {
	o := tgt.Obj
	if tgt.Cell != Unknown || o.merged || o.Kind != Variable || t == nil || !isStruct(element(t)) {
		return false
	}
	n, m := a.prog.Model.SizeOf(o.Var.Type), a.prog.Model.SizeOf(element(t))
	return n >= 0 && n < m
}

// embedded finds the place of an access at path when the target's object is taken for a
// member of the struct that the path starts from. Other members lie outside of the object:
// there is no data.
func (a *analysis) embedded(tgt Target, path []cil.Sel) (Target, bool) {
	o := tgt.Obj
	for i := len(path) - 1; i >= 0; i-- {
		if f := path[i].Field; f != nil && sameCell(element(f.Type), o.layout.root) {
			at := Target{Obj: o}
			for _, s := range path[i+1:] {
				if s.Field != nil && s.Field.Comp.Union {
					break
				}
				if s.Field != nil {
					at.Cell += a.shapes.offset(s.Field)
				}
			}
			return at, true
		}
	}
	return tgt, false
}

// shift returns where a pointer to t at the target leads after arithmetic. A step of
// constant size may lead from a member to the struct around it, another one stays in an
// array (C17 6.5.6p7: what is no element of an array is one of length 1). settle allows that
// the arithmetic gives a heap object its type.
func (a *analysis) shift(tgt Target, s step, settle bool) Target {
	o, t := tgt.Obj, element(s.typ)
	switch {
	case !o.hasData() || o.merged || tgt.Cell == Unknown:
		return a.canonical(tgt.astray())
	case o.Kind == External:
		return shiftExternal(tgt, t, s.index)
	case o.layout == nil:
		if isVoid(t) || !settle {
			return Target{Obj: o, Cell: Unknown}
		}
		a.setType(o, t)
		return tgt
	}
	p, ok := o.layout.partAt(tgt.Cell, t)
	if ok && (p.array || tgt.Cell == 0 && sameCell(o.layout.root, t) || s.index && o.layout.onlyPart(tgt.Cell, t)) {
		return tgt
	}
	return Target{Obj: o, Cell: Unknown, way: back(tgt.Cell, s.back)}
}

// step is pointer arithmetic: the type of the elements that are counted, and whether their
// number isn't a constant. If it leads back by a constant number of bytes, that is back.
type step struct {
	typ   cil.Type
	index bool
	back  int64
}

func (a *analysis) stepOf(e *cil.Binary) step {
	n, fixed := cil.ConstValue(e.Y)
	s := step{typ: pointee(e.X), index: !fixed}
	if !fixed || !n.IsInt64() || a.prog.Model.SizeOf(s.typ) != 1 {
		return s
	}
	if s.back = n.Int64(); e.Op == cil.PtrAdd {
		s.back = -s.back
	}
	s.back = max(s.back, 0)
	return s
}

func shiftExternal(tgt Target, t cil.Type, index bool) Target {
	o := tgt.Obj
	if isStruct(o.Type) && tgt.Cell > 0 {
		f := o.Type.(*cil.CompType).Fields[tgt.Cell-1]
		ft := element(f.Type)
		if _, array := f.Type.(*cil.ArrayType); (array || index) && sameCell(ft, t) || index && unionHolds(ft, t) {
			return tgt
		}
		return Target{Obj: o, Cell: Unknown}
	}
	if isVoid(o.Type) || sameCell(o.Type, t) {
		return tgt
	}
	return Target{Obj: o, Cell: Unknown}
}
