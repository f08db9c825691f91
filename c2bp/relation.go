package c2bp

import (
	"context"
	"fmt"
	"slices"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/lbe"
	"hardbop/internal/paq"
	"hardbop/internal/smt"
)

// Group is a group of relations. Answers about one may depend on what was asked about the others,
// and on nothing else.
type Group interface {
	// Relation begins questions about a fragment.
	Relation(q *lbe.Query, followed []Followed) Relation
	// Close gives back what the prover keeps for all relations of the group, until one is
	// asked again.
	Close()
}

// Relation is what a fragment does to the predicates of its query, found piece by piece.
type Relation interface {
	// Within says which states at the start Grow looks at: a formula over Boolean variables
	// of the Boolean program.
	Within(states *boolprog.Expr)
	// Grow adds what follows the states, in up to limit rows in all, and reports whether it
	// added anything.
	Grow(limit int) bool
	// Rows lists what was added. It returns false if the relation couldn't be found; then all
	// must be allowed.
	Rows() ([]Row, bool)
	// Whole is the whole relation, whatever Rows are, as a diagram over the predicates: Src, then
	// Dst; nil if only Rows are known.
	Whole() *paq.Answer
	// Queries is how often the last Grow asked the prover.
	Queries() int
}

// Row is a set of pairs of states of a relation: before and after a fragment.
type Row struct {
	Values []bool // of Src, then of Dst
	// Kept says which of the things that are followed the fragment doesn't look at here:
	// whatever they are at the start, they are the same at the end. Their Values mean nothing.
	Kept []bool
}

// Followed are the predicates of one thing that is followed.
type Followed struct {
	Src, Dst []int // indices into the predicates: Src, then Dst
	// InRange says that one of the predicates at the end holds, if there are several: the
	// value that they are about is in the range of its type, as no signed overflow happens.
	InRange bool
	// Touches reports whether a node may read or change it; nil if it depends on other things
	// that are followed.
	Touches func(*cil.Node) bool
}

// relationRows bounds the rows of a relation.
const relationRows = 1 << 12

// The limits of one question about a fragment: in the prover's steps, at first and after
// diagrams have failed, and in steps and nodes of diagrams.
const (
	firstLimit    = 2_000_000
	relationLimit = 20_000_000
	briefDiagrams = 300_000
	diagramSteps  = 3_000_000
	diagramNodes  = 1_000_000
)

// solverRelation finds a relation by enumerating the models of a query, restricted to the
// predicates (AllSAT, section 4.3 of the paper). What the way of a model through the fragment
// doesn't touch is left open: all models that differ in nothing else are one row. Where a
// question is hard for the prover, linear decision diagrams are tried, by counted steps: it is
// as if both worked side by side, and which of them answers doesn't depend on the time.
type solverRelation struct {
	g        *solverGroup
	p        *solverProver
	f        *smt.Factory
	query    *lbe.Query
	followed []Followed
	form     *lbe.Formula
	solver   smt.Solver // nil before the first question
	within   smt.Term
	rows     []Row
	ruledOut []smt.Term // by the rows
	touched  map[*cil.Node][]bool
	whole    *paq.Answer
	pressed  int // how often diagrams have failed; from the first time on the prover has its full limit
	gaveUp   bool
	queries  int
}

// solverGroup is a Group whose solvers share a context of the prover's: to make one takes longer
// than many a question.
type solverGroup struct {
	p       *solverProver
	backend smt.Backend       // nil before the first question
	open    []*solverRelation // those that have a solver
}

// Group implements Prover.
func (p *solverProver) Group() Group { return &solverGroup{p: p} }

// Relation implements Group.
func (g *solverGroup) Relation(q *lbe.Query, followed []Followed) Relation {
	f := g.p.backend.Factory()
	return &solverRelation{g: g, p: g.p, f: f, query: q, followed: followed, within: f.Bool(true), touched: map[*cil.Node][]bool{}}
}

// newSolver returns a solver of the group.
func (g *solverGroup) newSolver() smt.Solver {
	if g.backend == nil {
		g.backend = g.p.backend.Branch()
	}
	return g.backend.NewSolver(smt.Simple)
}

// Close implements Group.
func (g *solverGroup) Close() {
	if g.backend == nil {
		return
	}
	for _, r := range g.open {
		r.close()
	}
	g.open = nil
	g.backend.Close()
	g.backend = nil
}

