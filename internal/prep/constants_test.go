package prep_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/entries"
	"hardbop/internal/pointsto"
	"hardbop/internal/prep"
)

var programs = flag.Int("programs", 60, "number of generated programs")

// load elaborates a program and puts a harness around main.
func load(t *testing.T, text string) (*cil.Program, *entries.Harness) {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return prog, entries.New(prog, prog.FuncNamed("main"), entries.Options{})
}

// propagate propagates constants as a check does.
func propagate(prog *cil.Program, h *entries.Harness) int {
	r := pointsto.Analyze(prog, h.Func)
	return prep.Constants(prog, h.Func, prep.Options{Callees: r.Callees})
}

// outcome is what a run prints and how it ends.
type outcome struct {
	out  string
	kind interp.StopKind
}

// run interprets the harness; inputs are a function of the seed.
func run(prog *cil.Program, h *entries.Harness, seed uint64) outcome {
	r := rand.New(rand.NewPCG(seed, 3))
	var out bytes.Buffer
	stop := interp.Run(prog, h.Func, interp.Config{
		Out: &out, Steps: 200_000,
		Havoc: func(*cil.Node, cil.Type) *big.Int { return big.NewInt(r.Int64N(41) - 20) },
	})
	return outcome{out.String(), stop.Kind}
}

// shapes are the kinds of generated programs.
var shapes = []cgen.Options{
	{Funcs: 2, Print: true, Nondet: true},
	{Funcs: 2, Print: true, Nondet: true, Recursion: true, Types: true},
	{Funcs: 3, Print: true, Structs: true, Arrays: true, Pointers: true, Recursion: true, Types: true},
	{Funcs: 2, Print: true, Nondet: true, Pointers: true, Structs: true},
}

// A program prints the same and ends the same way before and after the propagation, for
// each input.
func TestRunsStayTheSame(t *testing.T) {
	changed := 0
	for seed := range uint64(*programs) {
		text := cgen.Generate(seed, shapes[seed%uint64(len(shapes))])
		before, hb := load(t, text)
		after, ha := load(t, text)
		changed += propagate(after, ha)
		for _, err := range cil.Sanity(after) {
			t.Errorf("seed %d: %v", seed, err)
		}
		for input := range uint64(5) {
			want, got := run(before, hb, input), run(after, ha, input)
			if got != want {
				t.Fatalf("seed %d, input %d: got %v\n%s\nwant %v\n%s\n%s", seed, input, got.kind, got.out, want.kind, want.out, text)
			}
		}
	}
	if changed < 10*(*programs) {
		t.Errorf("only %d reads and branches were replaced in %d programs", changed, *programs)
	}
}

