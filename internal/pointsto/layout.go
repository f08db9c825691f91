package pointsto

import (
	"math"

	"hardbop/internal/cil"
)

// layout is a type cut into cells, numbered from 0 in the order of the members.
type layout struct {
	root  cil.Type // without arrays
	cells []cellShape
}

// cellShape is a cell: its type (a scalar, a union or an incomplete type) and the parts
// that start at it, outermost first, the cell itself last.
type cellShape struct {
	typ    cil.Type
	starts []part
	bits   bool // it is a bit-field
	kept   bool // only the program changes it, see [cil.Field.Kept]
	blank  bool // and it holds nothing before, see [cil.Field.Blank]
}

// part is a part of an object, with the arrays around it taken off.
type part struct {
	typ   cil.Type
	array bool  // it is an element of an array
	count int64 // of how many elements, arrays in arrays included; many if that isn't known
}

// many is a number of elements that isn't known, or that goes on behind the array.
const many = math.MaxInt64

// newLayout cuts t; array says that an object of the type is one of several in a row.
func newLayout(t cil.Type, array bool) *layout {
	l := &layout{root: element(t)}
	l.add(t, array, array, nil)
	return l
}

// add cuts a part of type t; row says that it is in an array of structs.
func (l *layout) add(t cil.Type, array, row bool, before []part) {
	_, is := t.(*cil.ArrayType)
	n := elements(t)
	if row {
		n = many
	}
	t = element(t)
	starts := append(before[:len(before):len(before)], part{t, array || is, n})
	if !isStruct(t) {
		l.cells = append(l.cells, cellShape{typ: t, starts: starts})
		return
	}
	for i, f := range t.(*cil.CompType).Fields {
		if i > 0 {
			starts = nil
		}
		first := len(l.cells)
		l.add(f.Type, false, row || is, starts)
		if f.BitField {
			l.cells[len(l.cells)-1].bits = true
		}
		for i := first; i < len(l.cells); i++ {
			l.cells[i].kept = l.cells[i].kept || f.Kept
			l.cells[i].blank = l.cells[i].blank || f.Blank
		}
	}
}

// partAt returns the part that starts at cell i and can be accessed as the type t.
func (l *layout) partAt(i int, t cil.Type) (part, bool) {
	starts := l.cells[i].starts
	for _, p := range starts {
		if sameCell(p.typ, t) {
			return p, true
		}
	}
	return part{}, false
}

// byteArray returns how many bytes there are in the array of bytes that starts at cell i; 0 if
// there is none, or if it isn't known how many.
func (l *layout) byteArray(i int) int64 {
	starts := l.cells[i].starts
	if p := starts[len(starts)-1]; p.array && isByte(p.typ) && p.count != many {
		return p.count
	}
	return 0
}

// onlyPart reports whether a pointer to t at cell i is to a part of that type, and not to
// a struct that starts there and is looked at piece by piece.
func (l *layout) onlyPart(i int, t cil.Type) bool {
	_, ok := l.partAt(i, t)
	single := len(l.cells[i].starts) == 1
	return ok && isStruct(t) || single && (ok || unionHolds(l.cells[i].typ, t))
}

// element takes the arrays off t.
func element(t cil.Type) cil.Type {
	for {
		a, ok := t.(*cil.ArrayType)
		if !ok {
			return t
		}
		t = a.Elem
	}
}

// elements returns of how many elements an array of type t is, 1 for other types.
func elements(t cil.Type) int64 {
	n := int64(1)
	for {
		a, ok := t.(*cil.ArrayType)
		switch {
		case !ok:
			return n
		case a.Len <= 0 || a.Len >= many/n:
			return many
		}
		n *= a.Len
		t = a.Elem
	}
}

// room returns how many bytes there are from cell i on that are used as bytes.
func (l *layout) room(i int) int64 {
	n := int64(0)
	for _, c := range l.cells[i:] {
		p := c.starts[len(c.starts)-1]
		if t, ok := p.typ.(*cil.IntType); !ok || t.Bytes != 1 {
			break
		}
		if p.count >= many-n {
			return many
		}
		n += p.count
	}
	return n
}

// isStruct reports whether t has cells of its own: a struct with members.
func isStruct(t cil.Type) bool {
	c, ok := t.(*cil.CompType)
	return ok && !c.Union && len(c.Fields) > 0
}

// isByte reports whether t is a character type.
func isByte(t cil.Type) bool {
	i, ok := t.(*cil.IntType)
	return ok && i.Bytes == 1 && i.Kind != cil.Bool
}

func isUnion(t cil.Type) bool {
	c, ok := t.(*cil.CompType)
	return ok && c.Union
}

// cellCount returns the number of cells of t.
func cellCount(t cil.Type) int {
	t = element(t)
	if !isStruct(t) {
		return 1
	}
	n := 0
	for _, f := range t.(*cil.CompType).Fields {
		n += cellCount(f.Type)
	}
	return n
}

func zeroIndex() cil.Expr {
	return cil.IntConst(&cil.IntType{Kind: cil.Int, Bits: 32, Bytes: 4, Signed: true}, 0)
}

// sameCell reports whether a cell of type a can be read as b without looking at its
// bytes: integers of one size, any two pointers, one float format, one comp.
func sameCell(a, b cil.Type) bool {
	switch a := a.(type) {
	case *cil.IntType:
		b, ok := b.(*cil.IntType)
		return ok && a.Bytes == b.Bytes && (a.Kind == cil.Bool) == (b.Kind == cil.Bool)
	case *cil.PtrType:
		return cil.IsPointer(b)
	}
	return cil.SameType(a, b)
}

// sameOutside reports whether a pointer to b from outside may lead to a cell of type a.
func sameOutside(a, b cil.Type) bool {
	if cil.IsPointer(a) && cil.IsPointer(b) {
		return cil.SameType(a, b) || isAnyPointer(a, b)
	}
	return sameCell(a, b) || unionHolds(a, b)
}

// isAnyPointer reports whether both types are those of pointers, one of them to void: what
// converts to each other without a cast.
func isAnyPointer(a, b cil.Type) bool {
	pa, ok1 := a.(*cil.PtrType)
	pb, ok2 := b.(*cil.PtrType)
	return ok1 && ok2 && (isVoid(pa.Elem) || isVoid(pb.Elem))
}

func isVoid(t cil.Type) bool {
	_, ok := t.(*cil.VoidType)
	return ok
}

func isFunc(t cil.Type) bool {
	_, ok := t.(*cil.FuncType)
	return ok
}

// unionHolds reports whether u is a union that has a part of type t.
func unionHolds(u, t cil.Type) bool { return isUnion(u) && hasPart(u, t) }

// hasPart reports whether t is a part of a: a itself, an element, a member, and so on.
func hasPart(a, t cil.Type) bool {
	a = element(a)
	if sameCell(a, t) {
		return true
	}
	c, ok := a.(*cil.CompType)
	if !ok {
		return false
	}
	for _, f := range c.Fields {
		if hasPart(f.Type, t) {
			return true
		}
	}
	return false
}

// firstMembers lists the members that start where the struct t does: its first one, the
// first one of that, and so on.
func firstMembers(t cil.Type) []*cil.Field {
	var out []*cil.Field
	for isStruct(t) {
		f := t.(*cil.CompType).Fields[0]
		out = append(out, f)
		t = element(f.Type)
	}
	return out
}

// startsWith reports whether the struct a starts with a member of the struct type b.
func startsWith(a, b cil.Type) bool {
	for _, f := range firstMembers(a) {
		if isStruct(b) && cil.SameType(element(f.Type), b) {
			return true
		}
	}
	return false
}
