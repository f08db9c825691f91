package paq

import (
	"context"
	"errors"
	"runtime/debug"
)

// Race lets several solvers answer a query at the same time: the first answer counts, and the
// others are told to stop and waited for. It fails only where each of them fails. As an
// answer depends on the query only, it doesn't matter who wins; the statistics are the
// winner's.
//
// Solvers don't share anything but the query and its factory. Each [AllSAT] needs a back end
// of its own.
type Race struct {
	Called  string // the race's name
	Solvers []Solver
}

// Min is the race between an SMT solver and linear decision diagrams, the paper's MIN.
func Min(a AllSAT, l LDD) Race { return Race{"min", []Solver{a, l}} }

// Name returns the race's name.
func (r Race) Name() string { return r.Called }

// entry is how a solver did.
type entry struct {
	place   int
	answer  *Answer
	stats   *Stats
	err     error
	trouble any // what it panicked with
}

// Solve answers a query.
func (r Race) Solve(ctx context.Context, q *Query, lim Limits) (*Answer, *Stats, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	finish := make(chan entry)
	for i, s := range r.Solvers {
		go func() { finish <- runner(ctx, i, s, q, lim) }()
	}
	entries := make([]entry, len(r.Solvers))
	winner := -1
	for range r.Solvers {
		e := <-finish
		entries[e.place] = e
		var full *LimitError
		switch {
		case e.err == nil && e.trouble == nil && winner < 0:
			winner = e.place
			stop()
		case errors.As(e.err, &full) && full.What == "bytes":
			debug.FreeOSMemory() // for those who are still at work
		}
	}
	return r.result(entries, winner)
}

// runner runs a solver. A panic, which is a fault of ours, is for the race's own goroutine.
func runner(ctx context.Context, place int, s Solver, q *Query, lim Limits) (e entry) {
	e.place = place
	defer func() { e.trouble = recover() }()
	e.answer, e.stats, e.err = s.Solve(ctx, q, lim)
	return e
}

// result returns the winner's answer, or everybody's errors.
func (r Race) result(entries []entry, winner int) (*Answer, *Stats, error) {
	lost, sum := &LostError{}, &Stats{Solver: r.Name()}
	for _, e := range entries {
		if e.trouble != nil {
			panic(e.trouble)
		}
		lost.Errs = append(lost.Errs, e.err)
		if e.stats != nil {
			sum.add(e.stats)
		}
	}
	if winner < 0 {
		return nil, sum, lost
	}
	return entries[winner].answer, entries[winner].stats, nil
}

// add adds the work of another solver.
func (s *Stats) add(o *Stats) {
	s.Models += o.Models
	s.Checks += o.Checks
	s.Nodes += o.Nodes
	s.Steps += o.Steps
}
