package suffice_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/effects"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/path"
	"hardbop/internal/pointsto"
	"hardbop/internal/pointsto/alias"
	"hardbop/internal/suffice"
	"hardbop/newton"
)

const head = `void bad(void); int in(void); void fill(int *); void *malloc(unsigned long); void *calloc(unsigned long, unsigned long);
int g, h; struct s { int a; unsigned b : 3; int c : 5; struct s *next; }; static const int table[3] = { 4, 5, 6 };
int set(int v) { g = v; return v; }
int other(int v) { h = v; return 0; }
int rec(int n, int *p) { int l = n + 6; if (n == 0) return 0; rec(n - 1, &l); if (l == 7) *p = 8; return 0; }
int main(void) { `

// cases have programs whose one path to bad takes the first side of each branch, what is left out of
// it, and what the gap is; none if the rest suffices.
var cases = []struct{ name, body, out, gap string }{
	{"all of it", `int x = in(); if (x > 3) bad();`, "", ""},
	{"a value that is read", `int x = 5; if (x > 3) bad();`, "x = 5", "whether x > 3"},
	{"a value that isn't", `int x = in(), y = 5; if (x > 3) bad();`, "y = 5", ""},
	{"an input", `int x = in(); if (x > 3) bad();`, "x = in()", "whether x > 3"},
	{"a variable without a value", `int x; if (x > 3) bad();`, "x = ? (uninitialised)", "whether x > 3"},
	{"by way of another", `int x = 5, y; y = x; if (y > 3) bad();`, "x = 5", "whether y > 3"},
	{"a branch whose other side leaves", `int x = in(); if (x > 3) bad();`, "if (x > 3)", "misses the next step"},
	{"a branch whose sides meet", `int x = in(), y = 0; if (x > 3) y = 1; g = 7; if (g == 7) bad();`, "if (x > 3); y = 1", ""},
	{"a branch whose other side changes something", `int x = in(), y = 0; if (x > 3) h = 1; else y = 1; g = 7; if (y == 0) bad();`, "if (x > 3); h = 1", "whether y == 0"},
	{"a branch whose other side calls", `int x = in(); g = 7; if (x > 3) h = 1; else set(2); h = 2; if (g == 7) bad();`, "if (x > 3); h = 1", "whether g == 7"},
	{"and calls something else", `int x = in(); g = 7; if (x > 3) h = 1; else other(2); h = 2; if (g == 7) bad();`, "if (x > 3); h = 1", ""},
	{"a call", `g = 7; other(1); if (g == 7) bad();`, "other(1)", ""},
	{"a call that changes something", `set(7); if (g == 7) bad();`, "set(7)", "whether g == 7"},
	{"a call's result", `int x = 7; x = set(7); if (x == 7) bad();`, "x = set(7)", "whether x == 7"},
	{"what a pointer is", `int x = 1, y = 2, *p; p = &x; *p = 7; if (x == 7) bad();`, "p = &x", "whether x == 7"},
	{"what a pointer leads to", `int x = 1, y = 2, *p; p = &x; if (in()) p = &y; *p = 7; if (x == 1) bad();`, "*p = 7", ""},
	{"what another pointer may lead to", `int x = 1, y = 2, *p, *q; q = &x; p = &x; if (in()) p = &y; *p = 7; if (x == 1) bad();`, "p = &y", "whether x == 1"},
	{"a function without a body", `int x = 1; fill(&x); if (x == 7) bad();`, "fill(&x)", "whether x == 7"},
	{"its argument", `int x = 1, y = 2, *p; p = &x; if (in()) p = &y; fill(p); if (y == 7) bad();`, "p = &y", "whether y == 7"},
	{"a member", `struct s v; v.a = 3; v.b = 5; v.c = -3; if (v.b == 5) if (v.c == -3) bad();`, "v.a = 3", ""},
	{"a bit-field", `struct s v, *p = &v; p->a = 3; p->b = 5; p->c = -3; if (v.b == 5) if (v.c == -3) bad();`, "p->b = 5", "whether"},
	{"the bits beside it", `struct s v, *p = &v; p->b = 5; p->c = -3; if (v.c == -3) bad();`, "p->b = 5", ""},
	{"memory that is new", `struct s *p = malloc(sizeof *p); if (p) { p->a = 3; g = 1; if (p->a == 3) bad(); }`, "g = 1", ""},
	{"zeroed memory", `struct s *p = calloc(1, sizeof *p); if (p) if (p->a == 0) bad();`, "", ""},
	{"a struct as a whole", `struct s v, w; v.a = 3; w = v; v.a = 4; if (w.a == 3) bad();`, "v.a = 4", ""},
	{"a struct that is copied", `struct s v, w; v.a = 3; w = v; if (w.a == 3) bad();`, "w = v", "whether w.a == 3"},
	{"a constant", `int i = in(); if (i == 1) if (table[i] == 5) bad();`, "", ""},
	{"an element", `int a[4], i = in(); a[1] = 3; if (i == 2) { a[i] = 4; if (a[1] == 3) bad(); }`, "a[i] = 4", ""},
	{"an index", `int a[4], i; i = 2; a[1] = 3; a[i] = 4; if (a[1] == 3) bad();`, "i = 2", "whether a[1] == 3"},
	{"through a function pointer", `int (*f)(int); f = set; if (in()) f = other; f(3); if (h == 3) bad();`, "f = other", "whom"},
	{"recursion", `int x = 1; rec(1, &x); if (x == 8) bad();`, "", ""},
	{"recursion whose variable is the caller's", `int x = 1; rec(1, &x); if (x == 8) bad();`, "l = n + 6", "whether l == 7"},
	{"a loop", `int i; g = 7; for (i = in(); i > 3; i--) h = i; if (g == 7) bad();`, "if (i > 3)", ""},
	{"a loop that changes something", `int i; g = 7; for (i = in(); i < 3; i++) g = i; if (g == 7) bad();`, "if (i < 3)", "whether g == 7"},
}

