package pointsto

import (
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cil"
)

// TestOthers looks at where a member leads to that another thread may have changed.
func TestOthers(t *testing.T) {
	const types = `struct dev { int *p, *q; struct { int *deep; } in; } d, e; int a, b, k; void give(void *), again(int *); struct dev *any(void); int **where(void); `
	for _, c := range []struct{ name, text, want string }{
		{"stored here", `void g(void) {} void f(void) { d.p = &a; again(d.p); k = *d.p; }`, "a"},
		{"stored by another function", `void g(void) { d.p = &b; } void f(void) { if (a) g(); again(d.p); k = *d.p; }`, "b"},
		{"handed out", `void g(void) {} void f(void) { d.p = &a; give(&d.p); again(d.p); k = *d.p; }`, "a outside(int)"},
		{"memory of the outside", `void g(void) {} void f(void) { struct dev *x = any(); again(x->p); k = *x->p; }`, "outside(int)"},
		{"stored by a function that isn't reached", `void f(void) { d.p = &a; again(d.p); k = *d.p; } void g(void) { d.p = &b; }`, "a outside(int)"},
		{"handed out by a function that isn't reached", `void f(void) { d.p = &a; again(d.p); k = *d.p; } void g(void) { give(&e.p); }`, "a outside(int)"},
		{"stored through a pointer by a function that isn't reached", `void f(void) { d.p = &a; again(d.p); k = *d.p; } void g(void) { *where() = &b; }`, "a outside(int)"},
		{"copied by a function that isn't reached", `void f(void) { d.p = &a; again(d.p); k = *d.p; } void g(void) { d = e; }`, "a outside(int)"},
		{"another member by a function that isn't reached", `void f(void) { d.p = &a; again(d.p); k = *d.p; } void g(void) { d.q = &b; }`, "a"},
		{"a member of a member", `void f(void) { d.in.deep = &a; again(d.in.deep); k = *d.in.deep; } void g(void) { e.in.deep = &b; }`, "a outside(int)"},
		{"a variable", `static int *v; void f(void) { v = &a; again(v); k = *v; } void g(void) { v = &b; }`, "a outside(int)"},
		{"another variable", `static int *v, *w; void f(void) { v = &a; again(v); k = *v; } void g(void) { w = &b; }`, "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			prog := load(t, types+c.text, "f", "g")
			f := prog.FuncNamed("f")
			var read *cil.Lval
			for _, n := range f.Nodes {
				if call, ok := n.Instr.(*cil.Call); ok && call.Callee().Name == "again" {
					read = call.Args[0].(*cil.Load).L
					n.Instr = &cil.Havoc{L: read, Of: read}
				}
			}
			r := AnalyzeWith(prog, f, Options{OneLevel: true})
			for _, err := range r.Sanity() {
				t.Error(err)
			}
			objs, _ := r.PointsTo(f, &cil.Load{L: read})
			var got []string
			for _, o := range objs {
				got = append(got, o.String())
			}
			slices.Sort(got)
			if strings.Join(got, " ") != c.want {
				t.Errorf("leads to %v, want %s", got, c.want)
			}
		})
	}
}
