package lbe

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/smt"
	"hardbop/internal/source"
)

var update = flag.Bool("update", false, "write the golden files anew")

// figure2 is the program of figure 2 of the paper, as far as its text tells: the drawing isn't
// in our text of the paper.
const figure2 = `
extern int n;
void f(void) {
	int x = 0, y;
	while (x < n) {
		y = 0;
		while (y < x)
			y = y + 1;
		x = x + 1;
	}
}
int main(void) { f(); return 0; }
`

// load reads a program and returns the function f in it.
func load(t testing.TB, text string) (*cil.Program, *cil.Func) {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return prog, prog.FuncNamed("f")
}

// parse reads a predicate over what f sees.
func parse(t testing.TB, prog *cil.Program, f *cil.Func, text string) cil.Expr {
	t.Helper()
	e, err := cil.ParseExpr(prog, f, text, source.Pos{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

// oneLevel is the semantics in which functions without a body change what they get a pointer to.
func oneLevel(al enc.Alias) Semantics {
	return Semantics{Alias: al, Effects: func(c *cil.Call) []*cil.Lval { return enc.ExternEffect(c, enc.ExternOneLevel) }}
}

// example1 is the query of example 1 of the paper: the inner loop, and the predicates y < 0
// and x < 0.
func example1(t *testing.T) (*cil.Program, *Query) {
	prog, f := load(t, figure2)
	var inner *Fragment
	for _, fr := range Fragments(f, BackEdges(f, nil)) {
		if fr.From == fr.To && len(fr.Nodes) == 1 {
			inner = fr
		}
	}
	if inner == nil {
		t.Fatal("no inner loop")
	}
	y, x := parse(t, prog, f, "y < 0"), parse(t, prog, f, "x < 0")
	return prog, NewQuery(inner, oneLevel(enc.TypeAlias{}), []Pred{{Name: "b_y", E: y}, {Name: "b_x", E: x}}, []Pred{{Name: "b_y'", E: y}, {Name: "b_x'", E: x}})
}

// TestExample1 compares the query with the golden file.
func TestExample1(t *testing.T) {
	_, q := example1(t)
	golden(t, "example1.txt", q.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestExample1Equivalent compares the solutions with those of the formula that the paper
// prints.
func TestExample1Equivalent(t *testing.T) {
	b := need.Backend(t)
	prog, q := example1(t)
	form := q.Formula(b.Factory(), enc.New(prog, b.Factory(), enc.Options{}), false)
	ours := solutions(t, b, append(form.Side, form.Conjuncts...), form.Important)
	paper := solutions(t, b, paperExample1(b.Factory()), form.Important)
	if ours != paper {
		t.Errorf("solutions %s, but those of the paper's formula are %s", ours, paper)
	}
}

// paperExample1 is the formula at the end of example 1, with the same names for the predicates.
func paperExample1(f *smt.Factory) []smt.Term {
	num := func(name string) smt.Term { return f.Var("paper "+name, f.IntSort()) }
	truth := func(name string) smt.Term { return f.Var(name, f.BoolSort()) }
	y0, y, y1, x := num("y0"), num("y"), num("y'"), num("x")
	b2, b3 := truth("B2"), truth("B3")
	zero := f.Int64(0)
	return []smt.Term{
		f.Eq(y0, f.Add(y, f.Int64(1))),
		f.Implies(b3, f.And(b2, f.Lt(y, x))),
		f.Implies(b2, f.And(b3, f.Eq(y1, y0))),
		b2,
		f.Iff(truth("b_y"), f.Lt(y, zero)), f.Iff(truth("b_y'"), f.Lt(y1, zero)),
		f.Iff(truth("b_x"), f.Lt(x, zero)), f.Iff(truth("b_x'"), f.Lt(x, zero)),
	}
}

// solutions lists in a fixed order the valuations of the Boolean variables that the
// formulas have solutions for.
func solutions(t testing.TB, b smt.Backend, formulas, vars []smt.Term) string {
	t.Helper()
	s := b.NewSolver(smt.Simple)
	defer s.Close()
	for _, c := range formulas {
		s.Assert(c)
	}
	all := ""
	for k := range 1 << len(vars) {
		lits, text := make([]smt.Term, len(vars)), make([]byte, len(vars))
		for i, v := range vars {
			lits[i], text[i] = v, '1'
			if k>>i&1 == 0 {
				lits[i], text[i] = b.Factory().Not(v), '0'
			}
		}
		switch s.CheckAssuming(lits).Status {
		case smt.Sat:
			all += string(text) + " "
		case smt.Unknown:
			t.Fatal("the prover gave up")
		}
	}
	return all
}
