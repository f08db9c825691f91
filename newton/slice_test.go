package newton

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/effects"
	"hardbop/internal/enc"
	"hardbop/internal/path"
	"hardbop/internal/pointsto"
	"hardbop/internal/pred"
)

// TestSlices compares slices of paths of generated programs with all runs: if the
// conditions of a slice don't contradict each other, some run gets to the end, unless it is
// stopped on a way that the path doesn't take.
func TestSlices(t *testing.T) {
	env := testEnv(t)
	shorter, free := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		g := &generator{t: rt}
		text := g.program()
		prog := miniProgram(t, text)
		startAtZero(prog)
		dropNested(prog.FuncNamed("main"))
		p := walk(rt, prog)
		e := *env
		e.Namer = pred.NewNamer(nil)
		s := NewSlicer(effects.New(pointsto.Analyze(prog, prog.FuncNamed("main")), enc.ExternOneLevel))
		e.only = s.Slice(p)
		for i, kept := range e.only {
			if _, ok := p.Steps[i].Node.Instr.(*cil.Branch); ok && !kept {
				shorter++
			}
		}
		out := (&checker{prog, p, &e}).refute()
		if out.Kind == Infeasible {
			return
		}
		if free++; !ends(prog, inputsOn(p)) {
			rt.Fatalf("the slice has no contradiction, but no run gets to the end\n%s", text)
		}
	})
	if shorter == 0 || free == 0 {
		t.Errorf("%d branches left out, %d slices without a contradiction", shorter, free)
	}
}

// TestSlicesRefute has programs whose end no run gets to: the slice of the path that takes
// the first side of each branch shows it.
func TestSlicesRefute(t *testing.T) {
	for name, c := range map[string]struct{ f, main string }{
		"the other side changes nothing": {"return a;", "if (y > 5) {\nx = 1;\n} else {\n}\nassume(x == 1);"},
		"by way of another":              {"return a;", "if (y > 5) {\nz = 1;\n} else {\n}\nx = z;\nassume(x == 1);"},
		"where a pointer leads":          {"return a;", "p = &x;\nif (y > 5) {\np = &g;\n} else {\n}\n*p = 1;\nassume(g == 1);"},
		"a callee on one side":           {"g = 1;\nreturn a;", "if (y > 5) {\nf(y);\n} else {\n}\nassume(g == 1);"},
		"a branch in a callee":           {"if (a > 5) {\ng = 1;\n} else {\n}\nreturn 0;", "z = f(y);\nassume(g == 1);"},
		"a result":                       {"if (a > 5) {\nreturn 1;\n} else {\n}\nreturn 0;", "z = f(y);\nassume(z == 1);"},
		"an argument":                    {"g = a;\nreturn 0;", "if (y > 5) {\nz = 1;\n} else {\n}\nx = f(z);\nassume(g == 1);"},
		"the other side leaves":          {"return a;", "if (y > 5) {\n} else {\nreturn;\n}"},
	} {
		t.Run(name, func(t *testing.T) {
			prog := miniProgram(t, "int g &;\nint f(int a) {\n"+c.f+"\n}\nvoid main() {\nint x &;\nint y;\nint z;\nint *p;\nx = 0;\nz = 0;\nhavoc(y);\n"+
				c.main+"\nassume(y < 3);\nerror();\n}")
			startAtZero(prog)
			e := *testEnv(t)
			e.Namer = pred.NewNamer(nil)
			p := walkBy(prog, func() int { return 0 })
			e.only = NewSlicer(effects.New(pointsto.Analyze(prog, prog.FuncNamed("main")), enc.ExternOneLevel)).Slice(p)
			if out := (&checker{prog, p, &e}).refute(); out.Kind != Infeasible {
				t.Errorf("%s: the slice is %v", out.Kind, e.only)
			}
		})
	}
}

// dropNested takes out the conditions that some run to the label doesn't come to: those
// may stop a run that goes another way than the path.
func dropNested(f *cil.Func) {
	for _, n := range f.Nodes {
		if _, ok := n.Instr.(*cil.Assume); ok && !onAllWays(f, n) {
			n.Instr = &cil.Skip{}
		}
	}
}

// onAllWays reports whether all ways from f's entry to a label lead through n.
func onAllWays(f *cil.Func, n *cil.Node) bool {
	behind := cil.Reach(f.Entry, n, func(x *cil.Node) []*cil.Node { return x.Succs })
	for _, x := range f.Nodes {
		if behind.Has(x) && len(x.Labels) > 0 {
			return false
		}
	}
	return true
}

// inputsOn counts the inputs that p takes.
func inputsOn(p *path.Path) int {
	n := 0
	for _, s := range p.Steps {
		if _, ok := s.Node.Instr.(*cil.Havoc); ok {
			n++
		}
	}
	return n
}

// ends reports whether some run with n inputs gets to the label.
func ends(prog *cil.Program, n int) bool {
	total := 1
	for range n {
		total *= 5
	}
	for k := range total {
		if endsWith(prog, k) {
			return true
		}
	}
	return false
}

// endsWith reports whether the run whose inputs are the digits of k gets to the label.
func endsWith(prog *cil.Program, k int) bool {
	found := false
	interp.Run(prog, prog.FuncNamed("main"), interp.Config{
		Steps: 1000,
		Hook:  func(_ *interp.State, n *cil.Node) { found = found || len(n.Labels) > 0 },
		Havoc: func(n *cil.Node, _ cil.Type) *big.Int {
			if n == nil {
				return new(big.Int)
			}
			v := int64(k%5) - 2
			k /= 5
			return big.NewInt(v)
		},
	})
	return found
}
