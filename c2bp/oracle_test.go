package c2bp

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
	bpinterp "hardbop/boolprog/interp"
	"hardbop/internal/cfront"
	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/pointsto"
	"hardbop/internal/pointsto/alias"
	"hardbop/internal/prep"
)

// This file compares the abstraction with the interpreter of C: whatever a program does
// in a run, its Boolean program must allow, for all predicates. Each step of the run is
// replayed with the values that the predicates really have (oracle_path_test.go), and
// every node that the run passes must be reachable.

var (
	oraclePrograms = flag.Int("programs", 4, "generated programs to abstract")
	oracleFirst    = flag.Uint64("first", 0, "seed of the first generated program")
)

// chosen returns the literals as conditions.
func chosen(conds []cil.Expr, lits []Literal) []cil.Expr {
	var conj []cil.Expr
	for _, l := range lits {
		e := conds[l.Cond]
		if l.Negated {
			e = cil.Not(e)
		}
		conj = append(conj, e)
	}
	return conj
}

// subject is a program under test.
type subject struct {
	text  string
	prog  *cil.Program
	in    Input
	opt   Options
	funcs []*cil.Func
}

// newSubject reads a program and prepares it as the refinement loop does.
func newSubject(t *testing.T, text string, propagate bool) *subject {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	main := prog.FuncNamed("main")
	pts := pointsto.Analyze(prog, main)
	s := &subject{text: text, prog: prog, in: Input{Prog: prog, Entry: main, Callees: pts.Callees}, opt: Options{Alias: alias.New(pts)}}
	if propagate {
		prep.Constants(prog, main, prep.Options{Callees: pts.Callees})
	}
	s.funcs = Reachable(s.in)
	return s
}

// oracleSubject is the program of a seed.
func oracleSubject(t *testing.T, seed uint64) *subject {
	return newSubject(t, cgen.Generate(seed, cgen.Options{Funcs: 2, Stmts: 3, Pointers: seed%2 == 0, Structs: seed%3 == 0,
		Arrays: seed%5 == 0, Types: seed%7 == 0, Recursion: seed%4 == 0, Nondet: true}), seed%6 == 5)
}

// TestRunsAreAllowed replays runs of generated programs step by step.
func TestRunsAreAllowed(t *testing.T) {
	backend := need.Backend(t)
	steps := 0
	for seed := *oracleFirst; seed < *oracleFirst+uint64(*oraclePrograms); seed++ {
		s := oracleSubject(t, seed)
		r := rand.New(rand.NewPCG(seed, 11))
		for k := range 3 {
			set := randomPreds(r, s, 2+r.IntN(4))
			s.opt.Exact = k == 2
			s.opt.CubeLength = 1 + r.IntN(5)/4
			ab := New(s.in, s.opt, NewProver(backend, s.prog, enc.Options{}))
			n, err := replayRun(ab, ab.Abstract(set), r)
			steps += n
			if err != nil {
				t.Fatalf("seed %d, set %d: %v\npredicates:\n%s\n%s", seed, k, err, predsText(set), s.text)
			}
		}
	}
	t.Logf("%d steps of Boolean programs", steps)
}

// TestReachedIsUnsafe asks the model checker for nodes that a run passes: none may be
// found unreachable.
func TestReachedIsUnsafe(t *testing.T) {
	backend := need.Backend(t)
	for seed := *oracleFirst; seed < *oracleFirst+uint64(*oraclePrograms); seed++ {
		s := oracleSubject(t, seed)
		r := rand.New(rand.NewPCG(seed, 13))
		run := record(s.prog, s.in.Entry, r, nil)
		for range 2 {
			in := s.in
			node := run[r.IntN(len(run))].node
			in.Targets = []Target{{node, "ERROR"}}
			set := randomPreds(r, s, 1+r.IntN(5))
			ab := New(in, s.opt, NewProver(backend, s.prog, enc.Options{}))
			bp := ab.Abstract(set).BP
			if err := boolprog.Check(bp, ""); err != nil {
				t.Fatal(err)
			}
			res, err := bebop.Check(context.Background(), bp, bebop.Options{MaxPaths: -1})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != bebop.Unsafe {
				t.Fatalf("seed %d: %v, but a run reaches node %d of %s, line %d\npredicates:\n%s\n%s\n%s", seed, res.Verdict, node.ID, node.Func.Name, node.Pos.Line, predsText(set), s.text, bp)
			}
		}
	}
}

// inputs returns small values from outside.
func inputs(r *rand.Rand) func(*cil.Node, cil.Type) *big.Int {
	return func(*cil.Node, cil.Type) *big.Int { return big.NewInt(r.Int64N(13) - 6) }
}

// replayRun runs the program and replays the run in its Boolean program. It returns the
// number of steps.
func replayRun(ab *Abstracter, abs *Abstraction, r *rand.Rand) (int, error) {
	if err := boolprog.Check(abs.BP, ""); err != nil {
		return 0, err
	}
	w := newWalker(ab, abs)
	w.run = record(ab.in.Prog, ab.in.Entry, r, w.values)
	path, err := w.walk()
	if err != nil {
		return 0, err
	}
	if len(path) == 0 {
		return 0, nil
	}
	if err := bpinterp.Replay(w.graphs, path); err != nil {
		return 0, fmt.Errorf("%w\n%s\n%s", err, w.show(path, err), abs.BP)
	}
	return len(path), nil
}
