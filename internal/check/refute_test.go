package check

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/c2bp"
	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/path"
	"hardbop/internal/pointsto"
	"hardbop/internal/pointsto/alias"
	"hardbop/internal/smt"
	"hardbop/newton"
)

var refuted = flag.Int("paths", 30, "generated paths to refute")

// onePath draws a program with one path to bad(): assignments, calls, writes through
// pointers, and conditions of which the other side returns.
func onePath(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("int g; void bad(void); int nondet(void);\n")
	b.WriteString("int inc(int a) { return a + 1; }\nint twice(int a) { a = a + a; return a; }\nvoid add(int *q, int n) { *q = *q + n; g = g + 1; }\n")
	b.WriteString("int main(void) { int x = nondet(), y = nondet(), z = 0; int *p = &x; g = nondet();\n")
	vars := []string{"x", "y", "z", "g", "*p"}
	pick := func() string { return vars[r.IntN(len(vars))] }
	for range 3 + r.IntN(6) {
		switch r.IntN(8) {
		case 0:
			fmt.Fprintf(&b, "%s = inc(%s);\n", pick(), pick())
		case 1:
			fmt.Fprintf(&b, "%s = twice(%s);\n", pick(), pick())
		case 2:
			fmt.Fprintf(&b, "add(&%s, %d);\n", []string{"x", "y"}[r.IntN(2)], r.IntN(3))
		case 3:
			fmt.Fprintf(&b, "p = &%s;\n", []string{"x", "y"}[r.IntN(2)])
		case 4, 5:
			fmt.Fprintf(&b, "%s = %s %s %d;\n", pick(), pick(), []string{"+", "-"}[r.IntN(2)], r.IntN(4))
		default:
			fmt.Fprintf(&b, "if (%s %s %s) ; else return 0;\n", pick(), []string{"==", "<", "<=", "!="}[r.IntN(4)], []string{pick(), fmt.Sprint(r.IntN(4))}[r.IntN(2)])
		}
	}
	fmt.Fprintf(&b, "if (%s == %d) ; else return 0;\nif (%s > %s) ; else return 0;\nbad(); return 0; }\n", pick(), r.IntN(4), pick(), pick())
	return b.String()
}

// follow is the path from f's entry that takes each condition, to the call of bad. It
// reports whether it got there.
func follow(f *cil.Func, p *path.Path) bool {
	for n := f.Entry; ; n = n.Succs[0] {
		p.Steps = append(p.Steps, path.Step{Node: n})
		if c, ok := n.Instr.(*cil.Call); ok && c.Callee() != nil {
			if c.Callee().Name == "bad" {
				return true
			}
			if c.Callee().HasBody() && follow(c.Callee(), p) {
				return true
			}
		}
		if n == f.Exit {
			return false
		}
	}
}

// TestExplanationsRefute gives the predicates that explain a path alone to c2bp and bebop,
// on programs that have only this path to the error: they find no way to it. Where the
// predicates of one level don't do, those of the next are added.
func TestExplanationsRefute(t *testing.T) {
	backend := need.Backend(t)
	var at [newton.Levels + 1]int
	for seed := range uint64(*refuted) {
		text := onePath(rand.New(rand.NewPCG(seed, 5)))
		if level, ok := refutingLevel(t, backend, text); ok {
			at[level]++
		}
	}
	t.Logf("paths refuted by the predicates of levels 0 to %d, and not at all: %v", newton.Levels-1, at)
	all := 0
	for _, n := range at {
		all += n
	}
	if all < *refuted/2 {
		t.Errorf("only %d of %d paths can't be run", all, *refuted)
	}
	if at[newton.Levels] > all/20 {
		t.Errorf("%d of %d paths are not refuted", at[newton.Levels], all)
	}
	if at[0] < all*8/10 {
		t.Errorf("only %d of %d paths are refuted by the first explanation", at[0], all)
	}
}

// refutingLevel returns the first level whose predicates, with those before, refute the
// path of a program. It says false if the path can be run.
func refutingLevel(t *testing.T, backend smt.Backend, text string) (int, bool) {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	main := prog.FuncNamed("main")
	pts := pointsto.Analyze(prog, main)
	p := &path.Path{}
	if !follow(main, p) {
		t.Fatalf("no path\n%s", text)
	}
	in := c2bp.Input{Prog: prog, Entry: main, Callees: pts.Callees, Targets: []c2bp.Target{{Node: p.Steps[len(p.Steps)-1].Node, Label: "ERROR"}}}
	ab := c2bp.New(in, c2bp.Options{Alias: alias.New(pts)}, c2bp.NewProver(backend, prog, enc.Options{}))
	env := &newton.Env{Backend: backend, Alias: alias.New(pts)}
	known := newton.Check(prog, p, env)
	if known.Kind != newton.Infeasible {
		return 0, false
	}
	for env.Level = 0; env.Level < newton.Levels; env.Level++ {
		o := newton.Check(prog, p, env)
		known.Explanation.Preds.Add(o.Explanation.Preds)
		bp := ab.Abstract(known.Explanation.Preds).BP
		if err := boolprog.Check(bp, ""); err != nil {
			t.Fatal(err)
		}
		r, err := bebop.Check(context.Background(), bp, bebop.Options{MaxPaths: -1})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == bebop.Safe {
			return env.Level, true
		}
	}
	t.Logf("not refuted:\n%s", text)
	return newton.Levels, true
}
