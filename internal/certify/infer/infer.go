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

// choice is a candidate that was read. If it is loose, only what may be of it matters in each state that
// those that aren't tell apart.
type choice struct {
	conds []cil.Expr
	loose bool
}

// The work that is done.
const (
	maxRows    = 20_000
	maxQueries = 100_000
	maxExact   = 1_000 // rows, with the product of all that may be of objects
)

// Errors that say why nothing was found.
var (
	ErrHard = errors.New("the prover gave up")
	ErrFew  = errors.New("the conditions that were found for the certificate don't rule an error out")
	ErrMany = errors.New("the certificate would need too many cases")
	errSame = errors.New("there are no more candidates than before")
)

// Find returns claims that no run leaves: of the candidates all combinations that may be, and if these don't
// do, also of locals that hold what the candidates speak of; and if memory is allocated, in each of these what
// may be of the objects that pointers lead to. The error
// says if others may do, see [Undecided].
func Find(ctx context.Context, sys *certify.System, cands []Candidate, b smt.Backend) ([]certify.ProcedureClaim, error) {
	claims, err := find(ctx, sys, cands, none, b)
	if Undecided(err) {
		if c, cerr := find(ctx, sys, cands, local, b); !errors.Is(cerr, errSame) {
			claims, err = c, cerr
		}
	}
	if Undecided(err) && sys.Allocates() {
		claims, err = find(ctx, sys, cands, loose, b)
	}
	return claims, err
}

// FindExact is Find with all that may be of the objects together: there may be very many combinations.
func FindExact(ctx context.Context, sys *certify.System, cands []Candidate, b smt.Backend) ([]certify.ProcedureClaim, error) {
	return find(ctx, sys, cands, exact, b)
}

// Undecided reports whether others may do where an error comes from Find.
func Undecided(err error) bool {
	return errors.Is(err, ErrFew) || errors.Is(err, ErrMany) || errors.Is(err, ErrHard)
}

// precision says what matters besides the candidates: nothing; what locals hold that were read from the places
// that they speak of; and of the objects that pointers lead to, and of when they were allocated, in each
// state that the candidates tell apart, what may be of each pointer; or of all of them together.
type precision int

const (
	none precision = iota
	local
	loose
	exact
)

// find is Find with one precision.
func find(ctx context.Context, sys *certify.System, cands []Candidate, ages precision, b smt.Backend) ([]certify.ProcedureClaim, error) {
	s := &search{ctx: ctx, sys: sys, b: b, ages: ages, points: map[*certify.Point]*state{}, callers: map[*certify.Procedure][]*state{}}
	for _, p := range sys.Procedures() {
		s.prepare(p, cands)
	}
	defer s.close()
	if ages == local && !s.more {
		return nil, errSame
	}
	start := sys.Procedures()[0]
	s.add(s.points[start.Entry], nil)
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
	ages    precision
	more    bool // candidates were added
	points  map[*certify.Point]*state
	todo    []*state
	callers map[*certify.Procedure][]*state // whose regions call a procedure
	rows    int
	queries int
}

// state is what is known of a point with a claim.
type state struct {
	proc    *certify.Procedure
	point   *certify.Point
	choices []choice
	rows    []row // in the order in which they were found; later ones may have earlier ones in them
	done    int   // of rows, how many were followed
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
	blocked int          // how many of its rows are known to the solver
}

func (s *search) close() {
	for _, st := range s.points {
		if st.region != nil {
			st.region.Close()
		}
	}
}

// add adds a valuation to what is known of a point. What calls a procedure that returns in a new state
// is looked at again.
func (s *search) add(st *state, v []int) {
	st.rows = append(st.rows, st.with(v))
	s.rows++
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

// advance follows the rows of a point that are new.
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
	for st.region != nil && st.done < len(st.rows) {
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
	return claim(s.points[q].choices, s.points[q].current())
}

// follow finds the rows that follow those at a point that are new.
func (s *search) follow(st *state) error {
	r, f := st.region, s.b.Factory()
	var from []smt.Term
	for _, c := range st.rows[st.done:] {
		from = append(from, holds(f, r.start, c))
	}
	r.turns++
	now := f.Var(fmt.Sprintf("from!%d", r.turns), f.BoolSort())
	r.Solver().Assert(f.Implies(now, f.Or(from...)))
	st.done = len(st.rows)
	if err := s.fails(r, now); err != nil {
		return err
	}
	for _, t := range r.targets {
		for st.region == r {
			for ; t.blocked < len(t.rows); t.blocked++ {
				r.Solver().Assert(f.Not(f.And(t.arrives, holds(f, t.is, t.rows[t.blocked]))))
			}
			sat, err := s.ask(r, t.point, now, t.arrives)
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
	if sat, err := s.ask(r, points[0], now, s.b.Factory().Or(reached...)); err != nil || !sat {
		return err
	}
	for i, q := range points {
		sat, err := s.ask(r, q, now, reached[i])
		if err == nil && sat && r.Refuted(i) {
			continue
		}
		if err != nil || sat {
			return errors.Join(err, few{&certify.Failure{Reason: q.Error + ", as far as the conditions tell that were found for the certificate", At: q.Key(), Pos: q.Pos()}})
		}
	}
	return nil
}

// few is [ErrFew] with the error and its place.
type few struct{ *certify.Failure }

func (few) Is(err error) bool { return err == ErrFew }

func (f few) Unwrap() error { return f.Failure }

// hard is [ErrHard] with the step that was asked about.
type hard struct{ *certify.Failure }

func (hard) Is(err error) bool { return err == ErrHard }

func (h hard) Unwrap() error { return h.Failure }

// ask asks whether the terms are possible, on the way to a point.
func (s *search) ask(r *region, to *certify.Point, lits ...smt.Term) (bool, error) {
	if s.queries++; s.queries > maxQueries || s.rows > maxRows || s.ages == exact && s.rows > maxExact {
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
		return false, hard{certify.GaveUp(r.Region, to)}
	}
	return false, nil
}

// valuation says of the choices at a target which of their conditions hold in the last model.
func (s *search) valuation(r *region, t *target) []int {
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
	v := make([]int, len(t.is))
	for k, vs := range t.is {
		v[k] = max(0, slices.Index(values[:len(vs)], true))
		values = values[len(vs):]
	}
	return v
}

// holds is the term for a row.
func holds(f *smt.Factory, terms [][]smt.Term, r row) smt.Term {
	var all []smt.Term
	for k, ts := range terms {
		var some []smt.Term
		for n, t := range ts {
			if r[k][n] == '1' {
				some = append(some, t)
			}
		}
		if len(some) < len(ts) {
			all = append(all, f.Or(some...))
		}
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
