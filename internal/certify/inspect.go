package certify

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
	"hardbop/internal/source"
)

// This file is for those who look for proofs: they ask about the same formulas.

// Condition reads a condition over the variables of a procedure, as claims have it; old says
// whether it may speak of values at the entry.
func (s *System) Condition(p *Procedure, text string, old bool) (cil.Expr, error) {
	r := &parser{r: &reader{name: "condition", text: text}, sys: s, proc: p, old: old, done: map[string]cil.Expr{}}
	return r.condition(text)
}

// Draft is what is claimed so far, for regions: by procedure and by point.
type Draft struct {
	Requires, Ensures map[*Procedure]*Claim
}

// Allocates reports whether claims may speak of objects that are allocated, see [System.Older].
func (s *System) Allocates() bool { return s.objects != nil }

// Region returns the region of a point with a claim, in which calls require and ensure what the
// draft says. [Region.Close] releases it.
func (s *System) Region(d *Draft, p *Procedure, from *Point, b smt.Backend) (*Region, error) {
	proof := &Proof{map[*Procedure]*formula{}, map[*Procedure]*formula{}, map[*Point]*formula{}}
	for _, q := range s.list {
		rd := &reader{name: "draft"}
		var err error
		if proof.ensures[q], err = (&parser{r: rd, sys: s, proc: q, old: true, done: map[string]cil.Expr{}}).claim(d.Ensures[q]); err != nil {
			return nil, err
		}
		if proof.requires[q], err = (&parser{r: rd, sys: s, proc: q, done: map[string]cil.Expr{}}).claim(d.Requires[q]); err != nil {
			return nil, err
		}
	}
	r := s.region(proof, p, from, b)
	if from == p.Entry {
		r.sayOld()
	}
	return r, nil
}

// Close releases the region.
func (r *Region) Close() { r.close() }

// Solver has the formula of the region.
func (r *Region) Solver() *Prover { return r.solver }

// Ends lists the points with claims at which the region ends.
func (r *Region) Ends() []*Point { return r.places[r.ends:] }

// Arrives says that a run comes to the i-th end.
func (r *Region) Arrives(i int) smt.Term { return r.reach[r.ends+i] }

// AtStart is the term for a condition at the start.
func (r *Region) AtStart(e cil.Expr) smt.Term { return r.truth(e, 0) }

// AtEnd is the term for a condition at the i-th end.
func (r *Region) AtEnd(e cil.Expr, i int) smt.Term { return r.truth(e, r.ends+i) }

// Fails lists the errors in the region, and says of each that a run comes to it.
func (r *Region) Fails() (errors []*Point, reached []smt.Term) {
	for i, q := range r.places {
		if q.Error != "" {
			errors, reached = append(errors, q), append(reached, r.reach[i])
		}
	}
	return errors, reached
}

// Refuted reports whether the k-th error of [Region.Fails] can't be reached, for all that what lies
// before it says.
func (r *Region) Refuted(k int) bool {
	for i, q := range r.places {
		if q.Error == "" {
			continue
		}
		if k == 0 {
			return r.refuted(i)
		}
		k--
	}
	return false
}

// CallAt is a call of a recursive procedure in the region.
type CallAt struct {
	Call    *Call
	Reached smt.Term
	r       *Region
	at      int
}

// Calls lists the calls of recursive procedures.
func (r *Region) Calls() []CallAt {
	var all []CallAt
	for i, q := range r.places[:r.ends] {
		if q.Call != nil {
			all = append(all, CallAt{q.Call, r.reach[i], r, i})
		}
	}
	return all
}

// Passed is the term for a condition about the callee's formals and globals, at the call.
func (c CallAt) Passed(e cil.Expr) smt.Term { return c.r.truth(c.r.passed(c.Call, e), c.at) }

// Cuts lists the points with claims in the procedure, its entry and exit included.
func (p *Procedure) Cuts() []*Point {
	var all []*Point
	for _, q := range p.Points {
		if q.Cut {
			all = append(all, q)
		}
	}
	return all
}

// Heads lists the points that a certificate may speak of: those with claims but for entry and exit.
func (p *Procedure) Heads() []*Point {
	return slices.DeleteFunc(p.Cuts(), func(q *Point) bool { return q == p.Entry || q == p.Exit })
}

// Modifies lists the globals that a call of the procedure may change by name.
func (p *Procedure) Modifies() []*cil.Var { return p.modifies }

// Place is where a point is in the source, for people.
func (p *Point) Place() string { return source.Pos{File: p.Pos().File, Line: p.Pos().Line}.String() }
