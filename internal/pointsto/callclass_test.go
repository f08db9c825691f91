package pointsto

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cil"
)

// TestLateCallees has functions of which calls learn when they are bound to others already:
// those whose addresses are stored by functions that are called so.
func TestLateCallees(t *testing.T) {
	var text strings.Builder
	text.WriteString("int x, y, z;\ntypedef int *(*action)(int *);\n")
	table := func(name string, n int, body string) {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprint(name, i))
			fmt.Fprintf(&text, "static int *%s%d(int *a) { %s }\n", name, i, body)
		}
		fmt.Fprintf(&text, "static action %s[] = { %s };\n", name, strings.Join(names, ", "))
	}
	table("last", 7, "return &z;")
	text.WriteString("static action *more, *now;\n")
	table("next", 9, "more = last; return a;")
	table("base", 6, "now = next; return &y;")
	text.WriteString(`
		int *one(int n) { return (n ? base : now ? now : more)[n](&x); }
		int *two(int n) { return (n > 1 ? base : n ? now : more)[n](&y); }
		int *few(int n) { return (n ? more : more + 1)[n](&x); }
		static action some[] = { base0, base1, base2, base3, base4 }, *part = some, **deep = &part;
		int *sub(int n) { return (*deep)[n](&x); }
		int main(int n, char **v) { now = base; return *one(n) + *two(n) + *few(n) + *sub(n); }`)
	prog := load(t, text.String(), "main")
	r := Analyze(prog, prog.FuncNamed("main"))
	for _, err := range r.Sanity() {
		t.Error(err)
	}
	for name, want := range map[string]int{"one": 22, "two": 22, "few": 7, "sub": 5} {
		if got := len(calleesIn(r, prog.FuncNamed(name))); got != want {
			t.Errorf("%s calls %d functions, want %d", name, got, want)
		}
	}
	for name, want := range map[string]string{"one": "x y z", "few": "z", "sub": "y"} {
		if got := held(r, prog.FuncNamed(name).Result); got != want {
			t.Errorf("%s returns %s, want %s", name, got, want)
		}
	}
}

// calleesIn lists what is called through pointers in f.
func calleesIn(r *Result, f *cil.Func) []*cil.Func {
	var fs []*cil.Func
	for _, n := range f.Nodes {
		if c, ok := n.Instr.(*cil.Call); ok && c.Callee() == nil {
			fs = append(fs, r.Callees(n)...)
		}
	}
	return fs
}

// held names what v may point to.
func held(r *Result, v *cil.Var) string {
	objs, _ := r.PointsTo(nil, cil.LoadVar(v))
	var names []string
	for _, o := range objs {
		names = append(names, o.String())
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}
