package pointsto_test

import (
	"fmt"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/pointsto"
	"hardbop/internal/pointsto/alias"
	"hardbop/internal/source"
)

const aliasProgram = `
void *malloc(unsigned long);
void outside(int *);
int *back(void);
struct s { int a, b; struct s *next; };
union u { int i; float f; };
int x, y, z, arr[4], own;
int *p, *q, *e, *none, *never, *got;
struct s s1, s2, *sp, *sq;
union u un, *up;
short *half;
int *hp;
int rec(int n) { int mine; p = &mine; return n ? rec(n - 1) : *p; }
int leaf(int v) { return v + y; }
void store(int v) { *q = v; }
int main(void)
{
	int local, *start, *unset;
	p = &x;
	q = &y;
	q = &arr[1];
	sp = &s1;
	sq = &s2;
	sq->next = sp;
	up = &un;
	half = (short *)&z;
	hp = malloc(sizeof(int));
	*hp = 1;
	*half = 2;
	up->i = 3;
	outside(&own);
	got = back();
	*got = 4;
	e = &local;
	store(leaf(1));
	unset = start;
	*start = 1;
	*unset = 2;
	if (none && !never)
		*none = 1;
	return rec(2) + *e + sq->next->b + *p;
}`

func parse(t *testing.T, prog *cil.Program, text string) *cil.Lval {
	t.Helper()
	l, err := cil.ParseLval(prog, prog.FuncNamed("main"), text, source.Pos{})
	if err != nil {
		t.Fatal(text, err)
	}
	return l
}

func TestRelations(t *testing.T) {
	prog := loadText(t, aliasProgram)
	oracle := alias.New(pointsto.Analyze(prog, prog.FuncNamed("main")))
	for _, c := range []struct {
		a, b string
		want enc.Relation
	}{
		{"x", "x", enc.Same},
		{"x", "y", enc.Never},
		{"*p", "x", enc.May},
		{"*p", "y", enc.Never},
		{"*p", "*q", enc.Never},
		{"*q", "y", enc.May},
		{"*q", "arr[2]", enc.May},
		{"*q", "z", enc.Never},
		{"sp->a", "s1.a", enc.May},
		{"sp->a", "s1.b", enc.Never},
		{"sp->a", "s2.a", enc.Never},
		{"sq->next->a", "s1.a", enc.May},
		{"sq->next->a", "sp->a", enc.May},
		{"sq->a", "sp->a", enc.Never},
		{"up->i", "un.f", enc.Overlap},
		{"*half", "z", enc.Overlap},
		{"*half", "x", enc.Never},
		{"*hp", "x", enc.Never},
		{"*hp", "*p", enc.Never},
		{"*p", "own", enc.Never},
		{"*got", "own", enc.May},
		{"*got", "x", enc.Never},
		{"*none", "x", enc.Never},
		{"*start", "*unset", enc.May},
		{"*start", "x", enc.Never},
		{"*never", "y", enc.Overlap},
		{"*never", "local", enc.Overlap},
		{"arr[0]", "arr[1]", enc.Never},
	} {
		got := oracle.MayAlias(nil, parse(t, prog, c.a), parse(t, prog, c.b))
		back := oracle.MayAlias(nil, parse(t, prog, c.b), parse(t, prog, c.a))
		if got != c.want || back != c.want {
			t.Errorf("%s and %s: %d, %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
}

func TestAnswers(t *testing.T) {
	prog := loadText(t, aliasProgram)
	r := pointsto.Analyze(prog, prog.FuncNamed("main"))
	single := map[string]bool{"x": true, "arr": true, "main::local": true, "rec::mine": false, "outside(int)": false}
	for _, o := range r.Objects() {
		if want, ok := single[o.String()]; ok && r.Singleton(o) != want {
			t.Errorf("Singleton(%s) is %v", o, !want)
		}
		if o.Kind == pointsto.Heap && r.Singleton(o) {
			t.Errorf("Singleton(%s)", o)
		}
	}
	for name, want := range map[string]bool{"rec": true, "leaf": false, "main": false} {
		if r.Recursive(prog.FuncNamed(name)) != want {
			t.Errorf("Recursive(%s) is %v", name, !want)
		}
	}
	for text, want := range map[string]bool{"*p": true, "*none": false, "*start": false, "*never": false, "x": true, "sq->next->b": true} {
		if r.Valid(parse(t, prog, text)) != want {
			t.Errorf("Valid(%s) is %v", text, !want)
		}
	}
}

// TestGhosts asks for lvalues that the program doesn't have.
func TestGhosts(t *testing.T) {
	prog := loadText(t, aliasProgram)
	r := pointsto.Analyze(prog, prog.FuncNamed("main"))
	p := prog.GlobalNamed("p")
	ghost := &cil.Var{Name: "old", Kind: cil.Ghost, Type: p.Type, Of: cil.VarLval(p)}
	stray := &cil.Var{Name: "stray", Kind: cil.Temp, Type: p.Type}
	x, y := parse(t, prog, "x"), parse(t, prog, "y")
	oracle := alias.New(r)
	through := func(v *cil.Var) *cil.Lval { return &cil.Lval{Mem: cil.LoadVar(v)} }
	if got := oracle.MayAlias(nil, through(ghost), x); got != enc.May {
		t.Errorf("*ghost and x: %d", got)
	}
	if got := oracle.MayAlias(nil, through(ghost), y); got != enc.Never {
		t.Errorf("*ghost and y: %d", got)
	}
	if got := oracle.MayAlias(nil, through(stray), y); got != enc.Overlap {
		t.Errorf("*stray and y: %d", got)
	}
}

func TestDeterminism(t *testing.T) {
	prog := loadText(t, aliasProgram)
	first := pointsto.Analyze(prog, prog.FuncNamed("main"))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			again := pointsto.Analyze(prog, prog.FuncNamed("main"))
			if again.String() != first.String() || again.Dot() != first.Dot() {
				t.Error("two results differ")
			}
			first.Overlap(&cil.Lval{Mem: cil.LoadVar(prog.GlobalNamed("p"))}, cil.VarLval(prog.GlobalNamed("x")))
		})
	}
	wg.Wait()
}

