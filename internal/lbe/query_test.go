package lbe

import (
	"slices"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/smt"
)

// labelled returns the node of f with a label.
func labelled(f *cil.Func, label string) *cil.Node {
	for _, n := range f.Nodes {
		if slices.Contains(n.Labels, label) {
			return n
		}
	}
	return nil
}

// between returns the fragment of f from the label from to the label to.
func between(t testing.TB, f *cil.Func) *Fragment {
	t.Helper()
	from, to := labelled(f, "from"), labelled(f, "to")
	for _, fr := range Fragments(f, BackEdges(f, func(n *cil.Node) bool { return n == from || n == to })) {
		if fr.From == from && fr.To == to {
			return fr
		}
	}
	t.Fatal("no fragment between the labels")
	return nil
}

// TestPossible asks whether something may hold at the end of a fragment, if something held at
// its start.
func TestPossible(t *testing.T) {
	b := need.Backend(t)
	for _, c := range []struct {
		name, text, before, after string
		want                      bool
	}{
		{"a copied struct has the element that is asked for",
			`struct s { int v[2]; } s, t; void f(void) { int i = 0, j; from:; j = i; i = i + 1; s = t; to:; }`,
			"i == 0 && t.v[0] == 1 && t.v[1] == 2", "j == 0 && s.v[j] == 1", true},
		{"and no other",
			`struct s { int v[2]; } s, t; void f(void) { int i = 0, j; from:; j = i; i = i + 1; s = t; to:; }`,
			"i == 0 && t.v[0] == 1 && t.v[1] == 2", "s.v[j] != 1", false},
		{"a chosen struct",
			`struct s { int v[2]; } s, t, u; void f(void) { int i = 0, j, c = 0; from:; j = i; i = 1; c = !c; s = c ? t : u; to:; }`,
			"c == 1 && i == 0 && u.v[0] == 5", "s.v[j] == 5", true},
		{"elements of what is arbitrary differ",
			`struct s { int v[2]; }; void fill(struct s *); void f(void) { struct s s; int i = 0, j = 1; from:; fill(&s); to:; }`,
			"i == 0 && j == 1", "s.v[i] != s.v[j]", true},
		{"a byte of an int is written",
			`int x; unsigned char *p; void f(void) { p = (unsigned char *)&x; from:; *p = 5; to:; }`,
			"x == 0", "x == 5", true},
	} {
		prog, f := load(t, c.text+"int main(void) { f(); return 0; }")
		q := NewQuery(between(t, f), oneLevel(enc.TypeAlias{}), []Pred{{Name: "before", E: parse(t, prog, f, c.before)}}, []Pred{{Name: "after", E: parse(t, prog, f, c.after)}})
		if got := possible(t, b, prog, q); got != c.want {
			t.Errorf("%s: %v\n%s", c.name, got, q)
		}
	}
}

// possible reports whether all predicates of q can hold.
func possible(t *testing.T, b smt.Backend, prog *cil.Program, q *Query) bool {
	t.Helper()
	form := q.Formula(b.Factory(), enc.New(prog, b.Factory(), enc.Options{}), false)
	s := b.NewSolver(smt.Simple)
	defer s.Close()
	for _, c := range append(form.Side, form.Conjuncts...) {
		s.Assert(c)
	}
	r := s.CheckAssuming(form.Important)
	if r.Status == smt.Unknown {
		t.Fatal(r)
	}
	return r.Status == smt.Sat
}

// TestCallWrites has a call that changes what two pointers lead to: each of them may lead to the
// variable that the other doesn't.
func TestCallWrites(t *testing.T) {
	b := need.Backend(t)
	prog, f := load(t, `int x, y, *p, *q; void more(int *, int *); void f(void) { from:; more(p, q); to:; } int main(void) { p = &x; q = &y; f(); return 0; }`)
	sem := Semantics{Alias: enc.TypeAlias{}, Effects: pointees}
	for _, c := range []struct {
		before string
		want   bool
	}{{"x == 0 && p == &x && q == &y", true}, {"x == 0 && p == &y && q == &x", true}, {"x == 0 && p == &y && q == &y", false}} {
		q := NewQuery(between(t, f), sem, []Pred{{Name: "before", E: parse(t, prog, f, c.before)}}, []Pred{{Name: "after", E: parse(t, prog, f, "x == 1")}})
		if got := possible(t, b, prog, q); got != c.want {
			t.Errorf("%s: %v\n%s", c.before, got, q)
		}
	}
}

// shadowed has a call that changes two variables of one name.
const shadowed = `int x; int ext(void);
void f(void) { int x = 0; from:; x = ext(); to:; }
int main(void) { f(); return x; }`

// TestSameNames changes variables of one name in one call: they get values of their own.
func TestSameNames(t *testing.T) {
	b := need.Backend(t)
	prog, f := load(t, shadowed)
	sem := oneLevel(enc.TypeAlias{})
	global := prog.GlobalNamed("x")
	sem.Effects = func(*cil.Call) []*cil.Lval { return []*cil.Lval{cil.VarLval(global)} }
	local := prog.Lookup(f, "x")
	if local == global || local.Name != global.Name {
		t.Fatalf("the variables are called %s and %s", local.Name, global.Name)
	}
	differ := &cil.Binary{Op: cil.Ne, X: cil.LoadVar(local), Y: cil.LoadVar(global), T: local.Type}
	if q := NewQuery(between(t, f), sem, nil, []Pred{{Name: "differ", E: differ}}); !possible(t, b, prog, q) {
		t.Errorf("the local and the global get one value\n%s", q)
	}
}

// TestGhostOutside begins a fragment behind a node whose instruction isn't modelled: the ghosts
// of the node have their values already.
func TestGhostOutside(t *testing.T) {
	b := need.Backend(t)
	prog, f := load(t, `int x; void g(void) { x = x + 1; } void f(void) { from: g(); x = x + 1; to:; } int main(void) { f(); return 0; }`)
	fr := between(t, f)
	for !isCall(fr.From) {
		fr.From, fr.Nodes = fr.Nodes[0], fr.Nodes[1:]
	}
	ghost := &cil.Var{Name: "$x", Type: prog.GlobalNamed("x").Type, Kind: cil.Ghost, Func: f, Of: cil.VarLval(prog.GlobalNamed("x"))}
	sem := oneLevel(enc.TypeAlias{})
	sem.Outside = func(n *cil.Node) bool { return n == fr.From }
	sem.Ghosts = func(n *cil.Node) []*cil.Var {
		if n == fr.From {
			return []*cil.Var{ghost}
		}
		return nil
	}
	parseGhost := func(text string) cil.Expr {
		f.Locals = append(f.Locals, ghost)
		defer func() { f.Locals = f.Locals[:len(f.Locals)-1] }()
		return parse(t, prog, f, text)
	}
	q := NewQuery(fr, sem, []Pred{{Name: "before", E: parseGhost("x == $x + 1")}}, []Pred{{Name: "after", E: parseGhost("x == $x + 2")}})
	if !possible(t, b, prog, q) {
		t.Errorf("the ghost is assigned again\n%s", q)
	}
	sem.Outside = nil
	q = NewQuery(fr, sem, []Pred{{Name: "before", E: parseGhost("x == 7")}}, []Pred{{Name: "after", E: parseGhost("$x != 7")}})
	if possible(t, b, prog, q) {
		t.Errorf("the ghost isn't assigned at the start\n%s", q)
	}
}

func isCall(n *cil.Node) bool { _, ok := n.Instr.(*cil.Call); return ok }
