package lbe

import (
	"fmt"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// Link is a part of what an activation of a function does: a fragment, or what is no part of
// fragments, a call above all.
type Link struct {
	Fragment *Fragment // nil for a node that is no part of fragments
	Node     *cil.Node // that node
}

// Func is the function that the link belongs to.
func (l Link) Func() *cil.Func {
	if l.Fragment != nil {
		return l.Fragment.From.Func
	}
	return l.Node.Func
}

// keeps reports whether a link without a fragment is known to leave the cell alone.
func (l Link) keeps(cell *cil.Lval) bool {
	v := cell.Base
	c, call := l.Node.Instr.(*cil.Call)
	return v != nil && v.Func != nil && !v.AddrTaken && !(call && c.Ret != nil && c.Ret.Base == v)
}

// Chain is the formula for all runs of an activation through a sequence of links, whichever
// ways they take through the fragments. It allows more than the program does: only the scalars in
// variables, and those that a few steps by such pointers lead to, have values that one link brings
// to the next; what they are at the start isn't known, nor that two names are of the same.
type Chain struct {
	// Parts has for each link what holds of it, a conjunction.
	Parts [][]smt.Term
	// Cells has for each link the variables that matter behind it, with the terms that stand
	// for their values there.
	Cells [][]Cell

	queries []*Query       // by link; nil without a fragment
	steps   [][][]smt.Term // by link
}

// Cell is a scalar variable, a member of one, or what a pointer leads to, and the term for its value at some point.
type Cell struct {
	L     *cil.Lval
	Value smt.Term
}

// NewChain returns the formula for the links, in terms of e's factory f.
func NewChain(links []Link, sem Semantics, f *smt.Factory, e *enc.Encoder) *Chain {
	n := len(links)
	w := &chainWriter{f: f, e: e, links: links, out: &Chain{Parts: make([][]smt.Term, n), Cells: make([][]Cell, n), queries: make([]*Query, n), steps: make([][][]smt.Term, n)}}
	w.read(sem)
	now := map[string]smt.Term{}
	for i := range links {
		now = w.link(i, now)
	}
	return w.out
}

// chainWriter makes a chain.
type chainWriter struct {
	f     *smt.Factory
	e     *enc.Encoder
	links []Link
	asked [][]*cil.Lval // by link, the cells that are read behind it
	ends  [][]cil.Expr  // by link with a fragment, what these hold there
	fresh int
	out   *Chain
}

// read finds what is read behind each link, from the last one back.
func (w *chainWriter) read(sem Semantics) {
	w.asked, w.ends = make([][]*cil.Lval, len(w.links)), make([][]cil.Expr, len(w.links))
	var after []*cil.Lval
	for i := len(w.links) - 1; i >= 0; i-- {
		w.asked[i] = after
		if frag := w.links[i].Fragment; frag != nil {
			w.out.queries[i], w.ends[i] = newLink(frag, sem, after)
			after = cellsIn(append(w.out.queries[i].Exprs(), w.ends[i]...))
			continue
		}
		var kept []*cil.Lval
		for _, l := range after {
			if w.links[i].keeps(l) {
				kept = append(kept, l)
			}
		}
		after = kept
	}
}

// newLink returns the query for a fragment without predicates, and what the cells hold at its
// end.
func newLink(frag *Fragment, sem Semantics, cells []*cil.Lval) (*Query, []cil.Expr) {
	s := newSSA(frag, sem)
	q := &Query{}
	var ends []cil.Expr
	for _, l := range cells {
		ends = append(ends, enc.Normal(s.resolve(&cil.Load{L: l}, s.end())))
	}
	q.finish(s, frag)
	return q, ends
}

// cellsIn lists the cells that the expressions read, each once.
func cellsIn(es []cil.Expr) []*cil.Lval {
	var all []*cil.Lval
	seen := map[string]bool{}
	for _, e := range es {
		cil.Walk(e, func(x cil.Expr) {
			l, ok := x.(*cil.Load)
			if !ok || !isCell(l.L, cellSteps) || seen[cellName(l.L)] {
				return
			}
			seen[cellName(l.L)] = true
			all = append(all, l.L)
		})
	}
	return all
}

// cellSteps is how many pointers are followed to a cell.
const cellSteps = 3

// isCell reports whether l is an integer or a pointer in a variable of the program, or where up to
// so many pointers in others lead.
func isCell(l *cil.Lval, steps int) bool {
	for _, s := range l.Path {
		if s.Field == nil {
			return false
		}
	}
	if !cil.IsInteger(l.Type()) && !cil.IsPointer(l.Type()) {
		return false
	}
	if l.Base != nil {
		return l.Base.Kind != cil.Ghost && l.Base.Kind != cil.Value
	}
	p, ok := l.Mem.(*cil.Load)
	return ok && steps > 0 && isCell(p.L, steps-1)
}

// cellName is different for different cells of one activation.
func cellName(l *cil.Lval) string {
	v := l
	for v.Base == nil {
		v = v.Mem.(*cil.Load).L
	}
	if v.Base.Func == nil {
		return "::" + cil.LvalString(l)
	}
	return cil.LvalString(l)
}

// link writes the i-th link, at the start of which the cells have the values in now, and
// returns those at its end.
func (w *chainWriter) link(i int, now map[string]smt.Term) map[string]smt.Term {
	next := map[string]smt.Term{}
	q := w.out.queries[i]
	if q == nil {
		for _, l := range w.asked[i] {
			v, ok := now[cellName(l)]
			if !ok || !w.links[i].keeps(l) {
				v = w.new(w.e.Value(&cil.Load{L: l}).Sort())
			}
			w.end(i, l, v, next)
		}
		return next
	}
	in := w.renamer(append(q.Exprs(), w.ends[i]...), now)
	form := q.Formula(w.f, w.e, false)
	for _, t := range append(append(form.Conjuncts, form.Side...), w.e.Side(w.ends[i]...)...) {
		w.out.Parts[i] = append(w.out.Parts[i], w.f.Map(t, in))
	}
	for _, names := range form.Steps {
		var ts []smt.Term
		for _, t := range names {
			ts = append(ts, w.f.Map(t, in))
		}
		w.out.steps[i] = append(w.out.steps[i], ts)
	}
	for k, l := range w.asked[i] {
		v := w.f.Map(w.e.Value(w.ends[i][k]), in)
		if v.Op() != smt.OpVar {
			name := w.new(v.Sort())
			w.out.Parts[i] = append(w.out.Parts[i], w.f.Eq(name, v))
			v = name
		}
		w.end(i, l, v, next)
	}
	return next
}

// end says that v is the value of l behind link i.
func (w *chainWriter) end(i int, l *cil.Lval, v smt.Term, next map[string]smt.Term) {
	next[cellName(l)] = v
	w.out.Cells[i] = append(w.out.Cells[i], Cell{l, v})
}

func (w *chainWriter) new(s smt.Sort) smt.Term {
	w.fresh++
	return w.f.Var(fmt.Sprintf("link!%d", w.fresh), s)
}

// renamer gives the cells that es read their values in now, and all else that terms about one
// link speak of a name of its own.
func (w *chainWriter) renamer(es []cil.Expr, now map[string]smt.Term) func(smt.Term) (smt.Term, bool) {
	values := map[smt.Term]smt.Term{}
	for _, l := range cellsIn(es) {
		if v, ok := now[cellName(l)]; ok {
			values[w.e.Value(&cil.Load{L: l})] = v
		}
	}
	return func(t smt.Term) (smt.Term, bool) {
		if v, ok := values[t]; ok {
			return v, true
		}
		if t.Op() != smt.OpVar && t.Op() != smt.OpApply {
			return t, false
		}
		values[t] = w.new(t.Sort())
		return values[t], true
	}
}

// Way is that of a model through the i-th link, whose fragment it must have: the nodes, and the
// successor that each goes on to.
func (c *Chain) Way(i int, holds func(smt.Term) bool) (nodes []*cil.Node, successors []int, ok bool) {
	return c.queries[i].Way(func(location, step int) bool { return holds(c.steps[i][location-1][step]) })
}
