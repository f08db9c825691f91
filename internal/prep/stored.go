package prep

import (
	"math/big"
	"slices"

	"hardbop/internal/cil"
)

// What others set while a loop waits is no value but one that the program stores there, where it is certain that it is only stored by name: in
// a static variable, or a member of one, whose address the program doesn't take. Who else runs, runs functions that the environment calls.

// maxStored bounds how many values are told apart.
const maxStored = 16

// stored lists the values that l may have whenever it is read, in the order of size; nil if that isn't known.
func (w *waiting) stored(l *cil.Lval) []*big.Int {
	v := l.Base
	if w.environment == "" || v == nil || v.Func != nil || !v.Static || v.Extern || v.Volatile || !whole(l) || !w.named(v) {
		return nil
	}
	first, ok := initial(v, l)
	if !ok {
		return nil
	}
	values := []*big.Int{first}
	for _, f := range w.prog.Funcs {
		for _, n := range f.Nodes {
			x, ok := storedIn(n.Instr, l)
			if !ok {
				return nil
			}
			if x != nil && !slices.ContainsFunc(values, func(y *big.Int) bool { return x.Cmp(y) == 0 }) {
				values = append(values, x)
			}
		}
	}
	if len(values) > maxStored {
		return nil
	}
	slices.SortFunc(values, (*big.Int).Cmp)
	return values
}

// whole reports whether l is an integer and no part of one.
func whole(l *cil.Lval) bool {
	if n := len(l.Path); n > 0 && l.Path[n-1].Field != nil && l.Path[n-1].Field.BitField {
		return false
	}
	return cil.IsInteger(l.Type())
}

// named reports whether v is changed by its name only: its address is used for nothing else, and no assembly changes all memory.
func (w *waiting) named(v *cil.Var) bool {
	if w.pointed == nil {
		w.pointed = addressed(w.prog)
		for _, f := range w.prog.Funcs {
			for _, n := range f.Nodes {
				_, clobbers := n.Instr.(*cil.Clobber)
				w.clobbered = w.clobbered || clobbers
			}
		}
	}
	return !w.clobbered && !w.pointed[v]
}

// storedIn returns the constant that in stores in l, nil for none; ok is false if it may store something else there.
func storedIn(in cil.Instr, l *cil.Lval) (x *big.Int, ok bool) {
	to := cil.Stored(in)
	if to == nil || to.Base != l.Base || apart(to, l) {
		return nil, true
	}
	switch in := in.(type) {
	case *cil.Havoc:
		return nil, ByOthers(in) && cil.EqualLval(to, l)
	case *cil.Assign:
		x, ok = cil.ConstValue(in.E)
		return x, ok && cil.EqualLval(to, l)
	}
	return nil, false
}

// apart reports whether a and b, in the same variable, are different members of a struct, or in such.
func apart(a, b *cil.Lval) bool {
	for i, s := range a.Path {
		if i == len(b.Path) || s.Field == nil || b.Path[i].Field == nil {
			return false
		}
		if s.Field != b.Path[i].Field {
			return !s.Field.Comp.Union
		}
	}
	return false
}

// initial returns the number that the initialiser of v has for l; ok is false if it isn't a number.
func initial(v *cil.Var, l *cil.Lval) (x *big.Int, ok bool) {
	if v.Init == nil {
		return new(big.Int), true
	}
	e := v.Init.Expr
	for _, part := range v.Init.Entries {
		at := &cil.Lval{Base: v, Path: part.Path}
		switch {
		case apart(at, l):
		case cil.EqualLval(at, l):
			e = part.Expr
		default:
			return nil, false
		}
	}
	if e == nil {
		return new(big.Int), true
	}
	return cil.ConstValue(e)
}

// oneOf says that l has one of the values; nil if there are none.
func (w *waiting) oneOf(l *cil.Lval, values []*big.Int) cil.Instr {
	t, ok := l.Type().(*cil.IntType)
	if !ok || len(values) == 0 {
		return nil
	}
	number := w.model.Int(cil.Int)
	var any cil.Expr
	for _, x := range values {
		is := cil.Expr(&cil.Binary{Op: cil.Eq, X: &cil.Load{L: l}, Y: &cil.Const{T: t, Val: x}, T: number})
		if any == nil {
			any = is
		} else {
			any = &cil.Binary{Op: cil.LOr, X: any, Y: is, T: number}
		}
	}
	return &cil.Assume{E: any}
}
