package cegar

import (
	"context"
	"errors"
	"fmt"
	"hardbop/internal/enc"
	"reflect"
	"strings"
	"testing"

	"hardbop/boolprog"
	"hardbop/c2bp"
	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/interval"
	"hardbop/internal/lbe"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/internal/result"
)

// text is a program with two paths to its return, which is the error.
const text = `
int main(void) {
  int x;
  if (x) x = 1; else x = 2;
  return x;
}
`

// world is a program with its points and tools that answer as the test says.
type world struct {
	t      *testing.T
	in     c2bp.Input
	branch *cil.Node
	end    *cil.Node
	x      *cil.Var

	paths   func(round int, label string) Check // of the checker
	analyse func(p *path.Path, level int) Analysis
	recheck Recheck
	rounds  int
	levels  []int
}

func newWorld(t *testing.T) *world {
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, in: c2bp.Input{Prog: prog, Entry: prog.FuncNamed("main")}}
	for _, n := range w.in.Entry.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Branch:
			w.branch = n
		case *cil.Return:
			w.end = n
			w.x = in.E.(*cil.Load).L.Base
		}
	}
	w.in.Targets = []c2bp.Target{{Node: w.end, Label: "ERROR"}}
	return w
}

// noProver is a prover that knows nothing.
type noProver struct{}

func (noProver) Session([]cil.Expr) c2bp.Session              { return noProver{} }
func (noProver) Group() c2bp.Group                            { panic("no large blocks here") }
func (noProver) Cover(*lbe.Query, *boolprog.Expr) []*cil.Node { panic("no large blocks here") }
func (noProver) Way(*lbe.Query, func(string) bool) ([]*cil.Node, []int, bool) {
	panic("no large blocks here")
}
func (noProver) Check([]c2bp.Literal) (bool, []interval.Truth) { return false, nil }
func (noProver) Exclude([]c2bp.Literal)                        {}
func (noProver) Close()                                        {}
func (w *world) Analyse(p *path.Path, level int) Analysis {
	w.levels = append(w.levels, level)
	return w.analyse(p, level)
}
func (w *world) Fragments(*c2bp.Activation, int) Fragments { panic("no large blocks here") }
func (w *world) Recheck(*path.Path) Recheck                { return w.recheck }
func (w *world) Doubt(*path.Path) Recheck                  { return w.recheck }
func (w *world) Check(_ *boolprog.Program, label string) Check {
	if label == "" {
		w.rounds++
	}
	return w.paths(w.rounds, label)
}

// origins are those of the path through one side of the branch.
func (w *world) origins(side string) []c2bp.Taken {
	return []c2bp.Taken{{Origin: fmt.Sprintf("main:%d%s", w.branch.ID, side)}, {Origin: fmt.Sprintf("main:%d!", w.end.ID)}}
}

// bothPaths is a checker that always finds both paths.
func (w *world) bothPaths(int, string) Check {
	return Check{Paths: [][]c2bp.Taken{w.origins("+"), w.origins("-")}}
}

// predicate is x == k.
func (w *world) predicate(k int64) *pred.Set {
	intType := w.in.Prog.Model.Int(cil.Int)
	e := &cil.Binary{Op: cil.Eq, X: cil.LoadVar(w.x), Y: cil.IntConst(intType, k), T: intType}
	return &pred.Set{Preds: []*pred.Pred{{Scope: w.in.Entry, E: e}}}
}

func (w *world) run(task Task) (*Outcome, error) {
	ab := c2bp.New(w.in, c2bp.Options{}, noProver{})
	task.Input = w.in
	return Run(context.Background(), task, Stages{Abstracter: ab, Checker: w, Analyst: w, Stats: func() c2bp.Stats { return ab.Stats }}, nil)
}

// expect runs the loop and compares verdict, reason code and rounds.
func (w *world) expect(task Task, v result.Verdict, code string, rounds int) *Outcome {
	w.t.Helper()
	out, err := w.run(task)
	if err != nil {
		w.t.Fatal(err)
	}
	got := ""
	if out.Reason != nil {
		got = out.Reason.Code
	}
	if out.Verdict != v || got != code || out.Iterations != rounds {
		w.t.Errorf("%s %q after %d rounds, expected %s %q after %d", out.Verdict, got, out.Iterations, v, code, rounds)
	}
	return out
}

