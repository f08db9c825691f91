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
