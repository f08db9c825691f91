package enc

import (
	"math/big"

	"hardbop/internal/cil"
)

// intType is C's int, the type of truth values; it is the same in all data models.
var intType = &cil.IntType{Kind: cil.Int, Bits: 32, Bytes: 4, Signed: true}

// maxLeaves bounds the scalars that a struct assignment is split into.
const maxLeaves = 64

// WP returns the weakest precondition of phi under the assignment l = e: its value
// before the assignment is phi's value after it. Each read in phi that may be of l is
// split by cases over the equality of addresses (Morris' axiom); reads inside addresses
// come first, so that p->next->x under p->next = q is q->x.
//
// It returns false if phi may read memory that l overlaps in part or as another kind of
// type; then nothing is known of phi after the assignment.
func WP(l *cil.Lval, e cil.Expr, phi cil.Expr, al Alias) (cil.Expr, bool) {
	w := &writer{to: normal(l), part: func(path []cil.Sel) (cil.Expr, bool) { return selectPart(e, path) }, alias: al, ok: true}
	r := w.expr(phi)
	return r, w.ok
}

// ReadAfter returns the value of the scalar at l after something was assigned to the lvalue
// to: old is the value before, and part gives the scalar part at a path of what is assigned,
// the empty path if it is a scalar itself. The addresses of both lvalues are taken in the
// state that the result speaks of. It returns false where [WP] does.
func ReadAfter(to, l *cil.Lval, part func(path []cil.Sel) (cil.Expr, bool), old cil.Expr, al Alias) (cil.Expr, bool) {
	w := &writer{to: normal(to), part: part, alias: al, ok: true}
	r := w.read(normal(l), old)
	return r, w.ok
}

// Affected reports whether writing l may change the value of phi.
func Affected(l *cil.Lval, phi cil.Expr, al Alias) bool {
	l = normal(l)
	leaves, fine := scalarParts(l)
	found := false
	eachRead(phi, func(r *cil.Lval) {
		r = normal(r)
		if al.MayAlias(nil, l, r) == Never {
			return
		}
		hit := !fine
		for _, leaf := range leaves {
			hit = hit || al.MayAlias(nil, leaf, r) != Never
		}
		found = found || hit
	})
	return found
}

// writer computes values after an assignment in terms of the state before it.
type writer struct {
	to    *cil.Lval
	part  func(path []cil.Sel) (cil.Expr, bool) // of the value
	alias Alias
	ok    bool
}

// expr returns an expression whose value before the assignment is e's value after it.
// It returns e itself if they are the same.
func (w *writer) expr(e cil.Expr) cil.Expr {
	switch e := e.(type) {
	case *cil.Load:
		return w.load(e)
	case *cil.AddrOf:
		if l := w.lval(e.L); l != e.L {
			return &cil.AddrOf{L: l, T: e.T}
		}
	case *cil.Unary:
		if x := w.expr(e.X); x != e.X {
			return unary(e, x)
		}
	case *cil.Cast:
		if x := w.expr(e.X); x != e.X {
			return cil.MakeCast(e.T, x)
		}
	case *cil.Binary:
		x, y := w.expr(e.X), w.expr(e.Y)
		if x != e.X || y != e.Y {
			return cil.MakeBinary(e.Op, x, y, e.T)
		}
	case *cil.Cond:
		c, a, b := w.expr(e.C), w.expr(e.A), w.expr(e.B)
		if c != e.C || a != e.A || b != e.B {
			return cond(c, a, b)
		}
	}
	return e
}

func unary(e *cil.Unary, x cil.Expr) cil.Expr {
	if e.Op == cil.LogNot {
		return cil.Not(x)
	}
	return &cil.Unary{Op: e.Op, X: x, T: e.T}
}

// lval returns l with the value after the assignment of everything that its address
// depends on.
func (w *writer) lval(l *cil.Lval) *cil.Lval {
	r, changed := &cil.Lval{Base: l.Base, Path: l.Path}, false
	if l.Mem != nil {
		r.Mem = w.expr(l.Mem)
		changed = r.Mem != l.Mem
	}
	for i, s := range l.Path {
		if s.Index == nil {
			continue
		}
		if x := w.expr(s.Index); x != s.Index {
			r.Path = joinPath(nil, r.Path)
			r.Path[i].Index = x
			changed = true
		}
	}
	if !changed {
		return l
	}
	return r
}

