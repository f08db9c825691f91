package pointsto

import (
	"slices"

	"hardbop/internal/cil"
)

// This file is about pointers to something else that become pointers to characters. Arithmetic with them leads through
// the bytes of the whole object (C17 6.3.2.3p7), also if that is a struct which starts with an array of characters.

// cast passes values on as they are. What an integer says beyond known addresses is an
// address in the outside, of whatever type it is used as.
func (a *analysis) cast(e *cil.Cast) (int, bool) {
	switch {
	case a.narrows(e):
		return a.passed(e.X, lows)
	case !cil.IsPointer(e.T):
		return a.value(e.X)
	case cil.IsPointer(e.X.Type()):
		return a.viewed(e)
	case cil.IsZero(e.X):
		return 0, false
	case a.isNumber(e.X, a.small):
		return a.pointing(Target{Obj: a.nowhere}), true
	}
	x := -1
	if n, ok := a.viewed(e); ok {
		x = n
	}
	if a.isConverted(e.X, a.converted) {
		return a.both(x, a.pointing(Target{Obj: a.nowhere}))
	}
	return a.both(x, a.pointing(Target{Obj: a.external(cil.Void, true)}))
}

// viewed returns a node with what e.X leads to, as seen by e.
func (a *analysis) viewed(e *cil.Cast) (int, bool) {
	p, ok := a.value(e.X)
	if !ok || !a.viewsBytes(e) {
		return p, ok
	}
	n := a.newNode()
	a.addRule(p, &rule{op: views, other: n})
	return n, true
}

// viewsBytes reports whether e makes a pointer to characters of one that may be to something
// larger than an array of them.
func (a *analysis) viewsBytes(e *cil.Cast) bool {
	p, ok := e.T.(*cil.PtrType)
	if !ok || !isByte(element(p.Elem)) {
		return false
	}
	if !cil.IsPointer(e.X.Type()) {
		return true
	}
	from := element(pointee(e.X))
	return !isByte(from) && !(isStruct(from) && a.shapes.single(from))
}

// view adds to the node n where a pointer to t leads as one to characters. A heap object may get
// a type that starts with characters later.
func (a *analysis) view(t Target, n int) {
	a.addTarget(n, bytesAt(t))
	if o := t.Obj; o.Kind == Heap && t.Cell == 0 && !slices.Contains(a.viewers[o], n) {
		a.viewers[o] = append(a.viewers[o], n)
	}
}

// viewAgain is view for all that had to do with o before it got its type.
func (a *analysis) viewAgain(o *Object) {
	for _, n := range a.viewers[o] {
		a.addTarget(n, bytesAt(Target{Obj: o}))
	}
}

// bytesAt returns where a pointer to t leads as one to characters: somewhere in the object, if more than an array
// of characters starts there.
func bytesAt(t Target) Target {
	o := t.Obj
	if !o.hasData() || o.merged || o.Kind == External || o.layout == nil || t.Cell == Unknown {
		return t
	}
	starts := o.layout.cells[t.Cell].starts
	if last := starts[len(starts)-1]; len(starts) > 1 && last.array && isByte(last.typ) {
		return blur(t)
	}
	return t
}
