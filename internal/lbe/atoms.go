package lbe

import "hardbop/internal/cil"

// maxAtom bounds the nodes of an atom.
const maxAtom = 40

// Atoms lists the comparisons that decide the branches of the fragment, each once (a comparison
// and its negation are one), as they look at its start: the atoms of the branches' weakest preconditions. Those that depend on
// which way was taken, or on an arbitrary value, have no such form and are left out.
func (q *Query) Atoms() []cil.Expr {
	w := &atomWriter{defs: map[*cil.Var]cil.Expr{}, seen: map[string]bool{}}
	for _, d := range q.Defs {
		w.defs[d.V] = d.E
	}
	for _, l := range q.Locations {
		for _, st := range l.In {
			if st.Guard != nil {
				w.add(st.Guard)
			}
		}
	}
	return w.atoms
}

type atomWriter struct {
	defs  map[*cil.Var]cil.Expr
	seen  map[string]bool
	atoms []cil.Expr
}

// add takes the connectives of e apart.
func (w *atomWriter) add(e cil.Expr) {
	switch e := e.(type) {
	case *cil.Unary:
		if e.Op == cil.LogNot {
			w.add(e.X)
			return
		}
	case *cil.Binary:
		switch {
		case e.Op == cil.LAnd || e.Op == cil.LOr:
			w.add(e.X)
			w.add(e.Y)
			return
		case e.Op.IsCompare():
			w.atom(e)
			return
		}
	case *cil.Cond:
		w.add(e.C)
		w.add(e.A)
		w.add(e.B)
		return
	}
	if cil.IsScalar(e.Type()) {
		w.atom(cil.Not(e))
	}
}

// atom adds a comparison, written over the start of the fragment, if it can be.
func (w *atomWriter) atom(e cil.Expr) {
	e, ok := w.expand(e, 0)
	if !ok {
		return
	}
	if _, constant := cil.ConstValue(e); constant {
		return
	}
	e = positive(e)
	if text := cil.ExprString(e); !w.seen[text] {
		w.seen[text] = true
		w.atoms = append(w.atoms, e)
	}
}

// positive returns which of a comparison and its negation stands for both.
func positive(e cil.Expr) cil.Expr {
	if b, ok := e.(*cil.Binary); ok && (b.Op == cil.Ne || b.Op == cil.Gt || b.Op == cil.Ge) {
		if n, ok := cil.Not(e).(*cil.Binary); ok {
			return n
		}
	}
	return e
}

// expand replaces names by what they stand for. It is false if e then is too large, or has a
// name that stands for nothing.
func (w *atomWriter) expand(e cil.Expr, depth int) (cil.Expr, bool) {
	ok := depth < maxAtom
	out := cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
		if l.Base == nil || l.Base.Kind != cil.Value && (l.Base.Kind != cil.Ghost || l.Base.Func != nil) {
			return nil
		}
		d := w.defs[l.Base]
		if d == nil || !ok {
			ok = false
			return nil
		}
		x, fine := w.expand(d, depth+1)
		ok = ok && fine
		return x
	})
	size := 0
	cil.Walk(out, func(cil.Expr) { size++ })
	return out, ok && size <= maxAtom
}
