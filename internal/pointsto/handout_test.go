package pointsto

import (
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// TestHandedOut has what functions without a body may change where they change what their
// arguments point to only: whether, after that, a pointer may lead to a variable.
func TestHandedOut(t *testing.T) {
	const decls = `
		struct inner { int *p; }; struct outer { int *own; struct inner in; };
		struct dev { void *data; };
		void *malloc(unsigned long); void take(void *); void read_all(void *); void set_it(void *); struct dev nondet(void);
		struct outer *find(void); void (*get_hook(void))(void);
		extern struct dev dev;
		void f(void) { struct outer *o = malloc(16); int x, y; take(&y); y = 1; o->own = &x; `
	tests := []struct {
		name, text, a, b string
		apart            bool
	}{
		{"not handed out", "", "*o->own", "y", true},
		{"the struct itself", "take(o);", "*o->own", "y", false},
		{"a member", "take(&o->in);", "*o->in.p", "y", false},
		{"a member beside", "take(&o->in);", "*o->own", "y", true},
		{"more than the struct", "read_all(&o->in);", "*o->own", "y", false},
		{"what memory leads to", "dev.data = o; take(&dev);", "*o->own", "y", true},
		{"what memory leads to, found again", "dev.data = o; take(&dev); struct outer *q = find(); q->own = &y;", "*o->own", "y", false},
		{"code that isn't known", "dev.data = o; take(&dev); get_hook()();", "*o->own", "y", false},
		{"code that isn't known, before", "get_hook()(); dev.data = o; take(&dev);", "*o->own", "y", false},
		{"a kept member", "dev = nondet(); dev.data = &x; take(&dev);", "*(int *)dev.data", "y", true},
		{"a kept member that is set", "dev = nondet(); dev.data = &x; set_it(&dev);", "*(int *)dev.data", "y", false},
		{"a kept member of an object that is used before", "dev = nondet(); take(0); dev.data = &x;", "*(int *)dev.data", "y", false},
		{"a kept member that isn't set each time", "dev = nondet(); dev.data = &x; dev = nondet();", "*(int *)dev.data", "y", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			prog := load(t, decls+tt.text+" }", "f")
			for _, c := range prog.Comps {
				for _, f := range c.Fields {
					f.Kept = c.Tag == "dev"
				}
			}
			for _, f := range prog.Funcs {
				f.SetsKept = f.Name == "set_it"
			}
			fill(prog)
			f := prog.FuncNamed("f")
			r := AnalyzeWith(prog, f, Options{OneLevel: true, Whole: func(f *cil.Func) bool { return f.Name == "read_all" }})
			for _, err := range r.Sanity() {
				t.Error(err)
			}
			var ls []*cil.Lval
			for _, text := range []string{tt.a, tt.b} {
				l, err := cil.ParseLval(prog, f, text, source.Pos{})
				if err != nil {
					t.Fatal(err)
				}
				ls = append(ls, l)
			}
			if got := r.Overlap(ls[0], ls[1]); (got == Apart) != tt.apart {
				t.Errorf("%s and %s: %d\n%s", tt.a, tt.b, got, r)
			}
		})
	}
}

// fill makes the calls of nondet what an environment's are: values from outside.
func fill(prog *cil.Program) {
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			if c, ok := n.Instr.(*cil.Call); ok && c.Callee() != nil && c.Callee().Name == "nondet" {
				n.Instr = &cil.Havoc{L: c.Ret, Why: "nondet()"}
			}
		}
	}
}