func infeasible(preds *pred.Set) Analysis { return Analysis{Kind: Infeasible, Preds: preds} }

func TestSafeAtOnce(t *testing.T) {
	w := newWorld(t)
	w.paths = func(int, string) Check { return Check{} }
	w.expect(Task{}, result.Safe, "", 1)
}

func TestSafeAfterRefinement(t *testing.T) {
	w := newWorld(t)
	w.paths = func(round int, label string) Check {
		if round > 1 {
			return Check{}
		}
		return w.bothPaths(round, label)
	}
	w.analyse = func(p *path.Path, _ int) Analysis { return infeasible(w.predicate(1)) }
	out := w.expect(Task{}, result.Safe, "", 2)
	if len(out.Preds.Preds) != 1 {
		t.Errorf("%d predicates, expected the learnt one", len(out.Preds.Preds))
	}
}

func TestUnsafe(t *testing.T) {
	w := newWorld(t)
	w.paths = w.bothPaths
	w.analyse = func(*path.Path, int) Analysis { return Analysis{Kind: Feasible} }
	w.recheck = Recheck{Kind: Feasible, Notes: []string{"note"}, Undefined: &enc.Breach{}}
	out := w.expect(Task{}, result.Unsafe, "", 1)
	if out.Path == nil || !reflect.DeepEqual(out.Notes, []string{"note"}) || out.Undefined == nil {
		t.Errorf("the path or what is known of it got lost: %+v", out)
	}
}

// TestRecheckLowers lets the bit-precise check disagree.
func TestRecheckLowers(t *testing.T) {
	for _, test := range []struct {
		r    Recheck
		code string
	}{
		{Recheck{Kind: Infeasible, Why: "with machine integers"}, "bits-infeasible"},
		{Recheck{Kind: Undecided, Code: "weak-memory", Why: "?"}, "weak-memory"},
		{Recheck{Kind: Undecided, Code: "not a code", Why: "?"}, "unsupported"},
	} {
		w := newWorld(t)
		w.paths = w.bothPaths
		w.analyse = func(*path.Path, int) Analysis { return Analysis{Kind: Feasible} }
		w.recheck = test.r
		if out := w.expect(Task{}, result.Unknown, test.code, 1); out.Path != nil {
			t.Errorf("%s: an UNKNOWN has a path", test.code)
		}
	}
}

// TestCorePlaces names the places that contradict each other.
func TestCorePlaces(t *testing.T) {
	w := newWorld(t)
	w.paths = w.bothPaths
	w.analyse = func(*path.Path, int) Analysis { return Analysis{Kind: Feasible} }
	w.recheck = Recheck{Kind: Infeasible, Core: []int{0, 1, 2, 3}, Why: "with machine integers"}
	out := w.expect(Task{}, result.Unknown, "bits-infeasible", 1)
	if !strings.HasSuffix(out.Reason.Text, "; these lines can't be run one after the other: t.c:2, t.c:3, t.c:4") {
		t.Errorf("reason: %s", out.Reason.Text)
	}
}

func TestAnalystGivesUp(t *testing.T) {
	w := newWorld(t)
	w.paths = w.bothPaths
	w.analyse = func(*path.Path, int) Analysis { return Analysis{Why: "hard"} }
	w.expect(Task{}, result.Unknown, "solver-unknown", 1)
}

func TestCheckerGivesUp(t *testing.T) {
	for _, code := range []string{"bdd-nodes", "interrupted"} {
		w := newWorld(t)
		w.paths = func(int, string) Check { return Check{Unknown: code} }
		w.expect(Task{}, result.Unknown, code, 1)
	}
}

// TestNoProgress has an analyst that says the same on every level: each path is looked at
// on all levels, then the nodes of the first are abstracted exactly, then the loop ends.
func TestNoProgress(t *testing.T) {
	w := newWorld(t)
	w.paths = w.bothPaths
	w.analyse = func(*path.Path, int) Analysis { return infeasible(w.predicate(1)) }
	w.expect(Task{Start: w.predicate(1)}, result.Unknown, "no-progress", 2)
	if want := []int{0, 0, 1, 2, 3, 1, 2, 3}; !reflect.DeepEqual(w.levels, want) {
		t.Errorf("levels %v, expected %v", w.levels, want)
	}
}