// open makes the solver.
func (r *solverRelation) open() {
	if r.solver != nil {
		return
	}
	if r.form == nil {
		r.form = r.query.Formula(r.f, r.p.enc, true)
	}
	r.solver = r.g.newSolver()
	r.g.open = append(r.g.open, r)
	r.solver.SetLimit(firstLimit)
	if r.pressed > 0 {
		r.solver.SetLimit(relationLimit)
	}
	for _, t := range slices.Concat(r.form.Conjuncts, r.form.Side, r.ruledOut) {
		r.solver.Assert(t)
	}
	for _, th := range r.followed {
		if th.InRange && r.isPart(th.Dst) {
			r.solver.Assert(r.f.Or(r.important(th.Dst)...))
		}
	}
}

// important lists the variables of predicates.
func (r *solverRelation) important(of []int) []smt.Term {
	var all []smt.Term
	for _, i := range of {
		all = append(all, r.form.Important[i])
	}
	return all
}

// isPart reports whether of the predicates one holds, at most.
func (r *solverRelation) isPart(of []int) bool { return len(of) > 0 && r.query.Pred(of[0]).Part }

// Way implements Prover: it finds a run through a fragment between states of the predicates.
func (p *solverProver) Way(q *lbe.Query, holds func(name string) bool) ([]*cil.Node, []int, bool) {
	f := p.backend.Factory()
	form := q.Formula(f, p.enc, false)
	s := p.backend.NewSolver(smt.Fresh)
	defer s.Close()
	s.SetLimit(relationLimit)
	for _, t := range append(form.Conjuncts, form.Side...) {
		s.Assert(t)
	}
	for i, ps := range append(append([]lbe.Pred(nil), q.Src...), q.Dst...) {
		s.Assert(f.Iff(form.Important[i], f.Bool(holds(ps.Name))))
	}
	if s.Check().Status != smt.Sat {
		return nil, nil, false
	}
	m := s.Model()
	if m == nil {
		return nil, nil, false
	}
	in := smt.NewEvaluator(f, m)
	return q.Way(func(location, step int) bool { return in.Holds(form.Steps[location-1][step]) })
}

// Cover implements Prover. Where a location can be reached with the values of a run to the
// end, that run passes it: the sides of branches exclude each other.
func (p *solverProver) Cover(q *lbe.Query, states *boolprog.Expr) []*cil.Node {
	f := p.backend.Factory()
	form := q.Formula(f, p.enc, false)
	s := p.backend.NewSolver(smt.Apart)
	defer s.Close()
	s.SetLimit(firstLimit)
	for _, t := range append(append(form.Conjuncts, form.Side...), termOf(f, states)) {
		s.Assert(t)
	}
	open := slices.Clone(form.Locations)
	seen := map[smt.Term]bool{}
	for len(open) > 0 {
		switch s.CheckAssuming([]smt.Term{f.Or(open...)}).Status {
		case smt.Unsat:
			return q.NodesAt(func(i int) bool { return seen[form.Locations[i-1]] })
		case smt.Unknown:
			return q.NodesAt(func(int) bool { return true })
		}
		values, _ := s.Bools(open)
		before := len(open)
		for i, l := range open {
			if values[i] {
				seen[l] = true
			}
		}
		open = slices.DeleteFunc(open, func(l smt.Term) bool { return seen[l] })
		if len(open) == before {
			return q.NodesAt(func(int) bool { return true })
		}
	}
	return q.NodesAt(func(int) bool { return true })
}

// Within implements Relation.
func (r *solverRelation) Within(states *boolprog.Expr) { r.within = termOf(r.f, states) }

// Grow implements Relation.
func (r *solverRelation) Grow(limit int) bool {
	r.queries = 0
	if len(r.followed) == 0 && r.query.Free() {
		grew := len(r.rows) == 0
		r.rows = []Row{{}}
		return grew
	}
	r.open()
	grew := false
	for !r.gaveUp && r.whole == nil {
		r.queries++
		res := r.solver.CheckAssuming([]smt.Term{r.within})
		if res.Status == smt.Unsat {
			break
		}
		if res.Status == smt.Unknown && r.press() {
			continue
		}
		grew = true
		if r.whole == nil && (res.Status != smt.Sat || len(r.rows) == limit || !r.add()) {
			r.gaveUp = true
		}
	}
	return grew
}

// press does what is left to do about a question that the prover didn't answer: diagrams, and
// then more steps. It reports whether the prover is to be asked again.
func (r *solverRelation) press() bool {
	steps := []int64{briefDiagrams, diagramSteps}
	if r.pressed == len(steps) {
		return false
	}
	r.pressed++
	r.solver.SetLimit(relationLimit)
	form := r.query.Formula(r.f, r.p.enc, false)
	q := &paq.Query{Factory: r.f, Name: "fragment", Conjuncts: append(form.Side, form.Conjuncts...), Locations: form.Locations, Important: form.Important}
	answer, _, err := paq.LDD{Dynamic: true}.Solve(context.Background(), q, paq.Limits{Steps: steps[r.pressed-1], Nodes: diagramNodes})
	if err != nil {
		return r.pressed < len(steps)
	}
	r.whole = answer
	return false
}

