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
	if g := calleeAt(n); g != nil && g.HasBody() {
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

// readSet is what a function reads, with those that it calls.
type readSet struct {
	lvals []*cil.Lval // over its parameters and globals
	dark  *names      // by other ways
}

// reader is a function, and whether only what it reads anew counts.
type reader struct {
	f    *cil.Func
	anew bool
}

// readsOf is what a function reads.
func (w *waiting) readsOf(of reader) *readSet {
	if out, ok := w.reads[of]; ok {
		return out
	}
	f, out := of.f, &readSet{dark: newNames()}
	w.reads[of] = out // for recursion, which reads nothing else
	for _, n := range f.Nodes {
		switch {
		case !of.anew:
			out.addAll(f, n)
		case readsAnew(n):
			out.add(f, n.Instr.(*cil.Havoc).Of)
		}
		if g := calleeAt(n); g != nil && g.HasBody() {
			w.addReads(out, of, n.Instr.(*cil.Call))
		}
	}
	return out
}

// addAll adds the reads of memory at n in f.
func (r *readSet) addAll(f *cil.Func, n *cil.Node) {
	cil.EachExpr(n.Instr, func(e cil.Expr) {
		cil.Walk(e, func(x cil.Expr) {
			if l, ok := x.(*cil.Load); ok && (l.L.Base == nil || l.L.Base.Func == nil) && cil.IsScalar(l.L.Type()) {
				r.add(f, l.L)
			}
		})
	})
}

// add adds a read of l in f.
func (r *readSet) add(f *cil.Func, l *cil.Lval) {
	for _, v := range cil.Vars(&cil.Load{L: l}) {
		if v.Func != nil && (!slices.Contains(f.Formals, v) || v.AddrTaken || isSet(f, v)) {
			r.dark.add(nameOf(l))
			return
		}
	}
	r.lvals = append(r.lvals, l)
}

// addReads adds what the callee of c reads, which the reader calls.
func (w *waiting) addReads(r *readSet, of reader, c *cil.Call) {
	inner := w.readsOf(reader{c.Callee(), of.anew})
	for _, l := range slices.Clone(inner.lvals) {
		if at := w.passed(c, l); at != nil {
			r.add(of.f, at)
		} else {
			r.dark.add(nameOf(l))
		}
	}
	for _, x := range slices.Clone(inner.dark.list) {
		r.dark.add(x)
	}
}

// passed is the lvalue l over the parameters of c's callee in the terms of who calls it; nil if it can't say it.
func (w *waiting) passed(c *cil.Call, l *cil.Lval) *cil.Lval {
	formals, known := c.Callee().Formals, true
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
	r, ok := e.(*cil.Load)
	if !ok || !known {
		return nil
	}
	if r.L.Mem == nil {
		return r.L
	}
	at := w.model.Deref(r.L.Mem)
	return &cil.Lval{Base: at.Base, Mem: at.Mem, Path: slices.Concat(at.Path, r.L.Path)}
}

// isSet reports whether f sets the variable v.
func isSet(f *cil.Func, v *cil.Var) bool {
	return slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { return stores(n.Instr, v) })
}
