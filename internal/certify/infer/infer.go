package infer

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"hardbop/internal/certify"
	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// Candidate is a list of conditions over the variables of a procedure, of which one holds in each
// state: it may matter which.
type Candidate struct {
	Proc  *certify.Procedure
	Conds []string
}

// choice is a candidate that was read.
type choice struct{ conds []cil.Expr }

// The work that is done.
const (
	maxCubes   = 20_000
	maxQueries = 100_000
)

// Errors that say why nothing was found.
var (
	ErrFew  = errors.New("an error is possible in the states that the candidates tell apart")
	ErrMany = errors.New("there are too many states to tell apart")
)

// Find returns claims that no run leaves, as fine as the candidates are. It returns [ErrFew] if
// these don't rule out all errors.
func Find(ctx context.Context, sys *certify.System, cands []Candidate, b smt.Backend) ([]certify.ProcedureClaim, error) {
	claims, err := find(ctx, sys, cands, false, b)
	if errors.Is(err, ErrFew) && sys.Allocates() {
		claims, err = find(ctx, sys, cands, true, b)
	}
	return claims, err
}

// find is Find; ages says whether it matters when the objects were there that pointers lead to.
func find(ctx context.Context, sys *certify.System, cands []Candidate, ages bool, b smt.Backend) ([]certify.ProcedureClaim, error) {
	s := &search{ctx: ctx, sys: sys, b: b, ages: ages, points: map[*certify.Point]*state{}, callers: map[*certify.Procedure][]*state{}}
	for _, p := range sys.Procedures() {
		s.prepare(p, cands)
	}
	defer s.close()
	start := sys.Procedures()[0]
	s.add(s.points[start.Entry], "")
	for len(s.todo) > 0 {
		st := s.todo[0]
		s.todo = s.todo[1:]
		st.queued = false
		if err := s.advance(st); err != nil {
			return nil, err
		}
	}
	return s.claims(), nil
}

// search is the state of the work.
type search struct {
	ctx     context.Context
	sys     *certify.System
	b       smt.Backend
	ages    bool
	points  map[*certify.Point]*state
	todo    []*state
	callers map[*certify.Procedure][]*state // whose regions call a procedure
	cubes   int
	queries int
}

// state is what is known of a point with a claim.
type state struct {
	proc    *certify.Procedure
	point   *certify.Point
	choices []choice
	cubes   []cube
	done    int // of cubes, how many were followed
	queued  bool
	region  *region
}

// region is that of a point, with where its runs come to.
type region struct {
	*certify.Region
	start   [][]smt.Term // by choice and condition
	targets []*target
	turns   int
}

// target is a point with a claim that runs come to: the end of a region, or the entry of a procedure
// that is called.
type target struct {
	*state
	arrives smt.Term
	is      [][]smt.Term // variables for its choices, by choice and condition
	blocked int          // how many of its cubes are known to the solver
}

func (s *search) close() {
	for _, st := range s.points {
		if st.region != nil {
			st.region.Close()
		}
	}
}

// add adds a cube to what is known of a point. What calls a procedure that returns in a new state
// is looked at again.
func (s *search) add(st *state, c cube) {
	st.cubes = append(st.cubes, c)
	s.cubes++
	s.queue(st)
	if st.point != st.proc.Exit {
		return
	}
	for _, caller := range s.callers[st.proc] {
		if caller.region != nil {
			caller.region.Close()
			caller.region, caller.done = nil, 0
		}
		s.queue(caller)
	}
}

func (s *search) queue(st *state) {
	if !st.queued {
		st.queued = true
		s.todo = append(s.todo, st)
	}
}

// advance follows the cubes of a point that are new.
func (s *search) advance(st *state) error {
	if st.point == st.proc.Exit {
		return nil
	}
	if st.region == nil {
		r, err := s.open(st)
		if err != nil {
			return err
		}
		st.region = r
	}
	for st.region != nil && st.done < len(st.cubes) {
		if err := s.follow(st); err != nil {
			return err
		}
	}
	return nil
}

// open makes the region of a point.
func (s *search) open(st *state) (*region, error) {
	cr, err := s.sys.Region(s.draft(), st.proc, st.point, s.b)
	if err != nil {
		return nil, err
	}
	r := &region{Region: cr}
	for _, ch := range st.choices {
		var terms []smt.Term
		for _, e := range ch.conds {
			terms = append(terms, cr.AtStart(e))
		}
		r.start = append(r.start, terms)
	}
	for i, q := range cr.Ends() {
		if q.Error == "" {
			s.target(r, s.points[q], cr.Arrives(i), func(e cil.Expr) smt.Term { return cr.AtEnd(e, i) })
		}
	}
	for _, c := range cr.Calls() {
		callee := c.Call.Callee
		s.target(r, s.points[callee.Entry], c.Reached, c.Passed)
		if !slices.Contains(s.callers[callee], st) {
			s.callers[callee] = append(s.callers[callee], st)
		}
	}
	return r, nil
}

