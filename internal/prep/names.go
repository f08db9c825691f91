package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// name stands for memory wherever it is: a member or a type, of the variable base if it isn't nil.
type name struct {
	base *cil.Var
	of   any // a *cil.Field, or the text of a type
}

func nameOf(l *cil.Lval) name {
	for _, s := range slices.Backward(l.Path) {
		if s.Field != nil {
			return name{l.Base, s.Field}
		}
	}
	t := l.Type()
	for {
		a, ok := t.(*cil.ArrayType)
		if !ok {
			return name{l.Base, t.String()}
		}
		t = a.Elem
	}
}

// names is a set of them.
type names struct {
	list  []name
	in    map[name]bool
	other map[any]bool // those that begin at a pointer
	some  map[any]bool // all, without their variables
}

func newNames() *names {
	return &names{in: map[name]bool{}, other: map[any]bool{}, some: map[any]bool{}}
}

func (s *names) add(n name) {
	if s.in[n] {
		return
	}
	s.list = append(s.list, n)
	s.in[n], s.some[n.of] = true, true
	if n.base == nil {
		s.other[n.of] = true
	}
}

// meets reports whether n may be the same memory as one of the set.
func (s *names) meets(n name) bool {
	if n.base == nil {
		return s.some[n.of]
	}
	return s.in[n] || s.other[n.of]
}

// changedIn lists what the loop's statements, and the functions that they call, may change.
func (w *waiting) changedIn(l loop, f *cil.Func) *names {
	out := newNames()
	for _, n := range f.Nodes {
		if l[n] {
			w.addChanges(out, n)
		}
	}
	return out
}

// addChanges adds what the statement at n may change.
func (w *waiting) addChanges(out *names, n *cil.Node) {
	if l := cil.Stored(n.Instr); l != nil {
		out.add(nameOf(l))
	}
	for _, g := range w.callees(n) {
		for _, x := range w.changesOf(g).list {
			out.add(x)
		}
	}
}

// changesOf is what f and the functions that it calls may change.
func (w *waiting) changesOf(f *cil.Func) *names {
	if out, ok := w.changes[f]; ok {
		return out
	}
	out := newNames()
	w.changes[f] = out // for recursion, which adds to it
	for _, n := range f.Nodes {
		w.addChanges(out, n)
	}
	return out
}

// passed is the lvalue l over the parameters of f in the terms of who calls it by c; nil if it can't say it.
func (w *waiting) passed(c *cil.Call, f *cil.Func, l *cil.Lval) *cil.Lval {
	formals, known := f.Formals, true
	e := cil.SubstLval(&cil.Load{L: l}, func(l *cil.Lval) cil.Expr {
		i := slices.Index(formals, l.Base)
		switch {
		case l.Base == nil || l.Base.Func == nil:
			return nil
		case i < 0 || i >= len(c.Args) || len(l.Path) > 0:
			known = false
			return nil
		}
		return c.Args[i]
	})
	if r, ok := e.(*cil.Load); ok && known {
		return w.direct(r.L)
	}
	return nil
}

// direct is l without the address of a variable that it goes through.
func (w *waiting) direct(l *cil.Lval) *cil.Lval {
	if l.Mem == nil {
		return l
	}
	at := w.model.Deref(l.Mem)
	return &cil.Lval{Base: at.Base, Mem: at.Mem, Path: slices.Concat(at.Path, l.Path)}
}

// isSet reports whether f sets the variable v.
func isSet(f *cil.Func, v *cil.Var) bool {
	return slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { return stores(n.Instr, v) })
}
