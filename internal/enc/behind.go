package enc

import (
	"slices"

	"hardbop/internal/cil"
)

// endsStruct reports whether a is the address of l, an array at the end of the struct that it is in,
// or of an element: what lies before isn't changed by bytes that are written there (A5).
func endsStruct(a cil.Expr, l *cil.Lval) bool {
	if _, ok := l.Type().(*cil.ArrayType); !ok || len(l.Path) == 0 {
		return false
	}
	for _, s := range l.Path {
		if s.Field == nil || s.Field.Comp.Union || s.Field != s.Field.Comp.Fields[len(s.Field.Comp.Fields)-1] {
			return false
		}
	}
	at, ok := withoutCasts(a).(*cil.AddrOf)
	return ok && !slices.ContainsFunc(at.L.Path[len(l.Path):], func(s cil.Sel) bool {
		i, ok := cil.ConstValue(s.Index)
		return ok && i.Sign() < 0
	})
}

// fromArray returns what bytes that are written to l, an array at the end of a struct, may change: its
// elements, and what follows the struct in its object.
func fromArray(l *cil.Lval) []*cil.Lval {
	t := l.Type().(*cil.ArrayType)
	behind := &cil.Lval{Mem: &cil.Cast{T: &cil.PtrType{Elem: &cil.ArrayType{Elem: t.Elem, Len: cil.AndBehind}}, X: cil.MakeAddr(l)}}
	switch {
	case t.Len <= 0:
		return []*cil.Lval{behind}
	case l.Base != nil:
		return []*cil.Lval{l}
	}
	return []*cil.Lval{l, behind}
}

// arrayOf returns the array at the end of a struct from which l goes on behind it; nil for other lvalues.
func arrayOf(l *cil.Lval) *cil.Lval {
	c, ok := l.Mem.(*cil.Cast)
	if !ok || len(l.Path) > 0 {
		return nil
	}
	if a, ok := l.Type().(*cil.ArrayType); !ok || a.Len != cil.AndBehind {
		return nil
	}
	at, ok := c.X.(*cil.AddrOf)
	if !ok {
		return nil
	}
	return at.L
}

// beforeArray is [sameRoot] where one of a and b goes on behind the array x or y: other members of the
// structs which that is at the end of are before it. Nothing else is known.
func beforeArray(x, y, a, b *cil.Lval) (Relation, bool) {
	if x != nil && y != nil {
		return 0, false
	}
	if x == nil {
		x, b = y, a
	}
	if x.Mem != nil && b.Mem != nil && cil.Equal(x.Mem, b.Mem) && samePath(x.Path, b.Path) == Never {
		return Never, true
	}
	return 0, false
}
