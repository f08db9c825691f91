package newton

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/path"
)

// generator makes programs for miniProgram whose inputs lie between -2 and 2.
type generator struct {
	t      *rapid.T
	b      strings.Builder
	inputs int
}

// maxInputs bounds the inputs of generated programs: there are 5 values for each.
const maxInputs = 4

func (g *generator) pick(label string, xs ...string) string {
	return rapid.SampledFrom(xs).Draw(g.t, label)
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

// value is an integer expression over the variables in scope.
func (g *generator) value(vars []string) string {
	v := g.pick("var", vars...)
	switch rapid.IntRange(0, 5).Draw(g.t, "form") {
	case 0:
		return fmt.Sprint(rapid.IntRange(-3, 3).Draw(g.t, "const"))
	case 1:
		return v + " + " + g.pick("k", "1", "2", "-1")
	case 2:
		return v + " - " + g.pick("var2", vars...)
	case 3:
		return "2*" + v
	}
	return v + " + 0"
}

func (g *generator) cond(vars []string) string {
	return g.pick("left", vars...) + " " + g.pick("op", "==", "!=", "<", "<=", ">", ">=") + " " + g.value(vars)
}

// statements writes n statements; calls says whether f may be called.
func (g *generator) statements(n int, vars []string, calls bool, depth int) {
	for range n {
		switch k := rapid.IntRange(0, 9).Draw(g.t, "statement"); {
		case k <= 2:
			g.line("%s = %s;", g.pick("to", vars...), g.value(vars))
		case k == 3 && g.inputs < maxInputs && depth == 0 && calls:
			g.input(g.pick("in", vars...))
		case k == 4:
			g.line("p = &%s;", g.pick("target", "x", "g"))
		case k == 5 && calls:
			g.line("%s = f(%s, %s);", g.pick("to", vars...), g.pick("arg", vars...), g.pick("arg", vars...))
		case k >= 6 && depth < 2:
			g.line("if (%s) {", g.cond(vars))
			g.statements(rapid.IntRange(0, 2).Draw(g.t, "then"), vars, false, depth+1)
			g.line("} else {")
			g.statements(rapid.IntRange(0, 1).Draw(g.t, "else"), vars, false, depth+1)
			g.line("}")
		default:
			g.line("assume(%s);", g.cond(vars))
		}
	}
}

func (g *generator) input(v string) {
	if v == "*p" {
		v = "y"
	}
	g.inputs++
	g.line("havoc(%s);", v)
	g.line("assume(%s >= -2);", v)
	g.line("assume(%s <= 2);", v)
}

// program returns the text of a program.
func (g *generator) program() string {
	g.line("int g;\nint x &;\nint *p;")
	g.b.Reset()
	g.line("int g &;")
	g.line("int f(int a, int b) {")
	inner := []string{"a", "b", "g"}
	for range rapid.IntRange(0, 2).Draw(g.t, "inner") {
		g.line("%s = %s;", g.pick("to", inner...), g.value(inner))
	}
	if rapid.Bool().Draw(g.t, "inner branch") {
		g.line("if (%s) {", g.cond(inner))
		g.line("return %s;", g.value(inner))
		g.line("}")
	}
	g.line("return %s;\n}", g.value(inner))
	g.line("void main() {\nint x &;\nint y;\nint z;\nint *p;\np = &x;\nx = 0;\nz = 1;")
	g.input("y")
	g.statements(rapid.IntRange(2, 9).Draw(g.t, "length"), []string{"x", "y", "z", "g", "*p"}, true, 0)
	g.line("error();\n}")
	return g.b.String()
}

// walk draws a path to the error: which side each branch takes is drawn.
func walk(rt *rapid.T, prog *cil.Program) *path.Path {
	return walkBy(prog, func() int { return rapid.IntRange(0, 1).Draw(rt, "side") })
}

// walkBy returns the path to the error on which each branch takes the side that side says.
func walkBy(prog *cil.Program, side func() int) *path.Path {
	p := &path.Path{}
	n := prog.FuncNamed("main").Entry
	var calls []*cil.Node
	for {
		s := path.Step{Node: n}
		if _, ok := n.Instr.(*cil.Branch); ok {
			s.Taken = side()
		}
		p.Steps = append(p.Steps, s)
		call, isCall := n.Instr.(*cil.Call)
		switch {
		case len(n.Labels) > 0:
			return p
		case isCall:
			calls = append(calls, n)
			n = call.Callee().Entry
		case n == n.Func.Exit:
			n = calls[len(calls)-1].Succs[0]
			calls = calls[:len(calls)-1]
		default:
			n = n.Succs[s.Taken]
		}
	}
}

// follows reports whether the run with the given inputs takes the path.
func follows(prog *cil.Program, p *path.Path, inputs []int64) bool {
	at, next, ok := 0, 0, true
	interp.Run(prog, prog.FuncNamed("main"), interp.Config{
		Steps: len(p.Steps) + 1,
		Hook: func(_ *interp.State, n *cil.Node) {
			if at < len(p.Steps) && p.Steps[at].Node != n {
				ok = false
			}
			at++
		},
		Havoc: func(n *cil.Node, _ cil.Type) *big.Int {
			if n == nil || next >= len(inputs) {
				return new(big.Int)
			}
			next++
			return big.NewInt(inputs[next-1])
		},
	})
	return ok && at >= len(p.Steps)
}

// possible looks for inputs with which the path is taken.
func possible(prog *cil.Program, p *path.Path) bool {
	n := 0
	for _, s := range p.Steps {
		if _, ok := s.Node.Instr.(*cil.Havoc); ok {
			n++
		}
	}
	total := 1
	for range n {
		total *= 5
	}
	for k := range total {
		inputs := make([]int64, n)
		for i, r := 0, k; i < n; i, r = i+1, r/5 {
			inputs[i] = int64(r%5) - 2
		}
		if follows(prog, p, inputs) {
			return true
		}
	}
	return false
}

// startAtZero adds the initial values of the globals to a path: what a start function does.
func startAtZero(prog *cil.Program) {
	main := prog.FuncNamed("main")
	first := main.Entry.Succs[0]
	n := main.NewNode(&cil.Assign{L: cil.VarLval(prog.GlobalNamed("g")), E: cil.IntConst(intType, 0)}, first.Pos)
	n.Succs = []*cil.Node{first}
	main.Entry.Succs[0] = n
	main.Finish()
}

func TestAgainstBruteForce(t *testing.T) {
	counts := map[Kind]int{}
	var levels [Levels]int
	env := testEnv(t)
	rapid.Check(t, func(rt *rapid.T) {
		g := &generator{t: rt}
		text := g.program()
		prog := miniProgram(t, text)
		startAtZero(prog)
		p := walk(rt, prog)
		e := *env
		e.Namer = nil
		out := Check(prog, p, &e)
		counts[out.Kind]++
		switch want := possible(prog, p); {
		case out.Kind == Unknown:
			rt.Fatalf("unknown: %s\n%s", out.Why, text)
		case want != (out.Kind == Feasible):
			rt.Fatalf("%s, but brute force says %t\n%s", out.Kind, want, text)
		case want && !follows(prog, p, havocs(p, out.Model)):
			rt.Fatalf("the model %v does not take the path\n%s", havocs(p, out.Model), text)
		case want:
			return
		}
		if !Refutes(e.Backend, out.Explanation) {
			rt.Fatalf("the explanation is consistent\n%s", text)
		}
		level := sufficientLevel(t, prog, p, &e)
		if level == Levels {
			rt.Fatalf("no level's predicates refute the path\n%s", text)
		}
		levels[level]++
	})
	t.Logf("%v; levels that suffice: %v", counts, levels)
}

// havocs returns the values of the havocs in the model, in order.
func havocs(p *path.Path, m *Model) []int64 {
	var out []int64
	for _, v := range m.Inputs {
		if v.Step < 0 {
			continue
		}
		if _, ok := p.Steps[v.Step].Node.Instr.(*cil.Havoc); ok && v.Val != nil {
			out = append(out, v.Val.Int64())
		}
	}
	return out
}
