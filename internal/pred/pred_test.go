package pred

import (
	"bytes"
	"strings"
	"testing"

	"hardbop/internal/cil"
)

// testProgram returns the declarations
//
//	int g; int *p; struct s { int n; struct s *next; } *list;
//	int inc(int x) { int y; ... }   void main(int a) { int b; ... }   int ext(int);
func testProgram() *cil.Program {
	model, err := cil.NewDataModel("LP64", true)
	if err != nil {
		panic(err)
	}
	it := model.Int(cil.Int)
	node := &cil.CompType{Tag: "s", Size: 16, Align: 8, Defined: true}
	node.Fields = []*cil.Field{{Comp: node, Name: "n", Type: it}, {Comp: node, Name: "next", Type: &cil.PtrType{Elem: node}, Index: 1, Offset: 8}}
	prog := &cil.Program{Model: model, Comps: []*cil.CompType{node}, Globals: []*cil.Var{
		{Name: "g", Type: it}, {Name: "p", Type: &cil.PtrType{Elem: it}}, {Name: "list", Type: &cil.PtrType{Elem: node}}}}
	function := func(name string, ret cil.Type, formal, local string) {
		f := &cil.Func{Name: name, Type: &cil.FuncType{Ret: ret, Params: []cil.Type{it}}}
		f.Formals = []*cil.Var{{Name: formal, Type: it, Kind: cil.Formal, Func: f}}
		prog.Funcs = append(prog.Funcs, f)
		if local == "" {
			return
		}
		f.Locals = []*cil.Var{{Name: local, Type: it, Kind: cil.Local, Func: f}}
		f.StartBody(f.Pos, f.EndPos)
		n := f.NewNode(&cil.Skip{}, f.Pos)
		n.Pos.Line = 7
		f.Entry.Succs, n.Succs = []*cil.Node{n}, []*cil.Node{f.Exit}
		f.Finish()
	}
	function("inc", it, "x", "y")
	function("main", cil.Void, "a", "b")
	function("ext", it, "x", "")
	return prog
}

const sample = `hardbop-predicates 1

global {
    $g = g at entry of main;
    g == 1,
    *p == $g,
    list->next->n > 2 * g,
    (unsigned char)(g + 1) == 0
}

inc {
    $x = x at entry;
    $x#2 = x at node 1;
    $(*p) = *p at node 1;
    exact node 1;
    x == $x,
    ret == $x#2 + 1,
    $(*p) < y || x > 0
}

main {
    b == a + 2
}
`

func TestRoundTrip(t *testing.T) {
	set, err := Parse(testProgram(), "t.preds", sample)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, set); err != nil {
		t.Fatal(err)
	}
	if b.String() != sample {
		t.Errorf("written:\n%s\nwant:\n%s", b.String(), sample)
	}
	if set.Add(set.Clone()) {
		t.Error("a set has grown by its own predicates")
	}
}

func TestComments(t *testing.T) {
	set, err := Parse(testProgram(), "t.preds", "// first\nhardbop-predicates /* , } */ 1\nmain { a == ',' /* x\n*/, b == 1, // end\n }\nmain { a == 2 }")
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Preds) != 3 {
		t.Errorf("%d predicates, want 3", len(set.Preds))
	}
}

func TestErrors(t *testing.T) {
	const head = "hardbop-predicates 1\n"
	tests := []struct{ text, want string }{
		{"", "t.preds:1:1: expected 'hardbop-predicates 1'"},
		{"hardbop-predicates 2", "t.preds:1:20: version '2'"},
		{head + "man { a == 1 }", "t.preds:2:1: unknown procedure 'man'; did you mean main?"},
		{head + "ext { x == 1 }", "t.preds:2:1: the procedure 'ext' has no body"},
		{head + "main { b = 1 }", "t.preds:2:10: "},
		{head + "main { bb == 1 }", "t.preds:2:8: unknown variable 'bb' in main; did you mean b?"},
		{head + "main {\n  a == 1,\n  x == 1 }", "t.preds:4:3: unknown variable 'x' in main"},
		{head + "global { g == b }", "t.preds:2:15: 'b' is a variable of main: a global predicate may only mention globals"},
		{head + "main { $x == 1 }", "t.preds:2:9: "},
		{head + "main { $a == 1 }", "t.preds:2:8: unknown ghost '$a'"},
		{head + "main { $a = a at node 9; }", "t.preds:2:18: main has no node 9"},
		{head + "main { $b = a at entry; }", "t.preds:2:8: expected the name '$a'"},
		{head + "main { $list = list at entry; $list = list at node 1; }", "t.preds:2:31: the ghost '$list' is declared twice"},
		{head + "global { $g = g at entry; }", "t.preds:2:20: expected 'of' and a procedure"},
		{head + "main { a == 1; }", "t.preds:2:8: expected a ghost"},
		{head + "main { exact node 9; }", "t.preds:2:14: main has no node 9"},
		{head + "main { exact entry; }", "t.preds:2:14: expected 'node N' or 'line N'"},
		{head + "global { exact node 1; }", "t.preds:2:10: 'exact' in the global group"},
		{head + "main { a == 1,, b == 1 }", "t.preds:2:15: expected a predicate before ','"},
		{head + "main { a == 1", "t.preds:2:14: expected '}'"},
		{head + "main a == 1", "t.preds:2:6: expected '{' after 'main', found 'a'"},
		{head + "}", "t.preds:2:1: expected 'global' or the name of a procedure, found '}'"},
	}
	for _, tt := range tests {
		_, err := Parse(testProgram(), "t.preds", tt.text)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: error\n%v\nwant\n%s", tt.text, err, tt.want)
		}
	}
}

func TestLinePoint(t *testing.T) {
	prog := testProgram()
	set, err := Parse(prog, "t.preds", "hardbop-predicates 1\nmain { $a = a at line 7; $a == 1 }")
	if err != nil {
		t.Fatal(err)
	}
	if got := set.Ghosts[0].At; got != prog.FuncNamed("main").Nodes[1] {
		t.Errorf("the ghost is at %v", got)
	}
}

func TestNamer(t *testing.T) {
	prog := testProgram()
	f := prog.FuncNamed("main")
	l := cil.VarLval(f.Formals[0])
	n := NewNamer(nil)
	a, b := n.Ghost(f, nil, l), n.Ghost(f, f.Nodes[1], l)
	if a.V.Name != "$a" || b.V.Name != "$a#2" || n.Ghost(f, nil, cil.VarLval(f.Formals[0])) != a {
		t.Errorf("ghosts %s, %s", a.V.Name, b.V.Name)
	}
	if m := NewNamer(&Set{Ghosts: []*Ghost{a, b}}); m.Ghost(f, f.Nodes[1], l) != b {
		t.Error("a known ghost is made again")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Add("hardbop-predicates 1\nmain { $a = a at line 7; $a == 1, (b[ }")
	f.Add("hardbop-predicates 1 global{*p==1,'")
	prog := testProgram()
	f.Fuzz(func(t *testing.T, text string) {
		set, err := Parse(prog, "t.preds", text)
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := Write(&first, set); err != nil {
			t.Fatal(err)
		}
		again, err := Parse(prog, "t.preds", first.String())
		if err != nil {
			t.Fatalf("written:\n%s\n%v", first.String(), err)
		}
		if err := Write(&second, again); err != nil || first.String() != second.String() {
			t.Errorf("written:\n%s\nand again:\n%s", first.String(), second.String())
		}
	})
}
