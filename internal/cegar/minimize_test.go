package cegar

import (
	"context"
	"reflect"
	"testing"

	"hardbop/c2bp"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/internal/result"
)

// picker is a Minimizer that answers as the test says.
type picker struct {
	added  []*path.Path
	choose func() (*pred.Set, []*path.Path, bool)
	fewer  []*pred.Set // what Proved returns
	seen   pred.Set
	least  *pred.Set
	proofs []*pred.Set
}

func (m *picker) Add(p *path.Path, preds *pred.Set) {
	m.added = append(m.added, p)
	m.seen.Add(preds)
}
func (m *picker) Choose() (*pred.Set, []*path.Path, bool) { return m.choose() }
func (m *picker) Least() (*pred.Set, bool)                { return m.least, m.least != nil }
func (m *picker) Seen() *pred.Set                         { return &m.seen }
func (m *picker) Proved() (*pred.Set, bool) {
	if len(m.fewer) == 0 {
		return nil, false
	}
	s := m.fewer[0]
	m.fewer = m.fewer[1:]
	return s, true
}

// minimising runs the loop with m.
func (w *world) minimising(m *picker, task Task) *Outcome {
	w.t.Helper()
	ab := c2bp.New(w.in, c2bp.Options{}, noProver{})
	task.Input = w.in
	proof := func(out *Outcome) { m.proofs = append(m.proofs, out.Preds) }
	out, err := Run(context.Background(), task, Stages{Abstracter: ab, Checker: w, Analyst: w, Minimizer: m, Proof: proof, Stats: func() c2bp.Stats { return ab.Stats }}, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// unsafeUpTo is a checker that finds both paths in the first rounds.
func (w *world) unsafeUpTo(rounds int) {
	w.paths = func(round int, label string) Check {
		if round > rounds {
			return Check{}
		}
		return w.bothPaths(round, label)
	}
}

// TestChosenReplaces goes on with what is chosen, not with what was learnt.
func TestChosenReplaces(t *testing.T) {
	w := newWorld(t)
	w.unsafeUpTo(2)
	w.analyse = func(*path.Path, int) Analysis { return infeasible(w.predicate(1)) }
	k := int64(10)
	m := &picker{choose: func() (*pred.Set, []*path.Path, bool) { k++; return w.predicate(k), nil, true }}
	out := w.minimising(m, Task{})
	if out.Verdict != result.Safe || out.Iterations != 3 || !out.Preds.Same(w.predicate(12)) || len(m.added) != 4 {
		t.Errorf("%s after %d rounds with %v, %d paths", out.Verdict, out.Iterations, out.Preds.Preds, len(m.added))
	}
}

// TestFewerAreTried ends with the last proof when a try with fewer predicates fails, or the
// rounds are used up.
func TestFewerAreTried(t *testing.T) {
	for _, limit := range []int{0, 3} {
		w := newWorld(t)
		w.paths = func(round int, label string) Check {
			if round == 1 || round >= 4 {
				return w.bothPaths(round, label)
			}
			return Check{}
		}
		w.analyse = func(*path.Path, int) Analysis { return infeasible(w.predicate(1)) }
		chosen := false
		m := &picker{fewer: []*pred.Set{w.predicate(3), w.predicate(4)}}
		m.choose = func() (*pred.Set, []*path.Path, bool) {
			ok := !chosen
			chosen = true
			return w.predicate(2), nil, ok
		}
		out := w.minimising(m, Task{MaxIterations: limit})
		want := 4
		if limit > 0 {
			want = limit
		}
		if out.Verdict != result.Safe || out.Last == nil || out.Iterations != want || !out.Preds.Same(w.predicate(3)) {
			t.Errorf("limit %d: %s after %d rounds with %v", limit, out.Verdict, out.Iterations, out.Preds.Preds)
		}
		if len(m.proofs) != 2 || !m.proofs[0].Same(w.predicate(2)) || !m.proofs[1].Same(w.predicate(3)) {
			t.Errorf("limit %d: proofs on the way: %v", limit, m.proofs)
		}
	}
}

// TestProofStays has a proof whatever goes wrong while fewer predicates are looked for.
func TestProofStays(t *testing.T) {
	w := newWorld(t)
	w.paths = func(round int, label string) Check {
		switch round {
		case 1:
			return w.bothPaths(round, label)
		case 2:
			return Check{}
		}
		return Check{Unknown: "bdd-limit"}
	}
	w.analyse = func(*path.Path, int) Analysis { return infeasible(w.predicate(1)) }
	m := &picker{fewer: []*pred.Set{w.predicate(3)}, choose: func() (*pred.Set, []*path.Path, bool) { return w.predicate(2), nil, true }}
	if out := w.minimising(m, Task{}); out.Verdict != result.Safe || !out.Preds.Same(w.predicate(2)) || out.Reason != nil {
		t.Errorf("%s with %v: %v", out.Verdict, out.Preds.Preds, out.Reason)
	}
}

// TestOpenPaths looks at paths that nothing rules out on higher levels, and keeps all that was
// seen when that doesn't help.
func TestOpenPaths(t *testing.T) {
	w := newWorld(t)
	w.unsafeUpTo(1)
	w.analyse = func(_ *path.Path, level int) Analysis { return infeasible(w.predicate(int64(level))) }
	m := &picker{}
	m.choose = func() (*pred.Set, []*path.Path, bool) { return nil, m.added[:1], false }
	out := w.minimising(m, Task{})
	if out.Verdict != result.Safe || len(out.Preds.Preds) != Levels {
		t.Errorf("%s with %v", out.Verdict, out.Preds.Preds)
	}
	if want := []int{0, 0, 1, 2, 3}; !reflect.DeepEqual(w.levels, want) {
		t.Errorf("levels %v, expected %v", w.levels, want)
	}
}

// TestUnsafeWhileMinimising finds a path that can be run after predicates were chosen.
func TestUnsafeWhileMinimising(t *testing.T) {
	w := newWorld(t)
	w.unsafeUpTo(2)
	runs := false
	w.analyse = func(*path.Path, int) Analysis {
		if runs {
			return Analysis{Kind: Feasible}
		}
		return infeasible(w.predicate(1))
	}
	w.recheck = Recheck{Kind: Feasible}
	m := &picker{least: w.predicate(5), choose: func() (*pred.Set, []*path.Path, bool) { runs = true; return w.predicate(2), nil, true }}
	if out := w.minimising(m, Task{}); out.Verdict != result.Unsafe || out.Iterations != 2 || !out.Preds.Same(w.predicate(5)) {
		t.Errorf("%s after %d rounds with %v", out.Verdict, out.Iterations, out.Preds.Preds)
	}
}