// The propagation finds what it should: each program's only interesting branch is gone,
// or it stays.
func TestConstants(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		gone bool // the call of reach_error can't be reached any more
	}{
		"local":              {"int main(void) { int x = 1; if (x != 1) reach_error(); }", true},
		"global":             {"int g = 2; int main(void) { if (g != 2) reach_error(); }", true},
		"both ways the same": {"int main(void) { int x, y = in(); if (y) x = 3; else x = 3; if (x != 3) reach_error(); }", true},
		"both ways":          {"int main(void) { int x, y = in(); if (y) x = 3; else x = 4; if (x != 3) reach_error(); }", false},
		"known by a test":    {"int main(void) { int x = in(); if (x == 5) { if (x != 5) reach_error(); } }", true},
		"not by another":     {"int main(void) { int x = in(); if (x != 5) { if (x != 5) reach_error(); } }", false},
		"by the other side":  {"int main(void) { int x = in(); if (x != 5) return 0; if (x != 5) reach_error(); }", true},
		"through a call":     {"int id(int x) { return x; } int main(void) { if (id(7) != 7) reach_error(); }", true},
		"two calls":          {"int id(int x) { return x; } int main(void) { id(8); if (id(7) != 7) reach_error(); }", false},
		"changed by a call":  {"int g; void f(void) { g = in(); } int main(void) { g = 1; f(); if (g != 1) reach_error(); }", false},
		"kept over a call":   {"int g, h; void f(void) { h = in(); } int main(void) { g = 1; f(); if (g != 1) reach_error(); }", true},
		"in a loop":          {"int main(void) { int x = 0; while (in()) { if (x > 3) reach_error(); x++; } }", false},
		"address taken":      {"void f(int *p) { *p = in(); } int main(void) { int x = 1; f(&x); if (x != 1) reach_error(); }", false},
		"by a pointer":       {"int g; void f(int *p) { *p = 2; } int main(void) { int *q = &g; if (q != &g) reach_error(); f(q); }", true},
		"a null pointer":     {"int g; void f(int *p) { if (!p) reach_error(); } int main(void) { f(&g); f(&g); }", true},
		"two pointers":       {"int g, h; void f(int *p) { if (p != &g) reach_error(); } int main(void) { f(&g); f(&h); }", false},
		"a member's pointer": {"struct { int a, b; } s; void f(int *p) { if (p == &s.a) reach_error(); } int main(void) { f(&s.b); }", false},
		"a function":         {"void f(void) { } int main(void) { void (*p)(void) = f; if (!p) reach_error(); p(); }", true},
		"of the caller":      {"void g(int *p) { *p = 1; } void f(void) { int x = 0; g(&x); if (x != 1) reach_error(); } int main(void) { f(); }", false},
		"pointer by pointer": {"int g, h, *p; void f(int **q) { *q = &h; } int main(void) { p = &g; f(&p); if (p != &g) reach_error(); }", false},
		"volatile":           {"volatile int v = 1; int main(void) { if (v != 1) reach_error(); }", false},
		"a later caller":     {"void leaf(void) { } void f(int n) { leaf(); if (n != 7) reach_error(); } int main(void) { leaf(); f(7); }", true},
		"recursion":          {"int g; void f(int n) { if (n) { g = in(); f(n - 1); } } int main(void) { f(in()); if (g == 2) reach_error(); }", false},
		"few values":         {dispatching + "int x = 1; if (in()) x = 3; if (in()) x = 5; if (x == 2 || x > 5) reach_error(); }", true},
		"one of few values":  {dispatching + "int x = 1; if (in()) x = 3; if (x == 3) reach_error(); }", false},
		"values that stay":   {dispatching + "int x = 1; if (in()) x = 3; if (x != 1) if (x != 3) reach_error(); }", true},
		"values of two":      {dispatching + "int x = 1, y = 1; if (in()) x = 3; if (in()) y = 4; if (x + y == 6) reach_error(); }", true},
		"values of one":      {dispatching + "int x = 1, y; if (in()) x = 3; y = x; if (y + x == 4) reach_error(); }", false},
		"values by a call":   {"int f(int b) { if (b) return 2; return 7; } " + dispatching + "if (f(in()) == 3) reach_error(); }", false},
		"values elsewhere":   {"int main(void) { int x = 1; if (in()) x = 3; if (x == 2) reach_error(); }", false},
		"values that change": {dispatching + "int x = 1; while (in()) x = x + 1; if (x == 4) reach_error(); }", false},
		"not initialised":    {dispatching + "int x; if (in()) x = 3; if (x == 4) reach_error(); }", false},
		"by states":          {protocol("n = 40"), true},
		"by states, wrong":   {protocol("n = 30"), false},
		"states by a copy":   {protocol("n = 40; t = s; s = old; s = t"), true},
	} {
		t.Run(name, func(t *testing.T) {
			prog, h := load(t, "extern void reach_error(void); extern int in(void); "+c.text)
			propagate(prog, h)
			for _, err := range cil.Sanity(prog) {
				t.Error(err)
			}
			var b strings.Builder
			if err := cil.Print(&b, prog, cil.PrintOptions{}); err != nil {
				t.Fatal(err)
			}
			gone := true
			for _, f := range prog.Funcs {
				for _, n := range f.Nodes {
					if call, ok := n.Instr.(*cil.Call); ok && call.Callee() != nil && call.Callee().Name == "reach_error" {
						gone = false
					}
				}
			}
			if gone != c.gone {
				t.Errorf("the call is gone: %v, expected %v\n%s", gone, c.gone, b.String())
			}
		})
	}
}

// dispatching begins a main that dispatches on a variable.
const dispatching = "int main(void) { int s = in(); if (s == 1) s = 2; if (s == 2) s = 3; if (s == 3) s = 5; if (s == 4) s = 1; "

// protocol is a machine whose error takes state 30 twice; state 60 goes on with n.
func protocol(then string) string {
	return "int main(void) { int s = 10, old = 0, t, n, f = 0; while (in()) {" +
		"if (s == 10) s = 20; else if (s == 20) { if (in()) s = 30; } else if (s == 30) { if (f == 1) reach_error(); f = 1; " + then + "; s = 60; }" +
		"else if (s == 40) s = 50; else if (s == 50) break; else if (s == 60) s = n; old = s; } }"
}