// second reports whether the path of a case takes the second side of its first branch: loops turn no
// time, recursion ends at the second call.
func second(name string) bool {
	return strings.HasPrefix(name, "a loop") || strings.HasPrefix(name, "recursion")
}

// TestCheck leaves statements out of paths.
func TestCheck(t *testing.T) {
	b := need.Backend(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			q := question(t, c.body, second(c.name))
			v := enc.Recheck(context.Background(), b, q.Prog, q.Path, enc.RecheckOptions{Script: true,
				PathOptions: enc.PathOptions{Extern: q.Extern, AllocFails: true, Where: q.Where}})
			if v.Outcome != enc.PathFeasible || v.Script == nil {
				t.Fatalf("the path is %s: %s", v.Outcome, v.Reason)
			}
			q.Script = v.Script
			whole := q.Keep
			q.Keep = newton.NewSlicer(effects.New(q.pts, q.Extern)).Slice(q.Path)
			if gap := suffice.Check(q.Question); gap != nil {
				t.Errorf("the slice %v has a gap: %v", q.Keep, gap)
			}
			q.Keep = whole
			if gap := suffice.Check(q.Question); gap != nil {
				t.Fatalf("the whole path has a gap: %v", gap)
			}
			left := 0
			for i, s := range q.Path.Steps {
				if slices.Contains(strings.Split(c.out, "; "), cil.SourceInstr(s.Node.Instr)) {
					q.Keep[i] = false
					left++
				}
			}
			if c.out != "" && left == 0 {
				t.Fatalf("no %q in the path", c.out)
			}
			gap := suffice.Check(q.Question)
			if (gap == nil) != (c.gap == "") || gap != nil && !strings.Contains(gap.Error(), c.gap) {
				t.Errorf("got %v, want %q", gap, c.gap)
			}
		})
	}
}

// trial is a question, with what points-to says of the program.
type trial struct {
	suffice.Question
	pts *pointsto.Result
}

// question is about the path of the program with this body to bad, with all steps.
func question(t *testing.T, body string, second bool) trial {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(head + body + " return 0; }\n")}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	main := prog.FuncNamed("main")
	pts := pointsto.Analyze(prog, main)
	for _, v := range pts.PointedAt() {
		v.AddrTaken = true
	}
	q := trial{suffice.Question{Prog: prog, Path: &path.Path{}, Extern: enc.ExternOneLevel, Where: alias.New(pts), Callees: pts.Callees}, pts}
	w := walk{second: second, callees: pts.Callees}
	if !w.to(main, q.Path) {
		t.Fatal("no path to bad")
	}
	q.Keep = slices.Repeat([]bool{true}, len(q.Path.Steps))
	return q
}

// walk goes along a path.
type walk struct {
	second  bool // whether the first branch takes its second side
	callees func(*cil.Node) []*cil.Func
}

func (w *walk) to(f *cil.Func, p *path.Path) bool {
	for n := f.Entry; ; {
		s := path.Step{Node: n}
		if _, ok := n.Instr.(*cil.Branch); ok && w.second {
			s.Taken, w.second = 1, false
		}
		c, isCall := n.Instr.(*cil.Call)
		if isCall && c.Callee() == nil {
			for _, g := range w.callees(n) {
				if g.Name == "other" {
					s.Callee = g
				}
			}
		}
		p.Steps = append(p.Steps, s)
		if isCall {
			g := c.Callee()
			if g == nil {
				g = s.Callee
			}
			if g.Name == "bad" {
				return true
			}
			if g.HasBody() && w.to(g, p) {
				return true
			}
		}
		if n == f.Exit {
			return false
		}
		n = n.Succs[s.Taken]
	}
}
