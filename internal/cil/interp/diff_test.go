package interp_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/need"
	"hardbop/internal/source"
)

var soak = flag.Int("soak", 10, "number of generated programs")

// outcome is what a run prints and its exit code.
type outcome struct {
	out  string
	code int
}

// gcc compiles text with the flags of the tests and runs it.
func gcc(t *testing.T, text string) (outcome, error) {
	t.Helper()
	compiler := need.GCC(t)
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	msg, err := exec.Command(compiler, "-w", "-std=gnu11", "-fno-builtin", "-fno-strict-aliasing", "-fwrapv", "-o", bin, src).CombinedOutput()
	if err != nil {
		return outcome{}, errors.New(string(msg))
	}
	var out bytes.Buffer
	cmd := exec.Command("timeout", "10", bin)
	cmd.Stdout = &out
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{out.String(), cmd.ProcessState.ExitCode()}, nil
}

// load elaborates a program and checks its sanity.
func load(t *testing.T, name, text string) *cil.Program {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: name, Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range cil.Sanity(prog) {
		t.Errorf("sanity: %v", err)
	}
	return prog
}

// run interprets prog, with the checks of every expression that is evaluated.
func run(t *testing.T, prog *cil.Program, hook func(*interp.State, *cil.Node)) outcome {
	t.Helper()
	var out bytes.Buffer
	stop := interp.Run(prog, prog.FuncNamed("main"), interp.Config{Out: &out, Steps: 5_000_000, Hook: hook})
	if stop.Kind != interp.Returned && stop.Kind != interp.Exited {
		t.Errorf("the interpreter stops: %v", stop)
	}
	return outcome{out.String(), stop.Code}
}

func printed(t *testing.T, prog *cil.Program) string {
	t.Helper()
	var b strings.Builder
	if err := cil.Print(&b, prog, cil.PrintOptions{Lines: true}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// agree checks that a program, its interpretation and its printed form do the same.
func agree(t *testing.T, name, text string) {
	want, err := gcc(t, text)
	if err != nil {
		t.Fatal(err)
	}
	prog := load(t, name, text)
	if got := run(t, prog, nil); got != want {
		t.Errorf("the interpreter gives code %d and\n%s\ngcc code %d and\n%s", got.code, got.out, want.code, want.out)
	}
	again := printed(t, prog)
	got, err := gcc(t, again)
	if err != nil {
		t.Errorf("the printed program doesn't compile: %v\n%s", err, again)
	} else if got != want {
		t.Errorf("the printed program gives code %d and\n%s\nthe original code %d and\n%s\n%s", got.code, got.out, want.code, want.out, again)
	}
}

func testdata(t *testing.T) []string {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	return files
}

func read(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var everything = cgen.Options{Funcs: 3, Structs: true, Arrays: true, Pointers: true, Types: true, Recursion: true, Print: true}

func TestGeneratedAgreeWithGCC(t *testing.T) {
	for seed := range uint64(*soak) {
		agree(t, "gen.c", cgen.Generate(seed, everything))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// formChecker compares, at each node of a run, expressions with their form as predicates
// and with what is read back from the text of that.
type formChecker struct {
	t     *testing.T
	prog  *cil.Program
	forms map[cil.Expr][]cil.Expr
	n     int
}

func (c *formChecker) hook(s *interp.State, n *cil.Node) {
	cil.EachExpr(n.Instr, func(e cil.Expr) {
		if !cil.IsInteger(e.Type()) || c.t.Failed() {
			return
		}
		want, err := s.Eval(e, nil)
		if err != nil {
			return
		}
		for _, form := range c.formsOf(n.Func, e) {
			got, err := s.Eval(form, nil)
			if err != nil || got.Int.Cmp(want.Int) != 0 && (form != c.forms[e][1] || got.Int.Sign() != 0 != (want.Int.Sign() != 0)) {
				c.t.Errorf("%s is %v, its form %s is %v (%v)", cil.ExprString(e), want.Int, cil.ExprString(form), got.Int, err)
			}
			c.n++
		}
	})
}

// formsOf returns the expression and the condition that e is as a predicate.
func (c *formChecker) formsOf(f *cil.Func, e cil.Expr) []cil.Expr {
	if forms, ok := c.forms[e]; ok {
		return forms
	}
	cond := c.prog.Model.MathCond(e, true)
	back, err := cil.ParseExpr(c.prog, f, cil.ExprString(cond), source.Pos{})
	if err != nil || !cil.Equal(cond, back) {
		c.t.Errorf("%s does not read back: %v", cil.ExprString(cond), err)
	}
	c.forms[e] = []cil.Expr{c.prog.Model.MathForm(e, true), cond}
	return c.forms[e]
}

func TestMathFormIsEquivalent(t *testing.T) {
	check := func(t *testing.T, name, text string) int {
		prog := load(t, name, text)
		c := &formChecker{t: t, prog: prog, forms: map[cil.Expr][]cil.Expr{}}
		run(t, prog, c.hook)
		return c.n
	}
	total := 0
	for _, file := range testdata(t) {
		t.Run(filepath.Base(file), func(t *testing.T) { total += check(t, file, read(t, file)) })
	}
	for seed := range uint64(*soak) {
		total += check(t, "gen.c", cgen.Generate(1000+seed, everything))
	}
	if total < 1000 {
		t.Errorf("only %d comparisons", total)
	}
}
