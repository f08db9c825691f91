package bebop_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/boolprog/interp"
	"hardbop/internal/bpgen"
)

var factor = flag.Uint64("programs", 1, "multiplies the number of random programs")

// programs calls f with random programs that the explicit checker can take, and its
// answer; every other looks for a label. It returns how many there were.
func programs(t *testing.T, n, salt uint64, f func(p *boolprog.Program, opt bebop.Options, want *interp.Result)) int {
	count := 0
	for seed := range n * *factor {
		r := rand.New(rand.NewPCG(seed, salt))
		c := bpgen.Small()
		if seed%3 == 0 {
			c.Globals, c.Locals, c.Formals, c.Stmts = 3, 4, 3, 4
		}
		p := bpgen.Program(r, c)
		if seed%4 < 2 {
			addGroups(r, p)
		}
		if err := boolprog.Check(p, ""); err != nil {
			t.Fatal(err)
		}
		graphs := boolprog.BuildGraphs(p)
		opt, explicit := bebop.Options{}, interp.Options{MaxEdges: 1 << 14}
		if seed%2 == 0 && hasLabel(graphs) {
			opt = bebop.Options{Labels: []string{bpgen.ErrorLabel}, IgnoreAsserts: true}
			explicit.Label, explicit.IgnoreAsserts = bpgen.ErrorLabel, true
		}
		want, err := interp.Check(graphs, explicit)
		if err != nil {
			continue
		}
		count++
		f(p, opt, want)
	}
	return count
}

// addGroups adds groups of formals, locals and both to procedures.
func addGroups(r *rand.Rand, p *boolprog.Program) {
	for _, q := range p.Procs {
		var names []string
		for _, vars := range [][]*boolprog.Var{q.Formals, q.Locals} {
			if r.IntN(3) > 0 {
				names = nil
			}
			for _, v := range vars {
				names = append(names, v.Name)
			}
			if len(names) > 1 && r.IntN(2) == 0 {
				p.AddGroup(q, names...)
			}
		}
	}
}

func hasLabel(graphs []*boolprog.Graph) bool {
	return slices.ContainsFunc(graphs, func(g *boolprog.Graph) bool {
		_, ok := g.LabelNode(bpgen.ErrorLabel)
		return ok
	})
}

// replay replays a path. Asserts at the end of a path to a label are cut off: Replay
// would take the last one for one that fails.
func replay(t *testing.T, r *bebop.Result, e bebop.Error) {
	t.Helper()
	path := e.Path
	for !e.Assert && r.Graphs[path[len(path)-1].Proc].Nodes[path[len(path)-1].Node].Kind == boolprog.NodeAssert {
		path = path[:len(path)-1]
	}
	if err := interp.Replay(r.Graphs, path); err != nil {
		t.Fatalf("%v\n%s", err, r.Graphs[0].Prog)
	}
}

// TestOracle compares verdicts, shortest lengths and paths with the explicit checker.
func TestOracle(t *testing.T) {
	unsafe := 0
	n := programs(t, 1000, 7, func(p *boolprog.Program, opt bebop.Options, want *interp.Result) {
		r, err := bebop.Check(context.Background(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		if (r.Verdict == bebop.Unsafe) != want.Unsafe {
			t.Fatalf("%v, but unsafe is %v\n%s", r.Verdict, want.Unsafe, p)
		}
		if !want.Unsafe {
			return
		}
		unsafe++
		e := r.Errors[0]
		replay(t, r, e)
		if e.Length != want.Length {
			t.Fatalf("length %d, shortest is %d\n%s", e.Length, want.Length, p)
		}
	})
	t.Logf("%d programs, %d unsafe", n, unsafe)
}

// TestPaths asks for several paths: each is a run to an error, no two are the same, and
// none is shorter than the first.
func TestPaths(t *testing.T) {
	count := map[int]int{}
	programs(t, 600, 9, func(p *boolprog.Program, opt bebop.Options, want *interp.Result) {
		opt.MaxPaths = 8
		r, err := bebop.Check(context.Background(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		count[len(r.Errors)]++
		seen := map[string]bool{}
		for _, e := range r.Errors {
			replay(t, r, e)
			if e.Length < want.Length {
				t.Fatalf("a path of length %d, the shortest has %d\n%s", e.Length, want.Length, p)
			}
			key := ""
			for _, s := range e.Path {
				key += fmt.Sprintf("%d.%d ", s.Proc, s.Node)
			}
			if seen[key] {
				t.Fatalf("two paths through the same nodes\n%s", p)
			}
			seen[key] = true
		}
	})
	t.Logf("programs by number of paths: %v", count)
}

// TestInvariants compares the reachable states at every node with the explicit ones.
func TestInvariants(t *testing.T) {
	nodes := 0
	programs(t, 400, 8, func(p *boolprog.Program, opt bebop.Options, want *interp.Result) {
		opt.Invariants, opt.MaxPaths = true, -1
		r, err := bebop.Check(context.Background(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		reached, _, err := bebop.Reach(context.Background(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		for q, g := range r.Graphs {
			for n := range g.Nodes {
				nodes++
				compareStates(t, r, want, g, q, n)
				if got := reached[q][n]; got != (len(want.Reachable(q, n)) > 0) {
					t.Fatalf("%s, node %d: reached is %v\n%s", g.Proc.Name, n, got, p)
				}
			}
		}
	})
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