// TestRandom checks the results of random assignments between pointers, which have many
// cycles.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		prog := synthetic(rapid.IntRange(8, 120).Draw(t, "variables"), rapid.IntRange(8, 200).Draw(t, "size"), rapid.IntRange(2, 6).Draw(t, "dereferences"), rapid.Uint64().Draw(t, "seed"))
		for _, err := range pointsto.Analyze(prog, prog.FuncNamed("main")).Sanity() {
			t.Error(err)
		}
	})
}

// BenchmarkLarge analyses 100,000 random assignments between pointers.
func BenchmarkLarge(b *testing.B) {
	prog := synthetic(100_000, 100_000, 2, 1)
	for b.Loop() {
		pointsto.Analyze(prog, prog.FuncNamed("main"))
	}
}

func BenchmarkMayAlias(b *testing.B) {
	prog := synthetic(10_000, 10_000, 2, 1)
	oracle := alias.New(pointsto.Analyze(prog, prog.FuncNamed("main")))
	p := &cil.Lval{Mem: cil.LoadVar(prog.Globals[5])}
	q := &cil.Lval{Mem: cil.LoadVar(prog.Globals[9])}
	for b.Loop() {
		oracle.MayAlias(nil, p, q)
	}
}

// synthetic makes n assignments between global variables of type int, int * and so on, as
// the seed says. Of ten, the given number are through pointers.
func synthetic(variables, n, derefs int, seed uint64) *cil.Program {
	model, err := cil.NewDataModel("LP64", true)
	if err != nil {
		panic(err)
	}
	prog := &cil.Program{Model: model}
	types := []cil.Type{model.Int(cil.Int)}
	for i := range 3 {
		types = append(types, &cil.PtrType{Elem: types[i]})
	}
	vars := make([][]*cil.Var, len(types))
	for i := range variables {
		k := i % len(types)
		v := &cil.Var{Name: fmt.Sprintf("v%d", i), Type: types[k], AddrTaken: true}
		vars[k] = append(vars[k], v)
		prog.Globals = append(prog.Globals, v)
	}
	f := &cil.Func{Name: "main", Type: &cil.FuncType{Ret: cil.Void}}
	f.StartBody(source.Pos{}, source.Pos{})
	at, state := f.Entry, seed
	pick := func(vs []*cil.Var) *cil.Var {
		state = state*6364136223846793005 + 1442695040888963407
		return vs[(state>>33)%uint64(len(vs))]
	}
	for i := range n {
		k := 1 + i%(len(types)-1)
		l, e := cil.VarLval(pick(vars[k])), cil.LoadVar(pick(vars[k]))
		switch up := min(k+1, len(types)-1); {
		case i%10 < 4:
			e = &cil.AddrOf{L: cil.VarLval(pick(vars[k-1])), T: types[k].(*cil.PtrType)}
		case i%10 >= 10-derefs && i%2 == 0 && up > k:
			l = &cil.Lval{Mem: cil.LoadVar(pick(vars[up]))}
		case i%10 >= 10-derefs && i%2 == 1 && up > k:
			e = &cil.Load{L: &cil.Lval{Mem: cil.LoadVar(pick(vars[up]))}}
		}
		node := f.NewNode(&cil.Assign{L: l, E: e}, source.Pos{})
		at.Succs = []*cil.Node{node}
		at = node
	}
	at.Succs = []*cil.Node{f.Exit}
	f.Finish()
	prog.Funcs = []*cil.Func{f}
	return prog
}