// Whole implements Relation.
func (r *solverRelation) Whole() *paq.Answer { return r.whole }

// add takes a row from the model, and rules it out. It returns false if the model doesn't
// tell.
func (r *solverRelation) add() bool {
	n := len(r.form.Important)
	values, known := r.solver.Bools(append(r.form.Important[:n:n], slices.Concat(r.form.Steps...)...))
	row := Row{Values: values[:n], Kept: r.kept(values[n:])}
	var other []smt.Term
	for k, th := range r.followed {
		if row.Kept[k] {
			other = append(other, r.differs(th)...)
			continue
		}
		if !r.hasValue(values, th.Src) || !r.hasValue(values, th.Dst) {
			return false
		}
		for _, i := range slices.Concat(th.Src, th.Dst) {
			switch part := r.query.Pred(i).Part; {
			case !known[i]:
				return false
			case values[i]:
				other = append(other, r.f.Not(r.form.Important[i]))
			case !part:
				other = append(other, r.form.Important[i])
			}
		}
	}
	r.rows, r.ruledOut = append(r.rows, row), append(r.ruledOut, r.f.Or(other...))
	r.solver.Assert(r.f.Or(other...))
	return true
}

// hasValue reports whether one of the predicates holds, if they are the values of one thing.
func (r *solverRelation) hasValue(values []bool, of []int) bool {
	return !r.isPart(of) || slices.ContainsFunc(of, func(i int) bool { return values[i] })
}

// differs is what holds where the thing isn't the same at the end as at the start. A thing that
// the fragment never changes has no predicates at the end.
func (r *solverRelation) differs(th Followed) []smt.Term {
	var out []smt.Term
	for k, i := range th.Dst {
		out = append(out, r.f.Not(r.f.Iff(r.form.Important[th.Src[k]], r.form.Important[i])))
	}
	return out
}

// kept finds the things that the way of the model doesn't touch, given which steps it takes.
func (r *solverRelation) kept(taken []bool) []bool {
	kept := make([]bool, len(r.followed))
	var steps [][]bool
	for _, names := range r.form.Steps {
		steps, taken = append(steps, taken[:len(names)]), taken[len(names):]
	}
	nodes, _, ok := r.query.Way(func(location, step int) bool { return steps[location-1][step] })
	if !ok {
		return kept
	}
	for k, th := range r.followed {
		kept[k] = th.Touches != nil && (len(th.Dst) == 0 || len(th.Dst) == len(th.Src))
	}
	for _, n := range nodes {
		for k, t := range r.touches(n) {
			kept[k] = kept[k] && !t
		}
	}
	return kept
}

// touches says which things a node touches.
func (r *solverRelation) touches(n *cil.Node) []bool {
	if t := r.touched[n]; t != nil {
		return t
	}
	t := make([]bool, len(r.followed))
	for k, th := range r.followed {
		t[k] = th.Touches == nil || th.Touches(n)
	}
	r.touched[n] = t
	return t
}

// Rows implements Relation.
func (r *solverRelation) Rows() ([]Row, bool) { return r.rows, !r.gaveUp }

// Queries implements Relation.
func (r *solverRelation) Queries() int { return r.queries }

// close gives the solver back.
func (r *solverRelation) close() {
	if r.solver != nil {
		r.solver.Close()
		r.solver = nil
	}
}

// termOf is a formula over Boolean variables as a term.
func termOf(f *smt.Factory, e *boolprog.Expr) smt.Term {
	args := make([]smt.Term, len(e.Args))
	for i, a := range e.Args {
		args[i] = termOf(f, a)
	}
	switch e.Op {
	case boolprog.OpTrue, boolprog.OpFalse:
		return f.Bool(e.Op == boolprog.OpTrue)
	case boolprog.OpVar:
		return f.Var(e.Ref.Name, f.BoolSort())
	case boolprog.OpNot:
		return f.Not(args[0])
	case boolprog.OpAnd:
		return f.And(args...)
	case boolprog.OpOr:
		return f.Or(args...)
	case boolprog.OpXor, boolprog.OpNe:
		return f.Not(f.Iff(args[0], args[1]))
	case boolprog.OpImplies:
		return f.Implies(args[0], args[1])
	case boolprog.OpEq:
		return f.Iff(args[0], args[1])
	}
	panic(fmt.Sprintf("c2bp: states with %s", e))
}
