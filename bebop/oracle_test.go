package bebop_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/boolprog/interp"
	"hardbop/internal/bpgen"
)

// TestOracle compares verdicts, shortest lengths and paths with the explicit checker.
func TestOracle(t *testing.T) {
	compared, unsafe := 0, 0
	for seed := range uint64(1500) {
		p := bpgen.Program(rand.New(rand.NewPCG(seed, 7)), bpgen.Small())
		if err := boolprog.Check(p, ""); err != nil {
			t.Fatal(err)
		}
		want, err := interp.Check(boolprog.BuildGraphs(p), interp.Options{MaxEdges: 1 << 16})
		if err != nil {
			continue
		}
		compared++
		r, err := bebop.Check(context.Background(), p, bebop.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if (r.Verdict == bebop.Unsafe) != want.Unsafe {
			t.Fatalf("seed %d: %v, but unsafe is %v\n%s", seed, r.Verdict, want.Unsafe, p)
		}
		if !want.Unsafe {
			continue
		}
		unsafe++
		e := r.Errors[0]
		if err := interp.Replay(r.Graphs, e.Path); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, p)
		}
		if e.Length != want.Length {
			t.Fatalf("seed %d: length %d, shortest is %d\n%s", seed, e.Length, want.Length, p)
		}
	}
	t.Logf("%d programs compared, %d unsafe", compared, unsafe)
}

// TestInvariants compares the reachable states at every node with the explicit ones.
func TestInvariants(t *testing.T) {
	nodes := 0
	for seed := range uint64(400) {
		p := bpgen.Program(rand.New(rand.NewPCG(seed, 8)), bpgen.Small())
		if err := boolprog.Check(p, ""); err != nil {
			t.Fatal(err)
		}
		graphs := boolprog.BuildGraphs(p)
		want, err := interp.Check(graphs, interp.Options{MaxEdges: 1 << 14})
		if err != nil {
			continue
		}
		r, err := bebop.Check(context.Background(), p, bebop.Options{Invariants: true, MaxPaths: -1})
		if err != nil {
			t.Fatal(err)
		}
		for q, g := range graphs {
			for n := range g.Nodes {
				nodes++
				compareStates(t, r, want, g, q, n)
			}
		}
	}
	t.Logf("%d nodes compared", nodes)
}

// compareStates compares the states that reach a node.
func compareStates(t *testing.T, r *bebop.Result, want *interp.Result, g *boolprog.Graph, q, n int) {
	t.Helper()
	e, err := r.Reachable(q, n)
	if err != nil {
		t.Fatal(err)
	}
	slots := g.FirstResult()
	reachable := map[uint64]bool{}
	for _, v := range want.Reachable(q, n) {
		if len(v) > 0 {
			reachable[v[0]&(1<<slots-1)] = true
		} else {
			reachable[0] = true
		}
	}
	for bits := range uint64(1) << slots {
		v := boolprog.NewValuation(g.NumSlots())
		if len(v) > 0 {
			v[0] = bits
		}
		if !enforced(g, n, v) {
			continue
		}
		if got := holds(g, e, v); got != reachable[bits] {
			t.Fatalf("%s, node %d: %s is %v in state %b\n%s", g.Proc.Name, n, e, got, bits, g.Prog)
		}
	}
}

// enforced reports whether the enforce conditions of a node, without choices in them,
// allow a state.
func enforced(g *boolprog.Graph, n int, v boolprog.Valuation) bool {
	for _, e := range g.Nodes[n].Enforce {
		if !may(g, e, v, true) {
			return false
		}
	}
	return true
}

// holds evaluates a formula without choices.
func holds(g *boolprog.Graph, e *boolprog.Expr, v boolprog.Valuation) bool { return may(g, e, v, true) }

// may reports whether some choices give e a value.
func may(g *boolprog.Graph, e *boolprog.Expr, v boolprog.Valuation, value bool) bool {
	a := func(i int, value bool) bool { return may(g, e.Args[i], v, value) }
	switch e.Op {
	case boolprog.OpFalse, boolprog.OpTrue:
		return (e.Op == boolprog.OpTrue) == value
	case boolprog.OpNondet:
		return true
	case boolprog.OpVar:
		return v.Get(g.Slot(e.Ref)) == value
	case boolprog.OpNot:
		return a(0, !value)
	case boolprog.OpAnd, boolprog.OpOr:
		all := (e.Op == boolprog.OpAnd) == value
		for i := range e.Args {
			if a(i, value) != all {
				return !all
			}
		}
		return all
	case boolprog.OpImplies:
		if value {
			return a(0, false) || a(1, true)
		}
		return a(0, true) && a(1, false)
	case boolprog.OpEq, boolprog.OpNe, boolprog.OpXor:
		same := (e.Op == boolprog.OpEq) == value
		return a(0, false) && a(1, !same) || a(0, true) && a(1, same)
	case boolprog.OpSchoose:
		if value {
			return a(0, true) || a(1, false)
		}
		return a(0, false)
	}
	return mayOne(g, e, v, value)
}

// mayOne counts the arguments that are true in every possible way.
func mayOne(g *boolprog.Graph, e *boolprog.Expr, v boolprog.Valuation, value bool) bool {
	counts := map[int]bool{0: true}
	for _, arg := range e.Args {
		next := map[int]bool{}
		for n := range counts {
			next[n] = next[n] || may(g, arg, v, false)
			next[n+1] = next[n+1] || may(g, arg, v, true)
			for k, possible := range next {
				if !possible {
					delete(next, k)
				}
			}
		}
		counts = next
	}
	if value {
		return counts[1]
	}
	return len(counts) > 1 || !counts[1]
}