// machine draws a program that dispatches on a variable, which others are copied into and
// saved in, and prints what it does.
func machine(r *rand.Rand) string {
	var b strings.Builder
	kind := []string{"", "static "}[r.IntN(2)]
	fmt.Fprintf(&b, "int printf(const char *, ...); extern int in(void);\n%sint state = 1; int out;\n", kind)
	fmt.Fprintf(&b, "void aside(void) { if (out == %d) state = %d; out = %d; }\n", r.IntN(4), 1+r.IntN(6), r.IntN(4))
	v := []string{"state", "s"}[r.IntN(2)]
	fmt.Fprintf(&b, "int main(void) { int s = 1, f = 0, n, old = 1, k = 0, w = %d;\nwhile (k++ < 25) { old = %s;\n", r.IntN(7), v)
	value := func() string {
		return []string{fmt.Sprint(1 + r.IntN(7)), fmt.Sprint(1 + r.IntN(7)), fmt.Sprint(1 + r.IntN(7)), "old", "n", "w"}[r.IntN(6)]
	}
	for state := 1; state <= 6; state++ {
		fmt.Fprintf(&b, "if (%s == %d) { printf(\"%d\\n\");\n", v, state, state)
		for range 1 + r.IntN(4) {
			target := []string{v, v, "f", "n", "w"}[r.IntN(5)]
			switch r.IntN(6) {
			case 0:
				fmt.Fprintf(&b, "if (f == %d) { %s = %s; printf(\"f\"); }\n", r.IntN(7), target, value())
			case 1:
				fmt.Fprintf(&b, "if (in() > 3) %s = %s; else { %s = %s; }\n", target, value(), []string{v, "f"}[r.IntN(2)], value())
			case 2:
				fmt.Fprintf(&b, "if (w + f > %d) { printf(\"w\"); %s = %s; }\n", r.IntN(12), target, value())
			case 3:
				fmt.Fprintf(&b, "n = %s; %s = old; %s = n;\n", v, v, v)
			case 4:
				b.WriteString([]string{"aside();\n", "f = f + 1;\n", "f = in() > 0;\n"}[r.IntN(3)])
			default:
				fmt.Fprintf(&b, "%s = %s;\n", target, value())
			}
		}
		b.WriteString("} else ")
	}
	b.WriteString("break; }\nprintf(\"%d %d %d %d\\n\", s, state, f, w); return 0; }\n")
	return b.String()
}

// Machines print the same before and after.
func TestMachinesStayTheSame(t *testing.T) {
	changed := 0
	for seed := range uint64(5 * *programs) {
		text := machine(rand.New(rand.NewPCG(seed, 17)))
		before, hb := load(t, text)
		after, ha := load(t, text)
		changed += propagate(after, ha)
		for _, err := range cil.Sanity(after) {
			t.Errorf("seed %d: %v", seed, err)
		}
		for input := range uint64(5) {
			want, got := run(before, hb, input), run(after, ha, input)
			if got != want {
				t.Fatalf("seed %d, input %d: got %v\n%s\nwant %v\n%s\n%s", seed, input, got.kind, got.out, want.kind, want.out, text)
			}
		}
	}
	if t.Logf("%d reads and branches were replaced", changed); changed < 2*5**programs {
		t.Errorf("only %d reads and branches were replaced", changed)
	}
}

// A pointer that is null is written as that, but where it is followed.
func TestNullPointers(t *testing.T) {
	prog, h := load(t, "int *none; int same(int *p) { return p == none; } int follow(void) { return *none; } int main(void) { int x; return same(&x) + follow(); }")
	propagate(prog, h)
	var b strings.Builder
	if err := cil.Print(&b, prog, cil.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"p == 0", "*none"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
}

// TestKnown hands over what has one value wherever ways come together.
func TestKnown(t *testing.T) {
	prog, h := load(t, `int nd(void); int g, k = 3; void f(int x) { while (nd()) g = x + k; }
		int main(void) { int a = 1, b = 2, c = 5; g = 0; while (nd()) { b = nd(); c = 6; c = 5; f(a); } return a + b + c; }`)
	r := pointsto.Analyze(prog, h.Func)
	var got []string
	known := func(f *cil.Func, v *cil.Var, value *big.Int) {
		got = append(got, fmt.Sprintf("%s: %s == %s", f.Name, v.Name, value))
	}
	prep.Constants(prog, h.Func, prep.Options{Callees: r.Callees, Known: known})
	if want := "main: k == 3, main: a == 1, main: c == 5, f: k == 3, f: x == 1"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}
