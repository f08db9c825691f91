package paq

import (
	"context"
	"math/big"
	"strings"
	"time"

	"hardbop/internal/bdd"
	"hardbop/internal/smt"
)

// AllSAT finds the answer model by model with an SMT solver, as S. Lahiri, R. Nieuwenhuis and
// A. Oliveras do (CAV 2006): each model yields valuations of the important constants that are
// in the answer, and later ones have to lie outside of them.
//
// A model yields more than its own valuation where the reasons why it is one fall apart into
// parts that share no symbols: then a valuation of one part goes with any of another. See
// parts.go.
type AllSAT struct {
	// Backend makes solvers for the queries' factory.
	Backend smt.Backend
	// OneByOne takes from each model its own valuation only.
	OneByOne bool
}

// Name returns allsat.
func (AllSAT) Name() string { return "allsat" }

// Solve answers a query.
func (a AllSAT) Solve(ctx context.Context, q *Query, lim Limits) (*Answer, *Stats, error) {
	if a.Backend.Factory() != q.Factory {
		panic("paq: the terms of a query are of another factory than the solvers'")
	}
	defer interruptWith(ctx, a.Backend)()
	stats := &Stats{Solver: a.Name()}
	var answer *Answer
	var err error
	full := bdd.Guard(func() {
		e := a.enumeration(ctx, q, lim, stats)
		defer e.close()
		if err = e.run(); err == nil {
			answer = newAnswer(e.m, e.found, len(q.Important))
		}
	})
	if full != nil {
		err = explain(a.Name(), full)
	}
	return answer, stats, err
}

// interruptWith interrupts the checks of b once ctx has ended, again and again, since one may
// be about to begin. What it returns ends that.
func interruptWith(ctx context.Context, b smt.Backend) (stop func()) {
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-done:
			return
		case <-ctx.Done():
		}
		again := time.NewTicker(10 * time.Millisecond)
		defer again.Stop()
		for {
			b.Interrupt()
			select {
			case <-done:
				return
			case <-again.C:
			}
		}
	}()
	return func() {
		close(done)
		<-gone
	}
}

// enumeration is the work of one Solve.
type enumeration struct {
	ctx   context.Context
	q     *Query
	lim   Limits
	stats *Stats
	shape *shape
	main  smt.Solver // has the conjuncts and what excludes found

	m     bdd.Manager
	found bdd.Node // valuations that are known to be in the answer

	parts    smt.Solver           // for the parts of models
	known    map[smt.Term]*subset // what is known of parts, by their formulas
	budget   int                  // valuations that are looked for in a part
	oneByOne bool
}

func (a AllSAT) enumeration(ctx context.Context, q *Query, lim Limits, stats *Stats) *enumeration {
	e := &enumeration{ctx: ctx, q: q, lim: lim, stats: stats, oneByOne: a.OneByOne, budget: maxPart, known: map[smt.Term]*subset{}}
	e.m = newDiagrams(len(q.Important), bdd.Config{MaxNodes: lim.Nodes, Stop: ctx.Err})
	e.shape = newShape(q)
	kind := solverKind(q)
	e.main, e.parts = a.Backend.NewSolver(kind), a.Backend.NewSolver(kind)
	e.main.SetLimit(lim.Checks)
	e.parts.SetLimit(lim.Checks)
	for _, c := range q.Conjuncts {
		e.main.Assert(c)
	}
	return e
}

// solverKind returns the kind of solver for a query.
func solverKind(q *Query) smt.Kind {
	kind := smt.LinearInt
	smt.Walk(func(t smt.Term) {
		switch sort := t.Sort().Kind(); {
		case sort != smt.BoolSort && sort != smt.IntSort, t.Op() == smt.OpApply, t.Op() == smt.OpMul:
			kind = smt.Simple
		}
	}, q.Conjuncts...)
	return kind
}

func (e *enumeration) close() {
	e.stats.Nodes = e.m.Stats().Peak
	e.main.Close()
	e.parts.Close()
}

// run finds all of the answer.
func (e *enumeration) run() error {
	for {
		switch status, err := e.check(e.main); {
		case err != nil:
			return err
		case status == smt.Unsat:
			return nil
		}
		e.stats.Models++
		if e.lim.Models > 0 && e.stats.Models > e.lim.Models {
			return &LimitError{e.stats.Solver, "models", int64(e.lim.Models)}
		}
		before := e.stats.Checks
		more, err := e.generalise(e.main.Model())
		if err != nil {
			return err
		}
		e.adapt(e.stats.Checks-before, more)
		e.add(more)
		rest := e.q.Factory.Not(more.term)
		e.main.Assert(rest)
		e.parts.Assert(rest)
	}
}

// adapt changes the budget of parts: where more was asked than found, valuations one by one are
// cheaper.
func (e *enumeration) adapt(asked int, more *subset) {
	gain := bdd.SatCount(e.m, e.m.Diff(more.f, e.found), len(e.q.Important))
	switch {
	case asked == 0:
	case gain.Cmp(big.NewInt(int64(asked))) < 0:
		e.budget /= 4
	case e.budget < maxPart:
		e.budget = 2*e.budget + 1
	}
}

// check asks a solver.
func (e *enumeration) check(s smt.Solver) (smt.Status, error) {
	if err := e.ctx.Err(); err != nil {
		return smt.Unknown, &InterruptedError{e.stats.Solver, err}
	}
	e.stats.Checks++
	r := s.Check()
	if r.Status != smt.Unknown {
		return r.Status, nil
	}
	if err := e.ctx.Err(); err != nil {
		return r.Status, &InterruptedError{e.stats.Solver, err}
	}
	if e.lim.Checks > 0 && strings.Contains(r.Reason, "resource") {
		return r.Status, &LimitError{e.stats.Solver, "prover steps", int64(e.lim.Checks)}
	}
	return r.Status, &RefusedError{e.stats.Solver, "the prover doesn't know: " + r.Reason}
}

// subset is a set of valuations, as a formula over important constants and as a diagram.
type subset struct {
	term smt.Term
	f    bdd.Node
}

// add puts valuations to those that are found.
func (e *enumeration) add(s *subset) {
	f := e.m.Ref(e.m.Or(e.found, s.f))
	e.m.Deref(e.found)
	e.found = f
	e.m.SafePoint()
}

// cube returns the valuations that agree with a model in the given places.
func (e *enumeration) cube(model *smt.Model, places []int) *subset {
	lits := make([]smt.Term, len(places))
	values := make([]bdd.Literal, len(places))
	for i, p := range places {
		v, _ := model.Value(e.q.Important[p])
		values[i] = bdd.Literal{Var: p, Value: v.Bool()}
		lits[i] = e.literal(values[i])
	}
	return &subset{e.q.Factory.And(lits...), bdd.Conjunction(e.m, values)}
}
