package bpgen_test

import (
	"math/rand/v2"
	"testing"

	"hardbop/boolprog"
	"hardbop/boolprog/interp"
	"hardbop/internal/bpgen"
)

// TestPrograms checks that programs are right, print and parse, can be explored, and
// that both verdicts and long paths through calls occur.
func TestPrograms(t *testing.T) {
	const programs = 400
	unsafe, large, withCalls, longest := 0, 0, 0, 0
	for seed := range uint64(programs) {
		p := bpgen.Program(rand.New(rand.NewPCG(seed, 0)), bpgen.Small())
		if err := boolprog.Check(p, ""); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, p)
		}
		q, err := boolprog.Read("p.bp", p.String(), boolprog.Options{})
		if err != nil || !boolprog.Equal(p, q) {
			t.Fatalf("seed %d: doesn't parse back (%v)\n%s", seed, err, p)
		}
		graphs := boolprog.BuildGraphs(p)
		r, err := interp.Check(graphs, interp.Options{MaxEdges: 1 << 16})
		if err != nil {
			large++
			continue
		}
		if !r.Unsafe {
			continue
		}
		unsafe++
		if err := interp.Replay(graphs, r.Path); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, p)
		}
		if got := r.Path.Length(graphs); got != r.Length {
			t.Fatalf("seed %d: length %d, path %d\n%s", seed, r.Length, got, p)
		}
		if returns(graphs, r.Path) {
			withCalls++
			if longest < r.Length {
				longest = r.Length
			}
		}
	}
	t.Logf("%d unsafe, %d too large, %d paths through calls, longest %d", unsafe, large, withCalls, longest)
	if unsafe < programs/10 || unsafe > programs*9/10 || large > programs/5 || withCalls < programs/50 {
		t.Errorf("too few of a kind: %d unsafe, %d too large, %d paths through calls", unsafe, large, withCalls)
	}
}

// returns reports whether a path passes an exit.
func returns(graphs []*boolprog.Graph, p boolprog.Path) bool {
	for _, s := range p {
		if graphs[s.Proc].Nodes[s.Node].Kind == boolprog.NodeExit {
			return true
		}
	}
	return false
}
