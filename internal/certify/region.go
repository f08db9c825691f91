package certify

import (
	"fmt"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// This file has what lies between a point with a claim and the next ones: a formula whose size
// is linear in that of the program. It has a Boolean variable for each place, true where a run
// comes by, and one for each edge; what edges bring together gets a name.

// Region is all that can be reached from a point without passing another one with a claim.
type Region struct {
	sys   *System
	proof *Proof
	proc  *Procedure
	from  *Point
	// places are numbered: 0 is before From, then come the points in topological order, then
	// those with claims at which the region ends.
	places []*Point
	ends   int // where these begin
	in     [][]*edge
	reach  []smt.Term

	f       *smt.Factory
	enc     *enc.Encoder
	backend smt.Backend
	solver  *Prover
	said    map[smt.Term]bool
	cells   map[cellKey][]known
	parts   map[partKey]cil.Expr
	count   int // names that were made
}

// edge leads from a place to another.
type edge struct {
	from, k int
	taken   smt.Term // a Boolean variable
}

// region makes the region of from; close it afterwards. The proof has what calls require and ensure.
func (s *System) region(proof *Proof, proc *Procedure, from *Point, b smt.Backend) *Region {
	r := &Region{sys: s, proof: proof, proc: proc, from: from, f: b.Factory(), enc: enc.New(proc.program(s.prog), b.Factory(), s.opt.Semantics),
		backend: b, solver: newProver(b, s.tries(), s.opt.Limit), said: map[smt.Term]bool{}, cells: map[cellKey][]known{}, parts: map[partKey]cil.Expr{}}
	r.find()
	r.in, r.reach = make([][]*edge, len(r.places)), make([]smt.Term, len(r.places))
	at := map[*Point]int{}
	for i, p := range r.places[1:] {
		at[p] = i + 1
	}
	for i, p := range r.places[:r.ends] {
		for k, q := range p.Succs {
			j := at[q]
			r.in[j] = append(r.in[j], &edge{from: i, k: k, taken: r.bool(fmt.Sprintf("go!%d!%d", i, k))})
		}
	}
	r.reach[0] = r.f.True()
	r.sayCount()
	for j := 1; j < len(r.places); j++ {
		r.arrive(j)
	}
	return r
}

// program is that of the procedure with the copies of variables among its locals.
func (p *Procedure) program(prog *cil.Program) *cil.Program {
	all := *prog
	all.Funcs = append(slices.Clone(prog.Funcs), p.Scope)
	return &all
}

func (r *Region) bool(name string) smt.Term { return r.f.Var(name, r.f.BoolSort()) }

// find lists the places.
func (r *Region) find() {
	done := map[*Point]bool{}
	var order, ends []*Point
	type step struct {
		p    *Point
		next int
	}
	stack := []step{{p: r.from}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.p.Succs) {
			order = append(order, top.p)
			stack = stack[:len(stack)-1]
			continue
		}
		q := top.p.Succs[top.next]
		top.next++
		if done[q] {
			continue
		}
		done[q] = true
		if q.Cut {
			ends = append(ends, q)
		} else {
			stack = append(stack, step{p: q})
		}
	}
	slices.Reverse(order)
	slices.SortFunc(ends, func(a, b *Point) int { return a.ID - b.ID })
	r.places, r.ends = append(order, ends...), len(order)
}

// arrive says how runs come to place j: over an edge whose guard holds.
func (r *Region) arrive(j int) {
	r.reach[j] = r.bool(fmt.Sprintf("at!%d", j))
	var ways []smt.Term
	for _, e := range r.in[j] {
		ways = append(ways, e.taken)
		r.say(r.f.Implies(e.taken, r.f.And(r.reach[e.from], r.guard(e))))
	}
	r.say(r.f.Implies(r.reach[j], r.f.Or(ways...)))
}

// guard is the condition under which an edge is taken.
func (r *Region) guard(e *edge) smt.Term {
	p := r.places[e.from]
	if p.Call != nil {
		return r.ensured(p, e.from)
	}
	if p.Guards[e.k] == nil {
		return r.f.True()
	}
	return r.truth(p.Guards[e.k], e.from)
}

// truth is the term for the condition x at a place, of which what always holds is said.
func (r *Region) truth(x cil.Expr, at int) smt.Term { return r.term(enc.Normal(r.resolve(x, at))) }

// term is the term for a condition over the values at the start of the region.
func (r *Region) term(x cil.Expr) smt.Term {
	for _, t := range r.enc.Side(x) {
		r.say(t)
	}
	return r.enc.Bool(x)
}

// define says that v has the value of x.
func (r *Region) define(v *cil.Var, x cil.Expr) smt.Term {
	load := cil.LoadVar(v)
	for _, t := range r.enc.Side(load, x) {
		r.say(t)
	}
	return r.f.Eq(r.enc.Value(load), r.enc.Value(x))
}

// say adds what holds of all runs through the region.
func (r *Region) say(t smt.Term) {
	if !r.said[t] && !t.IsTrue() {
		r.said[t] = true
		r.solver.Assert(t)
	}
}

// close releases the region.
func (r *Region) close() { r.solver.Close() }

// possible asks whether a run has all of these; what is unknown is possible.
func (r *Region) possible(all ...smt.Term) smt.Result {
	r.sys.Queries++
	return r.solver.CheckAssuming(all)
}