// target adds a target, whose conditions become terms by at.
func (s *search) target(r *region, st *state, arrives smt.Term, at func(cil.Expr) smt.Term) {
	f := s.b.Factory()
	t := &target{state: st, arrives: arrives}
	for k, ch := range st.choices {
		var vars []smt.Term
		for n, e := range ch.conds {
			v := f.Var(fmt.Sprintf("is!%d!%d!%d", len(r.targets), k, n), f.BoolSort())
			r.Solver().Assert(f.Iff(v, at(e)))
			vars = append(vars, v)
		}
		t.is = append(t.is, vars)
	}
	r.targets = append(r.targets, t)
}

// draft has what procedures require and ensure as far as is known.
func (s *search) draft() *certify.Draft {
	d := &certify.Draft{Requires: map[*certify.Procedure]*certify.Claim{}, Ensures: map[*certify.Procedure]*certify.Claim{}}
	for _, p := range s.sys.Procedures() {
		if p.Old != nil {
			requires, ensures := s.claimOf(p.Entry), s.claimOf(p.Exit)
			d.Requires[p], d.Ensures[p] = &requires, &ensures
		}
	}
	return d
}

// claimOf is what is known of a point, as a claim.
func (s *search) claimOf(q *certify.Point) certify.Claim {
	return claim(s.points[q].choices, s.points[q].cubes)
}

// follow finds the cubes that follow those at a point that are new.
func (s *search) follow(st *state) error {
	r, f := st.region, s.b.Factory()
	var from []smt.Term
	for _, c := range st.cubes[st.done:] {
		from = append(from, holds(f, r.start, c))
	}
	r.turns++
	now := f.Var(fmt.Sprintf("from!%d", r.turns), f.BoolSort())
	r.Solver().Assert(f.Implies(now, f.Or(from...)))
	st.done = len(st.cubes)
	if err := s.fails(r, now); err != nil {
		return err
	}
	for _, t := range r.targets {
		for st.region == r {
			for ; t.blocked < len(t.cubes); t.blocked++ {
				r.Solver().Assert(f.Not(f.And(t.arrives, holds(f, t.is, t.cubes[t.blocked]))))
			}
			sat, err := s.ask(r, now, t.arrives)
			if err != nil {
				return err
			}
			if !sat {
				break
			}
			s.add(t.state, s.valuation(r, t))
		}
	}
	return nil
}

// fails returns an error if a run that begins now comes to one.
func (s *search) fails(r *region, now smt.Term) error {
	points, reached := r.Fails()
	if len(points) == 0 {
		return nil
	}
	if sat, err := s.ask(r, now, s.b.Factory().Or(reached...)); err != nil || !sat {
		return err
	}
	for i, q := range points {
		sat, err := s.ask(r, now, reached[i])
		if err == nil && sat && r.Refuted(i) {
			continue
		}
		if err != nil || sat {
			return errors.Join(err, few{&certify.Failure{Reason: q.Error + ", as far as the predicates tell", At: q.Key(), Pos: q.Pos()}})
		}
	}
	return nil
}

// few is [ErrFew] with the error and its place.
type few struct{ *certify.Failure }

func (few) Is(err error) bool { return err == ErrFew }

func (f few) Unwrap() error { return f.Failure }

// ask asks whether the terms are possible.
func (s *search) ask(r *region, lits ...smt.Term) (bool, error) {
	if s.queries++; s.queries > maxQueries || s.cubes > maxCubes {
		return false, ErrMany
	}
	if err := s.ctx.Err(); err != nil {
		return false, err
	}
	switch res := r.Solver().CheckAssuming(lits); res.Status {
	case smt.Sat:
		return true, nil
	case smt.Unknown:
		if s.ctx.Err() != nil {
			return false, errors.New("the time limit was reached while claims were looked for")
		}
		return false, fmt.Errorf("the prover gave up (%s) where claims were looked for: each question has a bound of work", res.Reason)
	}
	return false, nil
}

// valuation is the cube at a target in the last model.
func (s *search) valuation(r *region, t *target) cube {
	vars := slices.Concat(t.is...)
	values, known := r.Solver().Bools(vars)
	if slices.Contains(known, false) {
		if m := r.Solver().Model(); m != nil {
			ev := smt.NewEvaluator(s.b.Factory(), m)
			for k, v := range vars {
				values[k] = ev.Holds(v)
			}
		}
	}
	c := make([]byte, len(t.is))
	for k, vs := range t.is {
		c[k] = byte(max(0, slices.Index(values[:len(vs)], true)))
		values = values[len(vs):]
	}
	return cube(c)
}

// holds is the term for a cube.
func holds(f *smt.Factory, terms [][]smt.Term, c cube) smt.Term {
	var all []smt.Term
	for k, ts := range terms {
		all = append(all, ts[c[k]])
	}
	return f.And(all...)
}

// claims writes down what was found.
func (s *search) claims() []certify.ProcedureClaim {
	var all []certify.ProcedureClaim
	for _, p := range s.sys.Procedures() {
		pc := certify.ProcedureClaim{Name: p.Func.Name}
		if p.Old != nil {
			requires, ensures := s.claimOf(p.Entry), s.claimOf(p.Exit)
			pc.Requires, pc.Ensures = &requires, &ensures
		}
		for _, q := range p.Heads() {
			pc.Points = append(pc.Points, certify.PointClaim{At: q.Key(), Place: q.Place(), Claim: s.claimOf(q)})
		}
		all = append(all, pc)
	}
	return all
}
