package environ_test

import (
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// TestOrder runs the environment of a driver that notices if it is called in the wrong
// order, with the wrong object or in the wrong context: with random choices, and random
// results of what the driver calls. All callbacks are reached.
func TestOrder(t *testing.T) {
	prog, e := withEnvironment(t, "../../../testdata/entries/order.c")
	reached := map[*cil.Func]bool{}
	rnd := rand.New(rand.NewPCG(1, 2))
	for run := range 2000 {
		cfg := interp.Config{
			Steps: 3000,
			Havoc: func(n *cil.Node, _ cil.Type) *big.Int {
				if n != nil && n.Func.Name == environ.Start { // 0 ends the loop: not too often
					return big.NewInt(max(rnd.Int64N(8), rnd.Int64N(3)))
				}
				return big.NewInt(rnd.Int64N(6))
			},
			Hook: func(_ *interp.State, n *cil.Node) {
				if n == n.Func.Entry {
					reached[n.Func] = true
				}
			},
			Extern: func(_ *interp.State, n *cil.Node, f *cil.Func, _ []interp.Value) (interp.Value, bool) {
				if f.Name == "reach_error" {
					t.Fatalf("run %d: %s: %s is called wrongly", run, n.Pos, n.Func.Name)
				}
				if f.Name == "malloc" {
					return interp.Value{}, false
				}
				return interp.Value{Int: big.NewInt(-int64(rnd.IntN(4) / 3))}, true
			},
		}
		if stop := interp.Run(prog, prog.FuncNamed(environ.Start), cfg); stop.Kind == interp.UB || stop.Kind == interp.Unmodelled {
			t.Fatalf("run %d: %v", run, stop)
		}
	}
	for _, c := range e.Callbacks {
		if !reached[prog.FuncNamed(c.Func.Name)] {
			t.Errorf("%s is never called", c.Name())
		}
	}
}

// withEnvironment reads a driver with its environment.
func withEnvironment(t *testing.T, file string) (*cil.Program, *environ.Environment) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return behind(t, cfront.File{Name: "order.c", Text: text})
}

// behind reads a driver with its environment behind it.
func behind(t *testing.T, f cfront.File) (*cil.Program, *environ.Environment) {
	t.Helper()
	us := units(t, f)
	e, err := environ.Make(us, find.Candidates(us), kinds.Known())
	if err != nil {
		t.Fatal(err)
	}
	f.Text = append(f.Text, e.Parts[0]...)
	prog, err := cfront.Load([]cfront.File{f}, cfront.Config{Entries: e.Entries()})
	if err != nil {
		t.Fatal(err)
	}
	environ.Weave(prog)
	return prog, e
}
