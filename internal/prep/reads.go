package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// What a function reads is told in terms of its parameters and of globals, so that who calls it can say what that is. What can't be said so
// is known by its place only: it is dark.

// reader is a function, and what of it counts.
type reader struct {
	f    *cil.Func
	what access
}

// access is a kind of access to memory.
type access int

const (
	reading access = iota
	readingAnew
	storing
)

// readSet is what a function reads.
type readSet struct {
	lvals []*cil.Lval // over its parameters and globals, with what it calls
	dark  []awaited   // by other ways, without what it calls
	in    map[string]bool
}

// readsOf is what a function reads.
func (w *waiting) readsOf(of reader) *readSet {
	if out, ok := w.reads[of]; ok {
		return out
	}
	out := &readSet{in: map[string]bool{}}
	w.reads[of] = out // for recursion, which reads nothing else
	for _, n := range of.f.Nodes {
		for _, l := range of.what.at(n) {
			w.add(out, n, l)
		}
		for _, g := range w.callees(n) {
			w.addCallee(out, n, reader{g, of.what})
		}
	}
	return out
}

// darkReads lists what a function accesses by other ways than its parameters and globals, or what it calls does.
func (w *waiting) darkReads(of reader) []awaited {
	var list []awaited
	for _, g := range w.calledFrom(of.f) {
		list = append(list, w.readsOf(reader{g, of.what}).dark...)
	}
	return list
}

// at lists what n accesses in memory.
func (a access) at(n *cil.Node) []*cil.Lval {
	var list []*cil.Lval
	add := func(l *cil.Lval) {
		if l.Base == nil || l.Base.Func == nil {
			list = append(list, scalars(l)...)
		}
	}
	to := cil.Stored(n.Instr)
	switch {
	case a == storing:
		if to != nil {
			add(to)
		}
	case a == reading:
		cil.EachExpr(n.Instr, func(e cil.Expr) {
			eachRead(e, func(l *cil.Lval) {
				if l != to {
					add(l)
				}
			})
		})
	case readsAnew(n):
		add(n.Instr.(*cil.Havoc).Of)
	}
	return list
}

// eachRead calls visit with the lvalues that e reads.
func eachRead(e cil.Expr, visit func(*cil.Lval)) {
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok {
			visit(l.L)
		}
	})
}

// maxScalars bounds the parts of a struct that are looked at.
const maxScalars = 64

// scalars lists the numbers and pointers in l, but for those in unions and arrays.
func scalars(l *cil.Lval) []*cil.Lval {
	if cil.IsScalar(l.Type()) {
		return []*cil.Lval{l}
	}
	var list []*cil.Lval
	if c, ok := l.Type().(*cil.CompType); ok && !c.Union {
		for _, f := range c.Fields {
			if len(list) < maxScalars {
				list = append(list, scalars(&cil.Lval{Base: l.Base, Mem: l.Mem, Path: append(slices.Clone(l.Path), cil.Sel{Field: f})})...)
			}
		}
	}
	return list
}

// add adds an access to l at n.
func (w *waiting) add(r *readSet, n *cil.Node, l *cil.Lval) {
	over := w.over(l, n.Func)
	if over == nil {
		r.dark = append(r.dark, awaited{at: n, l: l, name: nameOf(l), inner: true})
		return
	}
	if key := cil.LvalString(over); !r.in[key] {
		r.in[key] = true
		r.lvals = append(r.lvals, over)
	}
}

// addCallee adds what the function of accesses that is called at n.
func (w *waiting) addCallee(r *readSet, n *cil.Node, of reader) {
	for _, l := range slices.Clone(w.readsOf(of).lvals) {
		if at := w.passed(n.Instr.(*cil.Call), of.f, l); at != nil {
			w.add(r, n, at)
		} else {
			r.dark = append(r.dark, awaited{at: of.f.Entry.Succs[0], l: l, name: nameOf(l), inner: true})
		}
	}
}

// maxDefinitions bounds how many variables stand for others.
const maxDefinitions = 8

// over is the lvalue l in f over its parameters and globals; nil if it can't be said so.
func (w *waiting) over(l *cil.Lval, f *cil.Func) *cil.Lval {
	if r, ok := w.exprOver(&cil.Load{L: l}, f, maxDefinitions).(*cil.Load); ok {
		return w.direct(r.L)
	}
	return nil
}

// exprOver is [waiting.over] for an expression.
func (w *waiting) exprOver(e cil.Expr, f *cil.Func, depth int) cil.Expr {
	known := true
	e = cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
		v := l.Base
		if v == nil || v.Func == nil || slices.Contains(f.Formals, v) && !v.AddrTaken && !isSet(f, v) {
			return nil
		}
		var is cil.Expr
		if def := w.definition(f, v); def != nil && depth > 0 {
			is = w.exprOver(def, f, depth-1)
		}
		known = known && is != nil
		return is
	})
	if !known {
		return nil
	}
	return e
}

// definition is what f sets the local variable v to, if it does so in one place, and doesn't change what that depends on; else nil.
func (w *waiting) definition(f *cil.Func, v *cil.Var) cil.Expr {
	if v.AddrTaken || slices.Contains(f.Formals, v) {
		return nil
	}
	var e cil.Expr
	for _, n := range f.Nodes {
		if !stores(n.Instr, v) {
			continue
		}
		a, ok := n.Instr.(*cil.Assign)
		if !ok || e != nil || !a.L.IsVar(v) || w.mayChange(f, a.E) {
			return nil
		}
		e = a.E
	}
	return e
}

// mayChange reports whether f may change memory that e depends on.
func (w *waiting) mayChange(f *cil.Func, e cil.Expr) bool {
	found := false
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok {
			found = found || (l.L.Base == nil || l.L.Base.Func == nil) && w.changesOf(f).meets(nameOf(l.L))
		}
	})
	return found
}
