package infer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	s := &search{ctx: ctx, sys: sys, b: b, points: map[*certify.Point]*state{}}
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
	points  map[*certify.Point]*state
	todo    []*state
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

// region is that of a point, with the candidates at its ends as variables.
type region struct {
	*certify.Region
	start   [][]smt.Term   // by choice and condition
	ends    [][][]smt.Term // by end, choice and condition: variables
	blocked []int          // by end: how many of its cubes are known to the solver
	turns   int
}

// prepare finds the candidates of each point of a procedure.
func (s *search) prepare(p *certify.Procedure, cands []Candidate) {
	live := newLiveness(p)
	for _, q := range p.Cuts() {
		st := &state{proc: p, point: q}
		s.points[q] = st
		if p.Old == nil && (q == p.Entry || q == p.Exit) {
			continue
		}
		seen := map[string]bool{}
		for _, c := range cands {
			if key := strings.Join(c.Conds, ";"); c.Proc == p && !seen[key] {
				seen[key] = true
				st.consider(s.sys, c, live)
			}
		}
	}
}

// consider takes a candidate in, if all that it speaks of is there and live.
func (st *state) consider(sys *certify.System, c Candidate, live liveness) {
	var ch choice
	for _, text := range c.Conds {
		e, err := sys.Condition(st.proc, text, st.point != st.proc.Entry)
		if err != nil || !live.all(e, st.point) {
			return
		}
		ch.conds = append(ch.conds, e)
	}
	if len(ch.conds) > 1 && len(ch.conds) < 256 {
		st.choices = append(st.choices, ch)
	}
}

func (s *search) close() {
	for _, st := range s.points {
		if st.region != nil {
			st.region.Close()
		}
	}
}

// add adds a cube to what is known of a point.
func (s *search) add(st *state, c cube) {
	st.cubes = append(st.cubes, c)
	s.cubes++
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
	for st.done < len(st.cubes) {
		if err := s.follow(st); err != nil {
			return err
		}
	}
	return nil
}

// open makes the region of a point.
func (s *search) open(st *state) (*region, error) {
	cr, err := s.sys.Region(&certify.Draft{}, st.proc, st.point, s.b)
	if err != nil {
		return nil, err
	}
	f := s.b.Factory()
	r := &region{Region: cr}
	for _, ch := range st.choices {
		var terms []smt.Term
		for _, e := range ch.conds {
			terms = append(terms, cr.AtStart(e))
		}
		r.start = append(r.start, terms)
	}
	for i, q := range cr.Ends() {
		var all [][]smt.Term
		for k, ch := range s.points[q].choices {
			var vars []smt.Term
			for n, e := range ch.conds {
				v := f.Var(fmt.Sprintf("is!%d!%d!%d", i, k, n), f.BoolSort())
				cr.Solver().Assert(f.Iff(v, cr.AtEnd(e, i)))
				vars = append(vars, v)
			}
			all = append(all, vars)
		}
		r.ends = append(r.ends, all)
	}
	r.blocked = make([]int, len(r.ends))
	return r, nil
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
	for i, q := range r.Ends() {
		end := s.points[q]
		for q.Error == "" {
			for ; r.blocked[i] < len(end.cubes); r.blocked[i]++ {
				r.Solver().Assert(f.Not(f.And(r.Arrives(i), holds(f, r.ends[i], end.cubes[r.blocked[i]]))))
			}
			sat, err := s.ask(r, now, r.Arrives(i))
			if err != nil {
				return err
			}
			if !sat {
				break
			}
			s.add(end, s.valuation(r, i))
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
		return false, fmt.Errorf("the prover can't tell: %s", res.Reason)
	}
	return false, nil
}

// valuation is the cube at the i-th end in the last model.
func (s *search) valuation(r *region, i int) cube {
	var vars []smt.Term
	for _, vs := range r.ends[i] {
		vars = append(vars, vs...)
	}
	values, known := r.Solver().Bools(vars)
	if slices.Contains(known, false) {
		if m := r.Solver().Model(); m != nil {
			ev := smt.NewEvaluator(s.b.Factory(), m)
			for k, v := range vars {
				values[k] = ev.Holds(v)
			}
		}
	}
	c := make([]byte, len(r.ends[i]))
	for k, vs := range r.ends[i] {
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
		for _, q := range p.Heads() {
			st := s.points[q]
			pc.Points = append(pc.Points, certify.PointClaim{At: q.Key(), Place: q.Place(), Claim: claim(st.choices, st.cubes)})
		}
		all = append(all, pc)
	}
	return all
}
