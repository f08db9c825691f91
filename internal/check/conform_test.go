package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/lts"
	"hardbop/internal/magic"
	"hardbop/internal/need"
	"hardbop/internal/result"
	"hardbop/internal/simulation"
	"hardbop/internal/source"
)

const magicPapers = "../../testdata/papers/magic/"

// figures is the running example of the paper, prepared for its specification.
type figures struct {
	p *Prepared
	w *magic.Weaver
	r run
	c Conformity
}

func prepareFigures(t *testing.T) *figures {
	t.Helper()
	text, err := source.ReadRegular(magicPapers + "figure4.fsp")
	if err != nil {
		t.Fatal(err)
	}
	file, err := lts.Parse("figure4.fsp", string(text))
	if err != nil {
		t.Fatal(err)
	}
	specs, err := magic.NewSpecs([]*lts.File{file})
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Files: []string{magicPapers + "figure3.c"}, Entry: "proc", NoPropagation: true, NoSlice: true, MaxIterations: 10}
	x := &figures{r: run{context.Background(), opt, &question{name: "figure", mark: noProperty}, backends{need.Backend(t)}, nil, nil, nil}, c: Conformity{Specs: specs, Procs: []string{"proc"}}}
	x.p, x.w, err = x.r.conformed(x.c, comparison{"proc", specs.Of("proc"), 0})
	if err != nil {
		t.Fatal(err)
	}
	x.p.left(x.w)
	return x
}

// at is the statement behind a label; where that is a call, the first point of what stands for
// it.
func (x *figures) at(label string) *cil.Node {
	for _, n := range x.p.Harness.Func.Nodes {
		if slices.Contains(n.Labels, label) {
			return n.Succs[0]
		}
	}
	return nil
}

// model is the one for the branches at the labels.
func (x *figures) model(labels ...string) *magic.Model {
	set := magic.Set{Branches: map[*cil.Node]bool{}}
	for _, l := range labels {
		set.Branches[x.at(l)] = true
	}
	m := magic.NewModel(x.p.Prog, x.p.Harness.Func, x.w, x.p.origins(), set, x.p.magicEnv(x.r, x.c))
	m.Build()
	return m
}

// paperFile compares text with a file that is kept with the paper's examples.
func paperFile(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join(magicPapers, name)
	if os.Getenv("UPDATE_PAPERS") != "" {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != text {
		t.Errorf("%s (%v) differs:\n%s", name, err, text)
	}
}

// Figure 5 and examples 1 and 2: the points of the program, with the predicates that come of
// the branches S4 and S5.
func TestMagicFigure5(t *testing.T) {
	x := prepareFigures(t)
	m := x.model("S4", "S5")
	texts := func(n *cil.Node) string {
		var list []string
		for _, e := range m.Predicates(n) {
			list = append(list, x.p.shown(e))
		}
		return strings.Join(list, ", ")
	}
	var b strings.Builder
	for _, n := range x.p.Harness.Func.Nodes {
		var succs []string
		for _, s := range n.Succs {
			succs = append(succs, magic.PointName(s))
		}
		fmt.Fprintf(&b, "%s  %s  {%s} -> %s\n", magic.PointName(n), cil.InstrString(n.Instr), texts(n), strings.Join(succs, ", "))
	}
	for l, want := range map[string]string{"S0": "", "S1": "y > 5, y < 10", "S2": "y < 10", "S3": "y > 5", "S4": "y < 10", "S5": "y > 5", "S6": "", "S7": "", "S8": "", "S9": ""} {
		if got := texts(x.at(l)); got != want {
			t.Errorf("%s has the predicates %q: expected %q", l, got, want)
		}
	}
	paperFile(t, "figure5.txt", b.String())
}

// Figure 7 and example 4: without predicates the specification doesn't simulate the model, with
// those of S4 and S5 it does.
func TestMagicFigure7(t *testing.T) {
	x := prepareFigures(t)
	for name, c := range map[string]struct {
		branches []string
		returns  []string
		holds    bool
	}{
		"figure7a.txt": {nil, []string{"return {$0 == 0}", magic.Other, "return {$0 == 2}"}, false},
		"figure7b.txt": {[]string{"S4", "S5"}, []string{"return {$0 == 0}", "return {$0 == 2}"}, true},
	} {
		m := x.model(c.branches...)
		sys := m.LTS(x.p.shown)
		if r := simulation.Check(m.System, simulation.Saturate(x.w.Specification())); r.Holds != c.holds {
			t.Errorf("%s: simulated is %v", name, r.Holds)
		}
		var returns []string
		for _, a := range sys.Actions {
			if a.Kind == lts.Return {
				returns = append(returns, a.Name)
			}
		}
		if fmt.Sprint(returns) != fmt.Sprint(c.returns) {
			t.Errorf("%s returns %q", name, returns)
		}
		var b strings.Builder
		if err := lts.WriteText(&b, []*lts.System{sys}); err != nil {
			t.Fatal(err)
		}
		paperFile(t, name, b.String())
	}
}

// The loop finds predicates for the example by itself.
func TestMagicExample(t *testing.T) {
	x := prepareFigures(t)
	r, _, err := conform(x.r, x.c, comparison{"proc", x.c.Specs.Of("proc"), 0})
	if err != nil || r.Verdict != "CONFORMS" || fmt.Sprint(r.Predicates) != "[y < 10 y > 5]" {
		t.Errorf("%v with %v: %v", r.Verdict, r.Predicates, err)
	}
}

// What a call may change is arbitrary behind it, each time.
func TestConformCalls(t *testing.T) {
	const spec = "cproc f { abstract { all, 1, S }; }; S = ( return {} -> STOP ) + { bad }."
	for text, want := range map[string]result.Verdict{
		"void bad(void); void fill(int *p); void f(void) { int x = 0; fill(&x); if (x) bad(); }":                                   result.Unsafe,
		"void bad(void); void fill(int *p); void f(int n, int c) { int x = n; if (c) fill(&x); if (x != n) bad(); }":               result.Unsafe,
		"void bad(void); int ask(void); void f(int n, int c) { int x = n; if (c) x = ask(); if (x != n) bad(); }":                  result.Unsafe,
		"void bad(void); int ask(void); void f(void) { int x = ask(), y = ask(); if (x != y) bad(); }":                             result.Unsafe,
		"void bad(void); void fill(int *p); void f(void) { int x = 0, y = 0; fill(&x); if (y) bad(); }":                            result.Conforms,
		"void bad(void); int ask(void); void f(void) { int x = ask(), y; y = x; ask(); if (x != y) bad(); }":                       result.Conforms,
		"void bad(void); int g; void fill(int *p); void f(void) { g = 0; fill(&g); if (g == 1) { fill(&g); if (g == 2) bad(); } }": result.Unsafe,
	} {
		need.Z3(t)
		if got := conformText(t, text, spec); got.Verdict != want {
			t.Errorf("%s, expected %s: %s", got.Verdict, want, text)
		}
	}
}
