package effects_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/big"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/effects"
	"hardbop/internal/enc"
	"hardbop/internal/entries"
	"hardbop/internal/pointsto"
)

var programs = flag.Int("programs", 60, "number of generated programs")

// load elaborates a program and puts a harness around main.
func load(t *testing.T, text string) (*cil.Program, *cil.Func) {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return prog, entries.New(prog, prog.FuncNamed("main"), entries.Options{}).Func
}

// deadStores takes the dead stores out of what start reaches.
func deadStores(prog *cil.Program, start *cil.Func) int {
	pts := pointsto.Analyze(prog, start)
	var fs []*cil.Func
	for _, f := range prog.Funcs {
		if f.HasBody() && pts.Reached(f) {
			fs = append(fs, f)
		}
	}
	return effects.New(pts, enc.ExternOneLevel).DeadStores(fs).Gone
}

// branches runs the program and lists the branches that the run comes to, and how it ends.
// The inputs depend on their place and on how often it was passed.
func branches(prog *cil.Program, start *cil.Func, seed int) string {
	var b strings.Builder
	passed := map[string]int{}
	stop := interp.Run(prog, start, interp.Config{
		Steps: 100_000,
		Havoc: func(n *cil.Node, _ cil.Type) *big.Int {
			at := n.Pos.String()
			passed[at]++
			h := fnv.New32()
			fmt.Fprint(h, seed, at, passed[at])
			return big.NewInt(int64(h.Sum32()%41) - 20)
		},
		Hook: func(s *interp.State, n *cil.Node) {
			if br, ok := n.Instr.(*cil.Branch); ok {
				fmt.Fprintf(&b, "%s %s\n", n.Pos, cil.ExprString(br.E))
			}
		},
	})
	return b.String() + stop.Kind.String()
}

// TestDeadStoresKeepBranches runs generated programs with and without the stores that are
// found dead: the runs take the same branches.
func TestDeadStoresKeepBranches(t *testing.T) {
	removed := 0
	for seed := range *programs {
		text := cgen.Generate(uint64(seed), cgen.Options{Funcs: 3, Nondet: true, Structs: true, Arrays: true, Pointers: true, Recursion: seed%2 == 0, Types: true})
		prog, start := load(t, text)
		var before []string
		for k := range 3 {
			before = append(before, branches(prog, start, k))
		}
		removed += deadStores(prog, start)
		for k := range 3 {
			if after := branches(prog, start, k); after != before[k] && !strings.HasSuffix(before[k], interp.OutOfSteps.String()) {
				t.Fatalf("seed %d, input %d: the branches differ\n%s\nbefore\n%s\nafter\n%s", seed, k, text, before[k], after)
			}
		}
	}
	if removed < *programs {
		t.Errorf("only %d statements were taken out of %d programs", removed, *programs)
	}
}

// TestDeadStores has what stays and what goes.
func TestDeadStores(t *testing.T) {
	tests := map[string]struct{ text, gone, kept string }{
		"nothing reads it":       {"int x; int main(void) { x = 1; return 0; }", "x = 1", ""},
		"a condition reads it":   {"int x; int main(void) { x = 1; if (x) return 1; return 0; }", "", "x = 1"},
		"by way of another":      {"int x, y; int main(void) { x = 1; y = x; if (y) return 1; return 0; }", "", "x = 1"},
		"only a dead one reads":  {"int x, y; int main(void) { x = 1; y = x; return 0; }", "x = 1", ""},
		"through a pointer":      {"int x, *p; int main(void) { p = &x; x = 1; if (*p) return 1; return 0; }", "", "x = 1"},
		"the pointer's value":    {"int x, *p; int main(void) { p = &x; *p = 1; if (x) return 1; return 0; }", "", "p = &x"},
		"another member":         {"struct { int a, b; } s, *p = &s; int main(void) { p->a = 1; if (p->b) return 1; return 0; }", "p->a = 1", ""},
		"an argument":            {"int g; void f(int k) { g = k; } int main(void) { int x = 3; f(x); if (g) return 1; return 0; }", "", "x = 3"},
		"an argument that isn't": {"int g; void f(int k) { } int main(void) { int x = 3; f(x); if (g) return 1; return 0; }", "x = 3", ""},
		"a result":               {"int f(void) { int x = 3; return x; } int main(void) { if (f()) return 1; return 0; }", "", "x = 3"},
		"where a callee writes":  {"void put(int *); int x, *p; int main(void) { p = &x; put(p); if (x) return 1; return 0; }", "", "p = &x"},
		"whom a pointer calls":   {"void f(void) { } void (*p)(void); int main(void) { p = f; p(); return 0; }", "", "p = f"},
		"an index":               {"int a[3], i; int main(void) { i = 1; a[i] = 2; if (a[1]) return 1; return 0; }", "", "i = 1"},
		"a cycle of dead ones":   {"int x; int main(void) { for (;;) x = 1; return 0; }", "", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			prog, start := load(t, test.text)
			before := statements(prog)
			deadStores(prog, start)
			after := statements(prog)
			if test.gone != "" && (!slices.Contains(before, test.gone) || slices.Contains(after, test.gone)) {
				t.Errorf("%s should go\nbefore %q\nafter  %q", test.gone, before, after)
			}
			if test.kept != "" && !slices.Contains(after, test.kept) {
				t.Errorf("%s should stay\nbefore %q\nafter  %q", test.kept, before, after)
			}
		})
	}
}

// Of the variables that are told of, those that get only constants keep them.
func TestDeadStoresTold(t *testing.T) {
	prog, start := load(t, "int in(void); int told, mixed, other; int main(void) { int x = in(); told = 1; mixed = 3; told = 1 + 1; mixed = x; other = 2; return 0; }")
	pts := pointsto.Analyze(prog, start)
	told := []*cil.Var{prog.GlobalNamed("told"), prog.GlobalNamed("mixed")}
	effects.New(pts, enc.ExternOneLevel).DeadStores([]*cil.Func{prog.FuncNamed("main")}, told...)
	after := statements(prog)
	for s, stays := range map[string]bool{"told = 1": true, "told = 2": true, "mixed = 3": false, "mixed = x": false, "other = 2": false} {
		if slices.Contains(after, s) != stays {
			t.Errorf("%s is left: %v, expected %v: %q", s, !stays, stays, after)
		}
	}
}

// TestDeadStoresHollow has which parameters and results get no true value any more.
func TestDeadStoresHollow(t *testing.T) {
	prog, start := load(t, `int in(void), g;
int constant(int k) { return 3; }
int live(int k) { if (k) return k; return 0; }
int gone(int k) { k = in(); return k; }
int either(int k) { int x = in(), y = in(); if (k) return k + x; if (y) return y; return x; }
int main(void) { int a = in(), b = in(); if (a) constant(a); else constant(b); live(a); gone(3); either(a); return gone(b); }`)
	pts := pointsto.Analyze(prog, start)
	hollow := effects.New(pts, enc.ExternOneLevel).DeadStores(prog.Funcs).Hollow
	var got []string
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			for _, v := range hollow[n] {
				got = append(got, fmt.Sprintf("%s: %s gets none of %s", f.Name, v.Name, cil.SourceInstr(n.Instr)))
			}
		}
	}
	want := []string{"main: k gets none of constant(b)", "main: k gets none of tmp = gone(b)", "main: ret gets none of return tmp",
		"gone: ret gets none of return k", "either: ret gets none of return k + x", "either: ret gets none of return x"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, expected %q", got, want)
	}
}

func statements(prog *cil.Program) []string {
	var list []string
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			list = append(list, cil.InstrString(n.Instr))
		}
	}
	return list
}
