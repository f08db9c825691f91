package paq_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"hardbop/internal/paq"
	"hardbop/internal/paq/paqtest"
	"hardbop/internal/smt"
)

// planted is a solver that does what a test wants.
type planted struct {
	name  string
	wait  bool // for the context to end
	err   error
	panic any
	real  paq.Solver
	ended chan string
}

func (p planted) Name() string { return p.name }

func (p planted) Solve(ctx context.Context, q *paq.Query, lim paq.Limits) (*paq.Answer, *paq.Stats, error) {
	defer func() { p.ended <- p.name }()
	stats := &paq.Stats{Solver: p.name, Models: 1}
	switch {
	case p.panic != nil:
		panic(p.panic)
	case p.wait:
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Second):
			panic("nobody stops " + p.name)
		}
		time.Sleep(20 * time.Millisecond)
		return nil, stats, &paq.InterruptedError{Solver: p.name, Err: ctx.Err()}
	case p.err != nil:
		return nil, stats, p.err
	}
	a, _, err := p.real.Solve(ctx, q, lim)
	return a, stats, err
}

// TestRace lets slow, failing and faulty solvers run against one that finds the answer.
func TestRace(t *testing.T) {
	f := smt.NewFactory()
	q := paqtest.Fragment(f, 1, paqtest.Size{Locations: 4, Vars: 2, Preds: 3, Coef: 1, Const: 2})
	want, _, err := paq.LDD{}.Solve(context.Background(), q, paq.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan string, 10)
	good := planted{name: "good", real: paq.LDD{}, ended: ended}
	slow := planted{name: "slow", wait: true, ended: ended}
	no := planted{name: "no", err: &paq.RefusedError{Solver: "no", Reason: "I don't like it"}, ended: ended}
	full := planted{name: "full", err: &paq.LimitError{Solver: "full", What: "nodes", Max: 3}, ended: ended}
	for _, r := range [][]paq.Solver{{good, slow}, {slow, good}, {no, good}, {good, full}, {slow, no, good}, {good, good}} {
		a, stats, err := paq.Race{Called: "race", Solvers: r}.Solve(context.Background(), q, paq.Limits{})
		if err != nil || !a.Equal(want) || stats.Solver != "good" {
			t.Errorf("%v, %v", a, err)
		}
		if len(ended) != len(r) {
			t.Errorf("%d of %d have ended", len(ended), len(r))
		}
		for len(ended) > 0 {
			<-ended
		}
	}
	_, stats, err := paq.Race{Called: "race", Solvers: []paq.Solver{no, full}}.Solve(context.Background(), q, paq.Limits{})
	var lost *paq.LostError
	var refused *paq.RefusedError
	var limit *paq.LimitError
	if !errors.As(err, &lost) || !errors.As(err, &refused) || !errors.As(err, &limit) || stats.Solver != "race" || stats.Models != 2 ||
		err.Error() != "no refuses: I don't like it; full: more than 3 nodes" {
		t.Errorf("%v, %+v", err, stats)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	_, _, err = paq.Race{Called: "race", Solvers: []paq.Solver{slow, no}}.Solve(ctx, q, paq.Limits{})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	defer func() {
		if recover() != "on purpose" {
			t.Error("a panic is lost")
		}
	}()
	faulty := planted{name: "faulty", panic: "on purpose", ended: ended}
	paq.Race{Solvers: []paq.Solver{good, faulty}}.Solve(context.Background(), q, paq.Limits{})
}

// TestMin: whoever wins, the answer is the same; what one refuses, the other answers; and the
// loser stops.
func TestMin(t *testing.T) {
	f := smt.NewFactory()
	b := newBackend(t, f)
	for seed := range uint64(20) {
		q := paqtest.Fragment(f, seed, paqtest.Size{Locations: 6, Vars: 3, Preds: 4, Coef: 2, Const: 3, Bound: 9, Odd: seed%2 == 0})
		want, _, err := paq.AllSAT{Backend: b}.Solve(context.Background(), q, paq.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		a, _, err := paq.Min(paq.AllSAT{Backend: b}, paq.LDD{}).Solve(context.Background(), q, paq.Limits{})
		if err != nil || !a.Equal(want) {
			t.Errorf("%d: %v, expected %v; %v", seed, a, want, err)
		}
	}
	q := read(t, f, "(assert (= b (= (* x y) 2)))(assert (= x 1))")
	if a, stats, err := paq.Min(paq.AllSAT{Backend: b}, paq.LDD{}).Solve(context.Background(), q, paq.Limits{}); err != nil || stats.Solver != "allsat" {
		t.Errorf("%v, %+v, %v", a, stats, err)
	}
}