func (w *writer) load(e *cil.Load) cil.Expr {
	if l := w.lval(e.L); l != e.L {
		return w.readSplit(l)
	}
	return w.read(normal(e.L), e)
}

// readSplit returns the value after the assignment at the address of l before it. An
// address that is a choice by cases gives a choice of reads.
func (w *writer) readSplit(l *cil.Lval) cil.Expr {
	if c, ok := l.Mem.(*cil.Cond); ok {
		return cond(c.C, w.readSplit(&cil.Lval{Mem: c.A, Path: l.Path}), w.readSplit(&cil.Lval{Mem: c.B, Path: l.Path}))
	}
	for i, s := range l.Path {
		if c, ok := s.Index.(*cil.Cond); ok {
			return cond(c.C, w.readSplit(withIndex(l, i, c.A)), w.readSplit(withIndex(l, i, c.B)))
		}
	}
	l = normal(l)
	return w.read(l, &cil.Load{L: l})
}

func withIndex(l *cil.Lval, i int, x cil.Expr) *cil.Lval {
	r := part(l, nil)
	r.Path = joinPath(nil, r.Path)
	r.Path[i].Index = x
	return r
}

// read returns the value after the assignment of the scalar at l, whose address is
// taken before the assignment; old reads it before.
func (w *writer) read(l *cil.Lval, old cil.Expr) cil.Expr {
	rel := w.alias.MayAlias(nil, w.to, l)
	switch {
	case rel == Never:
		return old
	case !cil.IsScalar(w.to.Type()):
		return w.readOfStruct(l, old)
	case rel == Overlap:
		return w.fail(old)
	case rel == Same:
		return w.partOfValue(nil, l, old)
	}
	return cond(sameAddress(w.to, l), w.partOfValue(nil, l, old), old)
}

func (w *writer) fail(e cil.Expr) cil.Expr {
	w.ok = false
	return e
}

// readOfStruct reads the scalar l after the assignment of a whole struct: by cases over
// the struct's scalar parts.
func (w *writer) readOfStruct(l *cil.Lval, old cil.Expr) cil.Expr {
	if path, ok := suffix(w.to, l); ok {
		return w.partOfValue(path, l, old)
	}
	leaves, fine := scalarParts(w.to)
	if !fine {
		return w.fail(old)
	}
	r := old
	for _, leaf := range leaves {
		path := leaf.Path[len(w.to.Path):]
		switch w.alias.MayAlias(nil, leaf, l) {
		case Same:
			return w.partOfValue(path, l, old)
		case May:
			r = cond(sameAddress(leaf, l), w.partOfValue(path, l, old), r)
		case Overlap:
			return w.fail(r)
		}
	}
	return r
}

// partOfValue returns the part at path of what is assigned, as read through l.
func (w *writer) partOfValue(path []cil.Sel, l *cil.Lval, old cil.Expr) cil.Expr {
	v, ok := w.part(path)
	if !ok {
		return w.fail(old)
	}
	return Stored(v, l)
}

// selectPart returns the part at path of the value e. It returns false if e has no such part
// that an expression can say.
func selectPart(e cil.Expr, path []cil.Sel) (cil.Expr, bool) {
	if len(path) == 0 {
		return e, true
	}
	switch e := e.(type) {
	case *cil.Load:
		return &cil.Load{L: part(e.L, path)}, true
	case *cil.Cond:
		a, ok1 := selectPart(e.A, path)
		b, ok2 := selectPart(e.B, path)
		return cond(e.C, a, b), ok1 && ok2
	}
	return nil, false
}

// suffix returns the path from whole to l if l is written as a part of whole.
func suffix(whole, l *cil.Lval) ([]cil.Sel, bool) {
	n := len(whole.Path)
	if len(l.Path) < n {
		return nil, false
	}
	head := &cil.Lval{Base: l.Base, Mem: l.Mem, Path: l.Path[:n]}
	return l.Path[n:], cil.EqualLval(whole, head)
}

// Stored returns the value that l has after v was written to it: converted to l's type
// and cut to the width of a bit-field.
func Stored(v cil.Expr, l *cil.Lval) cil.Expr {
	if f := lastField(l); isBitField(f) {
		return narrow(v, f)
	}
	if cil.SameType(v.Type(), l.Type()) {
		return v
	}
	return cil.MakeCast(l.Type(), v)
}

