package enc

import "hardbop/internal/cil"

// Relation says how the cells of two lvalues may lie to each other, both evaluated in
// one state.
type Relation int

// The relations. May is the case that Morris' axiom splits on; after Overlap nothing is
// known of the other lvalue.
const (
	Never   Relation = iota // they share no byte
	Same                    // certainly the same cell
	May                     // either the same cell, read as the same kind of scalar, or disjoint
	Overlap                 // they may overlap in part, or be read as different kinds
)

// Alias is an alias oracle. Any answer but Never is always allowed where Overlap is;
// Never and Same must be certain.
type Alias interface {
	// MayAlias relates a and b, which are evaluated in one state of f; f may be nil,
	// which stands for any function.
	MayAlias(f *cil.Func, a, b *cil.Lval) Relation
	// Apart reports whether a and b share no byte even if they are evaluated in different
	// states, so that what pointers in them hold may have changed.
	Apart(a, b *cil.Lval) bool
}

// Region is where an lvalue may lie, in whatever state it is evaluated.
type Region interface {
	// Apart reports whether o shares no byte with it.
	Apart(o Region) bool
}

// Locator knows where lvalues may lie in any state.
type Locator interface {
	Locate(l *cil.Lval) Region
	// Allocated is the memory that calls at n allocate, and what the program uses it as an
	// array of, or just one; both are nil if that isn't known.
	Allocated(n *cil.Node) (Region, cil.Type)
}

// TypeAlias is the oracle that knows only what the lvalues' text and types say:
//
//   - variables whose address isn't taken are reached by name only;
//   - scalar accesses are aligned, so two of one size are the same cell or disjoint;
//   - two instances of one struct type are the same or disjoint, so different members
//     of one struct type don't overlap; inside unions and for members of packed structs
//     this isn't assumed.
//
// The last two are what C says of programs that don't pun types through misplaced
// pointers. An oracle that follows casts can do without them.
type TypeAlias struct{}

// MayAlias implements [Alias].
func (TypeAlias) MayAlias(_ *cil.Func, a, b *cil.Lval) Relation {
	a, b = normal(a), normal(b)
	switch {
	case cil.EqualLval(a, b):
		return Same
	case a.Base != nil && b.Base != nil:
		if a.Base != b.Base {
			return Never
		}
		return samePath(a.Path, b.Path)
	case a.Base != nil && !a.Base.AddrTaken, b.Base != nil && !b.Base.AddrTaken:
		return Never
	case a.Mem != nil && b.Mem != nil:
		if r, ok := sameRoot(a, b); ok {
			return r
		}
	}
	return byType(a, b)
}

// Apart implements [Alias]: different variables, and different members of one struct type.
func (TypeAlias) Apart(a, b *cil.Lval) bool {
	a, b = normal(a), normal(b)
	if a.Base != nil && b.Base != nil && a.Base != b.Base {
		return true
	}
	return disjointFields(a.Path, b.Path)
}

// ByRoot relates lvalues behind one pointer, or behind constant offsets from one. Unlike the
// rest of [TypeAlias] it holds whatever memory is looked at as. It is false for others.
func ByRoot(a, b *cil.Lval) (Relation, bool) {
	a, b = normal(a), normal(b)
	if a.Mem == nil || b.Mem == nil {
		return 0, false
	}
	return sameRoot(a, b)
}

// sameRoot relates lvalues behind one pointer, or behind constant offsets from one.
func sameRoot(a, b *cil.Lval) (Relation, bool) {
	if x, y := arrayOf(a), arrayOf(b); x != nil || y != nil {
		return beforeArray(x, y, a, b)
	}
	p, i := splitOffset(a.Mem)
	q, j := splitOffset(b.Mem)
	if !cil.Equal(p, q) || !cil.SameType(p.Type(), q.Type()) {
		return 0, false
	}
	if i == j {
		return samePath(a.Path, b.Path), true
	}
	if hasIndex(a.Path) || hasIndex(b.Path) {
		return 0, false
	}
	return Never, true
}

// splitOffset writes p as a pointer and a constant number of elements.
func splitOffset(p cil.Expr) (cil.Expr, int64) {
	b, ok := p.(*cil.Binary)
	if !ok || b.Op != cil.PtrAdd && b.Op != cil.PtrSub {
		return p, 0
	}
	v, ok := cil.ConstValue(b.Y)
	if !ok || v.BitLen() > 31 {
		return p, 0
	}
	if b.Op == cil.PtrSub {
		return b.X, -v.Int64()
	}
	return b.X, v.Int64()
}

// samePath relates two parts of one object, given by their paths.
func samePath(p, q []cil.Sel) Relation {
	weak := false
	for k := 0; k < len(p) && k < len(q); k++ {
		if p[k].Field != q[k].Field {
			return differentFields(p[k:], q[k:], weak)
		}
		if p[k].Field != nil || cil.Equal(p[k].Index, q[k].Index) {
			continue
		}
		if distinctConstants(p[k].Index, q[k].Index) && !hasIndex(p[k+1:]) && !hasIndex(q[k+1:]) {
			return Never
		}
		weak = true
	}
	switch {
	case len(p) != len(q):
		return Overlap
	case weak:
		return May
	}
	return Same
}

