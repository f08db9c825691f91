package newton

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/path"
)

const equalSums = `
void main() {
	int x;
	int y;
	int n;
	havoc(n);
	x = 0;
	y = 0;
	while (x < n) {
		x = x + 1;
		y = y + 2;
	}
	assume(y != 2*x);
	error();
}
`

// TestLoops explains a path with two turns of a loop and expects the predicates to refute
// the path with five.
func TestLoops(t *testing.T) {
	for _, tt := range []struct{ name, text, two, five string }{
		{"straight", equalSums, "ttf", "tttttf"},
		{"calls", "int inc(int a) {\nreturn a + 1;\n}\n" + strings.Replace(equalSums, "x = x + 1", "x = inc(x)", 1), "ttf", "tttttf"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			prog := miniProgram(t, tt.text)
			env := testEnv(t)
			env.Loops = true
			out := Check(prog, errorPath(t, prog, tt.two), env)
			if !out.Explanation.Closed {
				t.Error("no invariants were found")
			}
			if !refuted(prog, errorPath(t, prog, tt.five), env, out.Explanation.Preds) {
				t.Errorf("not sufficient for more turns:\n%s", predText(t, out.Explanation.Preds))
			}
		})
	}
}

func TestWithEqualities(t *testing.T) {
	prog := miniProgram(t, equalSums)
	main := prog.FuncNamed("main")
	x, y := cil.MakeCast(cil.Math, cil.LoadVar(main.Locals[0])), cil.MakeCast(cil.Math, cil.LoadVar(main.Locals[1]))
	sum := linearOf(&cil.Binary{Op: cil.Sub, X: x, Y: y, T: cil.Math})
	low, high := sum.compared(cil.Ge), sum.compared(cil.Gt) // x >= y, x > y
	var got []string
	for _, e := range withEqualities(append(atoms(low), atoms(high)...)) {
		got = append(got, cil.ExprString(e))
	}
	if want := "x < y; y < x; x == y"; strings.Join(got, "; ") != want {
		t.Errorf("%s, want %s", strings.Join(got, "; "), want)
	}
}

func TestLoopKey(t *testing.T) {
	prog := miniProgram(t, equalSums)
	two, closed := LoopKey(errorPath(t, prog, "ttf"))
	if five, _ := LoopKey(errorPath(t, prog, "tttttf")); !closed || two != five {
		t.Errorf("%v %s, %s", closed, two, five)
	}
	if none, closed := LoopKey(errorPath(t, prog, "f")); closed || none == two {
		t.Errorf("%v %s", closed, none)
	}
}

// loopProgram returns the text of a program with a loop and one input.
func (g *generator) loopProgram() string {
	vars := []string{"x", "y", "z"}
	g.line("void main() {\nint x;\nint y;\nint z;")
	g.input("y")
	g.line("x = %s;\nz = %s;", g.pick("x0", "0", "1"), g.pick("z0", "0", "-1", "y"))
	g.line("while (%s) {", g.cond(vars))
	g.statements(rapid.IntRange(1, 3).Draw(g.t, "body"), vars, false, 1)
	g.line("}")
	g.line("assume(%s);\nerror();\n}", g.cond(vars))
	return g.b.String()
}

// TestLoopsAgainstRuns checks for generated loops that no run stays in a path program
// that invariants rule out and gets to its end.
func TestLoopsAgainstRuns(t *testing.T) {
	env := testEnv(t)
	env.Loops = true
	infeasible, closed := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		g := &generator{t: rt}
		text := strings.NewReplacer("p = &x;", "y = y - x;", "p = &g;", "x = x + z;").Replace(g.loopProgram())
		prog := miniProgram(t, text)
		p := walk(rt, prog)
		e := *env
		e.Namer = nil
		out := Check(prog, p, &e)
		if out.Kind != Infeasible {
			return
		}
		infeasible++
		if !out.Explanation.Closed {
			return
		}
		closed++
		for y := int64(-2); y <= 2; y++ {
			if staysIn(prog, p, y) {
				rt.Fatalf("with the input %d the error is reached\n%s", y, text)
			}
		}
	})
	t.Logf("%d of %d paths are ruled out with their loops closed", closed, infeasible)
}

// staysIn reports whether the run with the given input gets to the end of p and passes
// from node to node as p does somewhere. Signed overflow ends it.
func staysIn(prog *cil.Program, p *path.Path, input int64) bool {
	type pass struct{ from, to *cil.Node }
	allowed := map[pass]bool{}
	for i := 1; i < len(p.Steps); i++ {
		allowed[pass{p.Steps[i-1].Node, p.Steps[i].Node}] = true
	}
	var last *cil.Node
	ok, reached := true, false
	interp.Run(prog, prog.FuncNamed("main"), interp.Config{
		Steps: 400, CheckOverflow: true,
		Hook: func(_ *interp.State, n *cil.Node) {
			ok = ok && (last == nil || reached || allowed[pass{last, n}])
			reached = reached || ok && n == p.Steps[len(p.Steps)-1].Node
			last = n
		},
		Havoc: func(n *cil.Node, _ cil.Type) *big.Int {
			if n == nil {
				return new(big.Int)
			}
			return big.NewInt(input)
		},
	})
	return ok && reached
}