// narrow returns the value of the bit-field f after v was assigned to it.
func narrow(v cil.Expr, f *cil.Field) cil.Expr {
	t := f.Type.(*cil.IntType)
	if t.Kind == cil.Bool || f.BitLen == t.Bits {
		return v
	}
	field := &cil.IntType{Bits: f.BitLen, Signed: t.Signed, Kind: t.Kind, Bytes: t.Bytes}
	if c, ok := cil.ConstValue(v); ok {
		return &cil.Const{T: t, Val: field.Wrap(c)}
	}
	mask := new(big.Int).Lsh(big.NewInt(1), uint(f.BitLen))
	mask.Sub(mask, big.NewInt(1))
	low := cil.MakeBinary(cil.BitAnd, v, &cil.Const{T: t, Val: mask}, t)
	if !t.Signed {
		return low
	}
	max := &cil.Const{T: t, Val: field.Max()}
	// The subtraction is split so that no constant leaves the type: low - mask - 1.
	less := cil.MakeBinary(cil.Sub, cil.MakeBinary(cil.Sub, low, &cil.Const{T: t, Val: mask}, t), cil.IntConst(t, 1), t)
	return cond(cil.MakeBinary(cil.Gt, low, max, intType), less, low)
}

// cond returns c ? a : b, or the one that is sure to be chosen.
func cond(c, a, b cil.Expr) cil.Expr { return cil.MakeCond(c, a, b, a.Type()) }

// sameAddress returns the condition under which a and b, which are the same cell or
// disjoint, are the same cell.
func sameAddress(a, b *cil.Lval) cil.Expr {
	if isBitField(lastField(a)) {
		return sameAddress(container(a), container(b))
	}
	if c, ok := sameIndex(a, b); ok {
		return c
	}
	if a.Mem != nil && b.Mem != nil && equalPath(a.Path, b.Path) && cil.SameType(a.Mem.Type(), b.Mem.Type()) {
		return cil.MakeBinary(cil.Eq, a.Mem, b.Mem, intType)
	}
	t := &cil.PtrType{Elem: a.Type()}
	return cil.MakeBinary(cil.Eq, addrOf(a, t), addrOf(b, t), intType)
}

// container returns the struct that the member l lies in.
func container(l *cil.Lval) *cil.Lval {
	return &cil.Lval{Base: l.Base, Mem: l.Mem, Path: l.Path[:len(l.Path)-1]}
}

// addrOf returns the address of l as a pointer of type t.
func addrOf(l *cil.Lval, t *cil.PtrType) cil.Expr {
	var a cil.Expr
	if l.Mem != nil && len(l.Path) == 0 {
		a = l.Mem
	} else {
		a = &cil.AddrOf{L: l, T: &cil.PtrType{Elem: l.Type()}}
	}
	if cil.SameType(a.Type(), t) {
		return a
	}
	return cil.MakeCast(t, a)
}

// sameIndex returns the condition for lvalues whose text differs in one index.
func sameIndex(a, b *cil.Lval) (cil.Expr, bool) {
	at := -1
	if len(a.Path) != len(b.Path) {
		return nil, false
	}
	for k := range a.Path {
		i, j := a.Path[k].Index, b.Path[k].Index
		if i != nil && j != nil && !cil.Equal(i, j) {
			if at >= 0 {
				return nil, false
			}
			at = k
		}
	}
	if at < 0 || !cil.EqualLval(withIndex(a, at, intIndex(0)), withIndex(b, at, intIndex(0))) {
		return nil, false
	}
	i, j := cil.MakeCast(cil.Math, a.Path[at].Index), cil.MakeCast(cil.Math, b.Path[at].Index)
	return cil.MakeBinary(cil.Eq, i, j, intType), true
}

func equalPath(p, q []cil.Sel) bool {
	if len(p) != len(q) {
		return false
	}
	for k := range p {
		if p[k].Field != q[k].Field || p[k].Field == nil && !cil.Equal(p[k].Index, q[k].Index) {
			return false
		}
	}
	return true
}

// scalarParts lists the scalar parts of l, unions included. It returns false if there
// are too many or their number isn't known.
func scalarParts(l *cil.Lval) ([]*cil.Lval, bool) { return cil.ScalarParts(l, maxLeaves) }

// eachRead calls f for every lvalue that e reads, those in addresses included.
func eachRead(e cil.Expr, f func(*cil.Lval)) {
	cil.Walk(e, func(x cil.Expr) {
		if ld, ok := x.(*cil.Load); ok {
			f(ld.L)
		}
	})
}