// TestEscalation finds something on level 2, and doesn't look further then.
func TestEscalation(t *testing.T) {
	w := newWorld(t)
	w.paths = func(round int, label string) Check {
		if round > 1 {
			return Check{}
		}
		return w.bothPaths(round, label)
	}
	w.analyse = func(_ *path.Path, level int) Analysis {
		if level == 2 {
			return infeasible(w.predicate(7))
		}
		return infeasible(&pred.Set{})
	}
	w.expect(Task{}, result.Safe, "", 2)
	if want := []int{0, 0, 1, 2}; !reflect.DeepEqual(w.levels, want) {
		t.Errorf("levels %v, expected %v", w.levels, want)
	}
}

// TestIterations has an analyst that always learns: the limit ends the loop, and rounds
// of earlier runs count.
func TestIterations(t *testing.T) {
	for _, before := range []int{0, 2} {
		w := newWorld(t)
		k := int64(0)
		w.paths = func(round int, _ string) Check {
			side := "+-"[round%2]
			return Check{Paths: [][]c2bp.Taken{w.origins(string(side))}}
		}
		w.analyse = func(*path.Path, int) Analysis { k++; return infeasible(w.predicate(k)) }
		w.expect(Task{MaxIterations: 5, Before: before}, result.Unknown, "iterations", 5)
		if w.rounds != 5-before {
			t.Errorf("%d rounds after %d", w.rounds, before)
		}
	}
}

// TestOpaque reaches a point that isn't modelled: never UNSAFE, and SAFE only if it can't
// be reached.
func TestOpaque(t *testing.T) {
	for _, kind := range []Kind{Feasible, Infeasible} {
		w := newWorld(t)
		w.end.Instr = &cil.Opaque{Code: "setjmp", What: "setjmp"}
		w.in.Targets = nil
		w.paths = func(round int, label string) Check {
			if label == "" || round > 1 {
				return Check{}
			}
			o := w.origins("+")
			o[1].Origin = strings.TrimSuffix(o[1].Origin, "!")
			return Check{Paths: [][]c2bp.Taken{o}}
		}
		w.analyse = func(*path.Path, int) Analysis { return Analysis{Kind: kind, Preds: w.predicate(1)} }
		w.recheck = Recheck{Kind: Feasible}
		if kind == Feasible {
			w.expect(Task{}, result.Unknown, "setjmp", 1)
		} else {
			w.expect(Task{}, result.Safe, "", 2)
		}
	}
}

func TestDumpError(t *testing.T) {
	w := newWorld(t)
	w.paths = w.bothPaths
	ab := c2bp.New(w.in, c2bp.Options{}, noProver{})
	full := errors.New("disk full")
	st := Stages{Abstracter: ab, Checker: w, Analyst: w, Stats: func() c2bp.Stats { return ab.Stats },
		Dump: func(int, *pred.Set, *c2bp.Abstraction, []*path.Path) error { return full }}
	if _, err := Run(context.Background(), Task{Input: w.in}, st, nil); err != full {
		t.Errorf("error %v", err)
	}
}

// TestSameAgain runs a refinement twice.
func TestSameAgain(t *testing.T) {
	var outs []string
	for range 2 {
		w := newWorld(t)
		k := int64(0)
		w.paths = w.bothPaths
		w.analyse = func(*path.Path, int) Analysis { k++; return infeasible(w.predicate(k)) }
		out, err := w.run(Task{})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s %v %d %v\n", out.Verdict, *out.Reason, out.Iterations, w.levels)
		if err := pred.Write(&b, out.Preds); err != nil {
			t.Fatal(err)
		}
		outs = append(outs, b.String())
	}
	if outs[0] != outs[1] {
		t.Errorf("two runs differ:\n%s\n%s", outs[0], outs[1])
	}
}

// TestCancelled gives up in the middle.
func TestCancelled(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(context.Background())
	k := int64(0)
	w.paths = w.bothPaths
	w.analyse = func(*path.Path, int) Analysis {
		if k++; k == 6 {
			cancel()
		}
		return infeasible(w.predicate(k))
	}
	ab := c2bp.New(w.in, c2bp.Options{}, noProver{})
	out, err := Run(ctx, Task{Input: w.in}, Stages{Abstracter: ab, Checker: w, Analyst: w, Stats: func() c2bp.Stats { return ab.Stats }}, nil)
	if err != nil || out.Verdict != result.Unknown || out.Reason.Code != "interrupted" || out.Iterations >= 500 {
		t.Errorf("%+v %v", out, err)
	}
}
