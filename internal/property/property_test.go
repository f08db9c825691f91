package property

import (
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

func TestParseSpec(t *testing.T) {
	for text, want := range map[string]Spec{
		"CHECK( init(main()), LTL(G ! call(reach_error())) )\n":                  {Entry: "main", Kind: CallKind, Name: "reach_error"},
		"CHECK(init(run()),LTL(G!call(__VERIFIER_error())))":                     {Entry: "run", Kind: CallKind, Name: "__VERIFIER_error"},
		"\n CHECK( init( main ( ) ) ,\n LTL( G ! label ( ERROR ) ) )   \r\n\r\n": {Entry: "main", Kind: LabelKind, Name: "ERROR"},
	} {
		got, err := ParseSpec("p.prp", text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got.Entry != want.Entry || got.Kind != want.Kind || got.Name != want.Name {
			t.Errorf("%q: got %+v", text, got)
		}
		again, err := ParseSpec("p.prp", got.Text)
		if err != nil || again.Text != got.Text {
			t.Errorf("%q: not read back: %v", got.Text, err)
		}
	}
}

func TestParseSpecErrors(t *testing.T) {
	for text, want := range map[string]string{
		"": `p.prp:1:1: unexpected "": expected CHECK`,
		"CHECK( init(main()), LTL(G ! overflow) )":                            `1:26: the property "G ! overflow" is not supported`,
		"CHECK( init(main()), LTL(F end) )":                                   `1:26: the property "F end" is not supported`,
		"CHECK( init(main()), LTL(G valid-free) )\n":                          `1:26: the property "G valid-free" is not supported`,
		"COVER( init(main()), FQL(COVER EDGES(@CALL(f))) )":                   "1:1: the property COVER is not supported",
		"CHECK( init(main), LTL(G ! label(E)) )":                              `1:17: unexpected ")": expected (`,
		"CHECK( init(main()), LTL(G ! label()) )":                             `1:36: unexpected ")": expected a name`,
		"CHECK( init(main()), LTL(G ! call(f)) )":                             `1:36: unexpected ")": expected (`,
		"CHECK( init(main()), LTL(G ! label(E)) )\nCHECK( init(main()), LTL(": `2:1: unexpected "CHECK": expected one property`,
	} {
		_, err := ParseSpec("p.prp", text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func FuzzParseSpec(f *testing.F) {
	f.Add("CHECK( init(main()), LTL(G ! call(reach_error())) )")
	f.Add("CHECK( init(main()), LTL(G ! label(ERROR)) )")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSpec("p.prp", text)
		if err == nil && (s.Entry == "" || s.Name == "") {
			t.Fatalf("%+v", s)
		}
	})
}

// program makes a main with a labelled Skip and calls of the named functions, each with
// the argument 1.
func program(t *testing.T, names ...string) *cil.Program {
	m, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	prog := &cil.Program{Model: m}
	main := &cil.Func{Name: "main", Type: &cil.FuncType{Ret: cil.Void}}
	prog.Funcs = append(prog.Funcs, main)
	main.StartBody(source.Pos{}, source.Pos{})
	last := main.NewNode(&cil.Skip{}, source.Pos{})
	last.Labels = []string{"ERROR", "TARGET_1"}
	main.Entry.Succs = []*cil.Node{last}
	for _, name := range names {
		f := prog.FuncNamed(name)
		if f == nil {
			f = &cil.Func{Name: name, Type: &cil.FuncType{Ret: cil.Void, Params: []cil.Type{m.Int(cil.Int)}}}
			prog.Funcs = append(prog.Funcs, f)
		}
		n := main.NewNode(&cil.Call{Fn: &cil.FuncAddr{F: f, T: &cil.PtrType{Elem: f.Type}},
			Args: []cil.Expr{cil.IntConst(m.Int(cil.Int), 1)}}, source.Pos{Line: 7})
		last.Succs = []*cil.Node{n}
		last = n
	}
	last.Succs = []*cil.Node{main.Exit}
	main.Finish()
	return prog
}

// sane fails unless prog is in order.
func sane(t *testing.T, prog *cil.Program) {
	t.Helper()
	for _, err := range cil.Sanity(prog) {
		t.Error(err)
	}
}

func TestLabel(t *testing.T) {
	prog := program(t)
	p, ok := Label(prog, "ERROR")
	if !ok || len(p.Targets) != 1 || p.Nodes()[0] != prog.Funcs[0].Nodes[1] {
		t.Errorf("got %+v", p)
	}
	if _, ok := Label(prog, "nowhere"); ok {
		t.Error("found a label that isn't there")
	}
}

func TestReach(t *testing.T) {
	prog := program(t, "f", "reach_error", "__VERIFIER_error", "reach_error")
	p, ok := Reach(prog)
	sane(t, prog)
	if !ok || len(p.Targets) != 3 {
		t.Fatalf("got %+v", p)
	}
	for _, n := range p.Nodes() {
		if n.Labels[0] == "TARGET_1" || n.Func.Nodes[n.ID] != n {
			t.Errorf("label %v", n.Labels)
		}
		if c, ok := n.Succs[0].Instr.(*cil.Call); !ok || !isErrorFunc(c.Callee().Name) || len(n.Succs[0].Preds) != 1 {
			t.Errorf("the target isn't before the call")
		}
	}
	if p, _ := Calls(prog, "reach_error"); len(p.Targets) != 2 {
		t.Errorf("calls: got %+v", p)
	}
}

func TestReachThroughPointer(t *testing.T) {
	prog := program(t, "reach_error")
	f := prog.FuncNamed("reach_error")
	f.AddrTaken = true
	p, _ := Reach(prog)
	sane(t, prog)
	if len(p.Targets) != 2 || p.Targets[1].Node.Func != f || !f.HasBody() {
		t.Fatalf("got %+v", p)
	}
}

func TestAsserts(t *testing.T) {
	prog := program(t, "assert", "f", "__assert_fail")
	p, ok := Asserts(prog)
	sane(t, prog)
	if !ok || len(p.Targets) != 2 {
		t.Fatalf("got %+v", p)
	}
	n := p.Targets[1].Node
	if b, ok := n.Preds[0].Instr.(*cil.Branch); !ok || n.Preds[0].Succs[1] != n || b.E == nil {
		t.Errorf("the assertion isn't a branch")
	}
	if a, ok := n.Succs[0].Instr.(*cil.Assume); !ok || !cil.IsZero(a.E) {
		t.Errorf("a run goes on after the failure")
	}
	if prop, ok := Asserts(program(t, "f")); ok {
		t.Errorf("got %+v", prop)
	}
}

func TestMessageAt(t *testing.T) {
	a, b := &cil.Node{}, &cil.Node{}
	p := Property{Message: "general", Targets: []Target{{a, "called by $caller"}}}
	if got := p.MessageAt(a, "main"); got != "called by main" {
		t.Error(got)
	}
	if got := p.MessageAt(b, "main"); got != "general" {
		t.Error(got)
	}
}
