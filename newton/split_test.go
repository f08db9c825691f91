package newton

import (
	"math/rand"
	"slices"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/effects"
	"hardbop/internal/enc"
	"hardbop/internal/path"
	"hardbop/internal/pointsto"
)

// tangled is a function whose nodes lead to random others, mostly to later ones; some to the
// exit, if leaves says so.
func tangled(t *testing.T, r *rand.Rand, leaves bool) *cil.Program {
	text := "void main() {\nint x;\nint y;\nint z;\n"
	for range 5 + r.Intn(12) {
		text += []string{"if (x > 1) {\ny = z;\n} else {\n}\n", "if (y > 1) {\n} else {\n}\n", "z = x;\n", "assume(y < 9);\n", "assume(z > x);\n", "y = 2;\n", "if (z > 1) {\nx = y;\n} else {\nz = 3;\n}\n"}[r.Intn(7)]
	}
	prog := miniProgram(t, text+"error();\n}")
	f := prog.FuncNamed("main")
	for i, n := range f.Nodes {
		for k := range n.Succs {
			if to := i + r.Intn(8) - 3; r.Intn(4) == 0 && to < len(f.Nodes) && to > 0 {
				n.Succs[k] = f.Nodes[to]
			}
			if leaves && r.Intn(12) == 0 {
				n.Succs[k] = f.Exit
			}
			if len(n.Labels) > 0 && r.Intn(2) == 0 {
				n.Succs[k] = n
			}
		}
	}
	f.Finish()
	return prog
}

// stroll is a random path from the entry of a function to anywhere.
func stroll(r *rand.Rand, f *cil.Func) *path.Path {
	p := &path.Path{}
	for n := f.Entry; ; {
		k := 0
		if len(n.Succs) > 1 {
			k = r.Intn(2)
		}
		p.Steps = append(p.Steps, path.Step{Node: n, Taken: k})
		if len(n.Succs) == 0 || len(p.Steps) > 10 && r.Intn(15) == 0 || n.Succs[k] == n {
			return p
		}
		n = n.Succs[k]
	}
}

// TestSplits finds the same slices with and without the regions that are split at branches
// that were left out.
func TestSplits(t *testing.T) {
	left := 0
	for seed := range int64(8000) {
		r := rand.New(rand.NewSource(seed))
		prog := tangled(t, r, seed%2 == 0)
		f := prog.FuncNamed("main")
		p := stroll(r, f)
		s := NewSlicer(effects.New(pointsto.Analyze(prog, f), enc.ExternOneLevel))
		got := s.Slice(p)
		s.cycles[f] = map[*cil.Node]bool{}
		for _, n := range f.Nodes {
			s.cycles[f][n] = true // no branch splits a region
		}
		asked := len(s.regions)
		want := s.Slice(p)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: slices differ:\n%v\n%v\n%v", seed, got, want, p.Steps)
		}
		left += len(s.regions) - asked
	}
	if t.Logf("%d regions were split", left); left < 1000 {
		t.Error("too few")
	}
}
