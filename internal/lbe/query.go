package lbe

import (
	"fmt"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// Pred is a predicate with the name of the Boolean variable that stands for it.
type Pred struct {
	Name string
	E    cil.Expr
	// Part says that the predicate is one of several of which exactly one holds.
	Part bool
}

// Query is the predicate abstraction query for a fragment (EDGEQUERY, section 4.2 of the
// paper): which values of the predicates Src at the fragment's start go with which values of
// Dst at its end. All its expressions speak of the state at the start. It is linear in the
// size of the fragment, and separates what is computed (Defs) from the ways through (Locations).
//
// It differs from the paper's in two points. The values of Dst are written with the values at
// the end instead of primed variables. And a point that only one edge without a condition
// leads to shares the location of the point before, as if both were in one basic block.
type Query struct {
	Fragment  *Fragment
	Defs      []Def
	Locations []Location // in topological order; the first is the start, the last the end
	Src, Dst  []Pred     // Dst as written at the start
	changed   []bool     // which of Dst have another value there than at the end

	nodes    []*cil.Node // by point
	in       [][]*way    // by point
	location []int       // by point
	leads    []bool      // by point: the end is reached from there
}

// Location is a point of a fragment: where it is reached, one of its edges was taken.
type Location struct {
	Point int // 0 is the start, then come the fragment's nodes, then the end
	In    []Step
}

// Step is an edge from an earlier location: it is taken if Guard holds (nil: always), and
// gives the variables of Phi their values.
type Step struct {
	From  int // index of the location
	Guard cil.Expr
	Phi   []Def
}

// NewQuery returns the query for a fragment. The names of src and dst are apart.
func NewQuery(frag *Fragment, sem Semantics, src, dst []Pred) *Query {
	s := newSSA(frag, sem)
	q := &Query{Src: src}
	for _, p := range dst {
		e := enc.Normal(s.resolve(p.E, s.end()))
		q.Dst = append(q.Dst, Pred{p.Name, e, p.Part})
		q.changed = append(q.changed, !cil.Equal(e, p.E))
	}
	q.finish(s, frag)
	return q
}

// finish takes over what is known of the fragment once all is named that is asked for.
func (q *Query) finish(s *ssa, frag *Fragment) {
	q.Fragment, q.nodes, q.in, q.location = frag, s.nodes, s.in, make([]int, len(s.nodes))
	q.Defs = s.defs
	q.locate(s)
}

// Empty reports whether syntax says that no run gets to the end.
func (q *Query) Empty() bool { return len(q.Locations[len(q.Locations)-1].In) == 0 }

// Free reports whether a way leads to the end that can always be taken.
func (q *Query) Free() bool {
	free := make([]bool, len(q.Locations))
	free[0] = true
	for i, l := range q.Locations {
		for _, st := range l.In {
			free[i] = free[i] || free[st.From] && st.Guard == nil
		}
	}
	return free[len(free)-1]
}

// Changed reports whether the k-th predicate of Dst may have another value at the end than
// at the start.
func (q *Query) Changed(k int) bool { return q.changed[k] }

// locate makes the locations of the points that the end can be reached from.
func (q *Query) locate(s *ssa) {
	leads := s.leadsToEnd()
	at := q.location
	q.leads = leads
	q.Locations = []Location{{}}
	for j := 1; j < len(s.nodes); j++ {
		if !leads[j] {
			continue
		}
		if in := s.in[j]; j != s.end() && len(in) == 1 && in[0].guard == nil {
			at[j] = at[in[0].from]
			continue
		}
		loc := Location{Point: j}
		for _, e := range s.in[j] {
			loc.In = append(loc.In, Step{From: at[e.from], Guard: e.guard, Phi: e.phi})
		}
		at[j] = len(q.Locations)
		q.Locations = append(q.Locations, loc)
	}
}

// leadsToEnd says of each point that is reached whether the end can be reached from it.
func (s *ssa) leadsToEnd() []bool {
	leads := make([]bool, len(s.nodes))
	leads[s.end()] = true
	for j := s.end(); j > 0; j-- {
		if leads[j] {
			for _, e := range s.in[j] {
				leads[e.from] = true
			}
		}
	}
	return leads
}

// Exprs lists all expressions of the query.
func (q *Query) Exprs() []cil.Expr {
	var all []cil.Expr
	for _, d := range q.Defs {
		all = append(all, cil.LoadVar(d.V), d.E)
	}
	for _, l := range q.Locations {
		for _, st := range l.In {
			if st.Guard != nil {
				all = append(all, st.Guard)
			}
			for _, d := range st.Phi {
				all = append(all, cil.LoadVar(d.V), d.E)
			}
		}
	}
	for _, p := range q.Src {
		all = append(all, p.E)
	}
	for _, p := range q.Dst {
		all = append(all, p.E)
	}
	return all
}

// Formula is a query as terms: the solutions of Conjuncts, in the order of the paper, with
// everything but Important projected away.
type Formula struct {
	Conjuncts []smt.Term
	Locations []smt.Term // Boolean variables, in topological order, without the start
	Important []smt.Term // Boolean variables: Src, then Dst
	// Side holds in every state.
	Side []smt.Term
	// Steps says for each location when each of its steps can be taken; by a variable for
	// each step, if that was asked for.
	Steps [][]smt.Term
}

// Formula writes the query as terms of e's factory f. With named, there is a variable for each
// step: where a location is reached, that of one of its steps is true.
func (q *Query) Formula(f *smt.Factory, e *enc.Encoder, named bool) *Formula {
	w := &formulaWriter{q: q, f: f, e: e, out: &Formula{Side: e.Side(q.Exprs()...)}}
	for _, d := range q.Defs {
		w.conjunct(w.def(d))
	}
	for i := range q.Locations[1:] {
		w.location(i+1, named)
	}
	w.predicates(q.Src)
	w.predicates(q.Dst)
	return w.out
}

type formulaWriter struct {
	q   *Query
	f   *smt.Factory
	e   *enc.Encoder
	out *Formula
}

func (w *formulaWriter) conjunct(t smt.Term) { w.out.Conjuncts = append(w.out.Conjuncts, t) }

func (w *formulaWriter) def(d Def) smt.Term {
	return w.f.Eq(w.e.Value(cil.LoadVar(d.V)), w.e.Value(d.E))
}

// reached is the variable of a location; the start is always reached.
func (w *formulaWriter) reached(i int) smt.Term {
	if i == 0 {
		return w.f.Bool(true)
	}
	return w.out.Locations[i-1]
}

// location adds R of location i, and that the end is reached.
func (w *formulaWriter) location(i int, named bool) {
	loc := w.q.Locations[i]
	b := w.f.Var(fmt.Sprintf("at!%d", loc.Point), w.f.BoolSort())
	w.out.Locations = append(w.out.Locations, b)
	ways := make([]smt.Term, len(loc.In))
	for k, st := range loc.In {
		ways[k] = w.step(st)
		if named && len(loc.In) > 1 {
			name := w.f.Var(fmt.Sprintf("at!%d by!%d", loc.Point, k), w.f.BoolSort())
			w.conjunct(w.f.Implies(name, ways[k]))
			ways[k] = name
		}
	}
	w.out.Steps = append(w.out.Steps, ways)
	w.conjunct(w.f.Implies(b, w.f.Or(ways...)))
	if i == len(w.q.Locations)-1 {
		w.conjunct(b)
	}
}

func (w *formulaWriter) step(st Step) smt.Term {
	all := []smt.Term{w.reached(st.From)}
	if st.Guard != nil {
		all = append(all, w.e.Bool(st.Guard))
	}
	for _, d := range st.Phi {
		all = append(all, w.def(d))
	}
	return w.f.And(all...)
}

func (w *formulaWriter) predicates(ps []Pred) {
	for _, p := range ps {
		b := w.f.Var(p.Name, w.f.BoolSort())
		w.out.Important = append(w.out.Important, b)
		w.conjunct(w.f.Iff(b, w.e.Bool(p.E)))
	}
}

// Pred is the k-th predicate of Src, or of Dst behind them.
func (q *Query) Pred(k int) Pred {
	if k < len(q.Src) {
		return q.Src[k]
	}
	return q.Dst[k-len(q.Src)]
}

// NodesAt lists the nodes of the locations, by index, that at accepts, and of the start.
func (q *Query) NodesAt(at func(location int) bool) []*cil.Node {
	var nodes []*cil.Node
	for p, n := range q.nodes[:len(q.nodes)-1] {
		i := q.location[p]
		if p == 0 || i == 0 && q.leads[p] || i > 0 && at(i) {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// Way lists the nodes of a run through the fragment from its start on, with the successor that
// each goes on to, given which steps can be taken in a solution of the formula. It is false if
// they don't lead back to the start.
func (q *Query) Way(taken func(location, step int) bool) (nodes []*cil.Node, successors []int, ok bool) {
	for at := len(q.nodes) - 1; at != 0; {
		in := q.in[at]
		if i := q.location[at]; q.Locations[i].Point == at && len(in) > 1 {
			k := 0
			for k < len(in) && !taken(i, k) {
				k++
			}
			in = in[k:]
		}
		if len(in) == 0 {
			return nil, nil, false
		}
		nodes, successors = append(nodes, q.nodes[in[0].from]), append(successors, in[0].k)
		at = in[0].from
	}
	slices.Reverse(nodes)
	slices.Reverse(successors)
	return nodes, successors, true
}