// differentFields relates two paths that part at their first selectors, which are
// members of one comp.
func differentFields(p, q []cil.Sel, weak bool) Relation {
	f, g := p[0].Field, q[0].Field
	switch {
	case !f.Comp.Union:
		return Never
	case len(p) != 1 || len(q) != 1 || f.BitField || g.BitField || !sameCellType(f.Type, g.Type):
		return Overlap
	case weak:
		return May
	}
	return Same
}

func distinctConstants(i, j cil.Expr) bool {
	a, ok1 := cil.ConstValue(i)
	b, ok2 := cil.ConstValue(j)
	return ok1 && ok2 && a.Cmp(b) != 0
}

func hasIndex(path []cil.Sel) bool {
	for _, s := range path {
		if s.Field == nil {
			return true
		}
	}
	return false
}

// byType relates lvalues of which at least one is behind a pointer.
func byType(a, b *cil.Lval) Relation {
	if disjointFields(a.Path, b.Path) {
		return Never
	}
	f, g := lastField(a), lastField(b)
	if f != nil && f == g && !inUnion(a.Path) && !inUnion(b.Path) {
		return May
	}
	if isBitField(f) || isBitField(g) || inPacked(a.Path) || inPacked(b.Path) {
		return Overlap
	}
	if sameCellType(a.Type(), b.Type()) {
		return May
	}
	return Overlap
}

// disjointFields reports whether the paths go through different members of one struct
// type, or different elements of one member.
func disjointFields(p, q []cil.Sel) bool {
	if inUnion(p) || inUnion(q) {
		return false
	}
	for i, s := range p {
		for j, t := range q {
			switch {
			case s.Field == nil || t.Field == nil || s.Field.Comp != t.Field.Comp:
			case s.Field != t.Field, samePath(p[i+1:], q[j+1:]) == Never:
				return true
			}
		}
	}
	return false
}

func inUnion(path []cil.Sel) bool {
	for _, s := range path {
		if s.Field != nil && s.Field.Comp.Union {
			return true
		}
	}
	return false
}

func inPacked(path []cil.Sel) bool {
	for _, s := range path {
		if s.Field != nil && s.Field.Comp.Packed {
			return true
		}
	}
	return false
}

// lastField returns the member that l's path ends with, or nil.
func lastField(l *cil.Lval) *cil.Field {
	if len(l.Path) == 0 {
		return nil
	}
	return l.Path[len(l.Path)-1].Field
}

func isBitField(f *cil.Field) bool { return f != nil && f.BitField }

// sameCellType reports whether a cell written with type a and read with type b gives
// the value converted from a to b: integers of one size, pointers, floats of one format.
func sameCellType(a, b cil.Type) bool {
	switch a := a.(type) {
	case *cil.IntType:
		b, ok := b.(*cil.IntType)
		return ok && a.Bytes == b.Bytes && (a.Kind == cil.Bool) == (b.Kind == cil.Bool)
	case *cil.PtrType:
		return cil.IsPointer(b)
	case *cil.FloatType:
		return cil.SameType(a, b)
	}
	return false
}

// Normal writes each lvalue that e reads behind the address of another one as a part of
// that: *&x is x.
func Normal(e cil.Expr) cil.Expr {
	return cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
		if n := normal(l); n != l {
			return &cil.Load{L: n}
		}
		return nil
	})
}

// normal writes an lvalue behind the address of an lvalue as a part of that: *&x is x,
// *(a+i) is a[i]. It returns l itself if there is nothing to do.
func normal(l *cil.Lval) *cil.Lval {
	for l.Base == nil {
		m, ok := pointee(l.Mem)
		if !ok {
			return l
		}
		l = &cil.Lval{Base: m.Base, Mem: m.Mem, Path: joinPath(m.Path, l.Path)}
	}
	return l
}

// pointee returns the lvalue that p is written as the address of.
func pointee(p cil.Expr) (*cil.Lval, bool) {
	elem := p.Type().(*cil.PtrType).Elem
	switch p := p.(type) {
	case *cil.AddrOf:
		return addressed(p, elem, intIndex(0))
	case *cil.Cast:
		if q, ok := cil.Enclosing(p.T, p.X); ok {
			return pointee(cil.WithoutPointerCasts(q)) // volatile or not, it's the same place
		}
	case *cil.Binary:
		if a, ok := p.X.(*cil.AddrOf); ok && p.Op == cil.PtrAdd && !cil.SameType(a.L.Type(), elem) {
			return addressed(a, elem, p.Y)
		}
	}
	return nil, false
}

// addressed returns the lvalue of type elem at the address a: a's own, or element i of
// it if a is the decay of an array.
func addressed(a *cil.AddrOf, elem cil.Type, i cil.Expr) (*cil.Lval, bool) {
	t := a.L.Type()
	if cil.SameType(t, elem) {
		return a.L, true
	}
	if arr, ok := t.(*cil.ArrayType); ok && cil.SameType(arr.Elem, elem) {
		return part(a.L, []cil.Sel{{Index: i}}), true
	}
	return nil, false
}

func intIndex(i int64) cil.Expr { return cil.IntConst(intType, i) }

// part returns the part of l at path.
func part(l *cil.Lval, path []cil.Sel) *cil.Lval { return l.Part(path...) }

func joinPath(a, b []cil.Sel) []cil.Sel { return append(a[:len(a):len(a)], b...) }
