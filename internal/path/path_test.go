package path

import (
	"bytes"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// testProgram returns
//
//	void f(void) { }
//	void main(void) { int x; if (x) f(); x = 1; }
func testProgram() *cil.Program {
	model, err := cil.NewDataModel("LP64", true)
	if err != nil {
		panic(err)
	}
	it := model.Int(cil.Int)
	void := &cil.FuncType{Ret: cil.Void}
	f, m := &cil.Func{Name: "f", Type: void}, &cil.Func{Name: "main", Type: void}
	x := &cil.Var{Name: "x", Type: it, Kind: cil.Local, Func: m}
	m.Locals = []*cil.Var{x}
	at := source.Pos{File: "a.c", Line: 2}
	f.StartBody(at, at)
	f.Entry.Succs = []*cil.Node{f.Exit}
	m.StartBody(at, at)
	branch := m.NewNode(&cil.Branch{E: cil.LoadVar(x)}, at)
	call := m.NewNode(&cil.Call{Fn: &cil.FuncAddr{F: f, T: &cil.PtrType{Elem: void}}}, at)
	set := m.NewNode(&cil.Assign{L: cil.VarLval(x), E: cil.IntConst(it, 1)}, at)
	m.Entry.Succs, branch.Succs = []*cil.Node{branch}, []*cil.Node{call, set}
	call.Succs, set.Succs = []*cil.Node{set}, []*cil.Node{m.Exit}
	f.Finish()
	m.Finish()
	return &cil.Program{Model: model, Funcs: []*cil.Func{f, m}}
}

const sample = `{
"version": 1,
"steps": [
  {"func":"main","node":0,"pos":"a.c:2"},
  {"func":"main","node":1,"pos":"a.c:2","text":"if (x)"},
  {"func":"main","node":2,"pos":"a.c:2","text":"f()"},
  {"func":"f","node":0,"pos":"a.c:2"},
  {"func":"f","node":1,"pos":"a.c:2"},
  {"func":"main","node":3,"pos":"a.c:2","text":"x = 1"}
]
}
`

func TestRoundTrip(t *testing.T) {
	p, err := Read(testProgram(), "e.path", sample)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	if b.String() != sample {
		t.Errorf("written:\n%s\nwant:\n%s", b.String(), sample)
	}
	if !p.Enters(2) || p.Enters(1) || !p.Leaves(4) || p.Leaves(3) {
		t.Error("calls are not where they should be")
	}
}

func TestErrors(t *testing.T) {
	swap := func(old, new string) string { return strings.Replace(sample, old, new, 1) }
	tests := []struct{ text, want string }{
		{"", "e.path:1:1: the file ends too early"},
		{"[]", "e.path:1:1: expected an object"},
		{"{}", "e.path:1:1: no \"version\""},
		{`{"version": 2}`, "e.path:1:13: version 2 of path files is not known"},
		{`{"version": "x"}`, "e.path:1:13: expected int"},
		{`{"version": 1, "other": 1}`, "e.path:1:25: unknown field \"other\""},
		{`{"version": 1, "steps": []}`, "e.path:1:28: the path has no steps"},
		{sample[:60], "e.path:4:"},
		{sample + "x", "e.path:12:1: expected the end of the file"},
		{swap(`"main","node":0`, `"min","node":0`), "e.path:4:3: unknown function \"min\""},
		{swap(`"node":1`, `"node":9`), "e.path:5:3: main has the nodes 0 to 4: there is no node 9"},
		{swap(`"node":1`, `"node":-1`), "e.path:5:3: main has the nodes"},
		{swap(`"x = 1"`, `"x = 2"`), "e.path:9:3: node 3 of main is 'x = 1', not 'x = 2'"},
		{swap(`"text":"if (x)"`, `"taken":1`), "e.path:6:3: expected node 3 of main after node 1 of main, found node 2 of main"},
		{swap(`"text":"if (x)"`, `"taken":2`), "e.path:5:3: node 1 of main has 2 successors"},
		{swap(`  {"func":"main","node":0,"pos":"a.c:2"},`, ""), "e.path:5:3: the path starts at node 1"},
		{swap(`  {"func":"f","node":0,"pos":"a.c:2"},`, ""), "e.path:8:3: expected node 0 of f after node 2 of main, found node 1 of f"},
		{swap(`"x = 1"}`, `"x = 1"},{"func":"main","node":4},{"func":"main","node":0}`), "e.path:9:82: the first function, main, has returned"},
		{swap(`"node":0`, `"node":"0"`), "e.path:4:3: expected int"},
		{swap(`"f()"`, `"f()","callee":"ff"`), "e.path:6:3: unknown function \"ff\" is called"},
	}
	for _, tt := range tests {
		_, err := Read(testProgram(), "e.path", tt.text)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("error\n%v\nwant\n%s\nfor\n%s", err, tt.want, tt.text)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(sample)
	f.Add(`{"version":1,"steps":[{"func":"main","node":0,"taken":1}]}`)
	f.Add(`{"steps":[{}],"version":1}`)
	prog := testProgram()
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Read(prog, "e.path", text)
		if err != nil {
			return
		}
		if _, err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, p); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(prog, "e.path", b.String()); err != nil {
			t.Fatalf("written:\n%s\n%v", b.String(), err)
		}
	})
}
