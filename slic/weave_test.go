package slic

import (
	"maps"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// weave instruments s with the rule and returns what Instrument did.
func weave(t *testing.T, s *scenario, cfg Config, rule string) *Result {
	t.Helper()
	spec, err := Parse("rule.slic", rule)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Entry = s.entry
	res, err := Instrument(s.prog, spec, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range cil.Sanity(s.prog) {
		t.Error(err)
	}
	return res
}

// final runs s and returns the values of the rule's state.
func final(t *testing.T, s *scenario, res *Result) []int64 {
	t.Helper()
	m := machine{choose: func() bool { return true }, extern: func(string) int64 { return 7 }}
	if why := m.start(s.prog, s.entry); why != "end" {
		t.Fatalf("the run ends with %s", why)
	}
	var vs []int64
	for _, v := range res.State {
		vs = append(vs, m.globals[v])
	}
	return vs
}

func expect(t *testing.T, got []int64, want ...int64) {
	t.Helper()
	for i, w := range want {
		if i >= len(got) || got[i] != w {
			t.Fatalf("state %v, want %v", got, want)
		}
	}
}

func TestReturnComesBeforeStore(t *testing.T) {
	s := newScenario(t)
	s.try(2, 1, 2, 7)
	s.end()
	res := weave(t, s, Config{}, "state { int x = 1; int y = 1; } try_acquire.return { x = count; y = $return; } program.end { x = x + count; }")
	expect(t, final(t, s, res), 7, 7)
}

// TestReturnIsBeforeStore has a rule that doesn't name the result.
func TestReturnIsBeforeStore(t *testing.T) {
	s := newScenario(t)
	s.try(2, 1, 2, 7)
	s.end()
	res := weave(t, s, Config{}, "state { int x = 1; } try_acquire.return { x = count; }")
	before := final(t, s, res)
	s = newScenario(t)
	s.try(2, 1, 2, 7)
	s.end()
	res = weave(t, s, Config{}, "state { int x = 1; } try_acquire.call { x = count; }")
	if at := final(t, s, res); at[0] != before[0] {
		t.Errorf("count is %d when the call returns, %d when it starts", before[0], at[0])
	}
}

// TestOutsideCallsNothing has no events in the function that runs the program.
func TestOutsideCallsNothing(t *testing.T) {
	s := newScenario(t)
	s.try(2, 1, 2, 7)
	s.end()
	res := weave(t, s, Config{Outside: s.entry}, "state { int x = 1; } try_acquire.call { x = 5; }")
	expect(t, final(t, s, res), 1)
}

// TestEntryIsALoop leads an edge back to the entry: the entry event happens once.
func TestEntryIsALoop(t *testing.T) {
	s := newScenario(t)
	again := s.emit(nil)
	count := s.prog.GlobalNamed("count")
	again.Instr = &cil.Branch{E: &cil.Binary{Op: cil.Lt, X: cil.LoadVar(count), Y: cil.IntConst(s.int, 3), T: s.int}}
	back := s.entry.NewNode(&cil.Assign{L: cil.VarLval(count),
		E: &cil.Binary{Op: cil.Add, X: cil.LoadVar(count), Y: cil.IntConst(s.int, 1), T: s.int}}, source.Pos{})
	back.Succs = []*cil.Node{s.entry.Entry}
	leave := s.emit(&cil.Skip{})
	again.Succs = []*cil.Node{back, leave}
	s.finish()
	res := weave(t, s, Config{}, "state { int x = 0; int y = 0; } entry.entry { x = x + 1; } entry.exit { y = y + count; }")
	expect(t, final(t, s, res), 1, 3)
}

// TestExitWithoutReturn falls off the end of the body, and may stop before.
func TestExitWithoutReturn(t *testing.T) {
	s := newScenario(t)
	f := s.fn("helper")
	f.Nodes[2].Instr = &cil.Skip{} // instead of the return
	s.help(1, 3, 1)
	s.end()
	res := weave(t, s, Config{}, "state { int x = 0; int y = 5; } helper.exit { x = $1; y = $return; }")
	expect(t, final(t, s, res), 3, 1) // the machine chooses 1 for the missing result
}

func TestStopIsNoExit(t *testing.T) {
	s := newScenario(t)
	stop := s.fn("helper").Nodes[2]
	stop.Instr = &cil.Assume{E: cil.IntConst(s.int, 0)}
	s.help(1, 3, 1)
	s.end()
	res := weave(t, s, Config{}, "helper.exit { abort; }")
	if n := res.Events[0].Points; n != 1 {
		t.Errorf("%d points", n)
	}
	m := machine{choose: func() bool { return true }}
	if why := m.start(s.prog, s.entry); why != "stop" {
		t.Errorf("the run ends with %s", why)
	}
}

// TestEntryIsCalled has an entry function that helper calls: the end of the program is
// that of the outermost activation.
func TestEntryIsCalled(t *testing.T) {
	s := newScenario(t)
	s.help(0, 1, 1)
	s.end()
	h := s.fn("helper")
	call := h.NewNode(&cil.Call{Fn: &cil.FuncAddr{F: s.entry, T: &cil.PtrType{Elem: s.entry.Type}}}, source.Pos{})
	count := s.prog.GlobalNamed("count")
	inc := h.NewNode(&cil.Assign{L: cil.VarLval(count), E: cil.IntConst(s.int, 1)}, source.Pos{})
	first := h.NewNode(&cil.Branch{E: &cil.Binary{Op: cil.Eq, X: cil.LoadVar(count), Y: cil.IntConst(s.int, 0), T: s.int}}, source.Pos{})
	next := h.Entry.Succs[0]
	first.Succs, inc.Succs, call.Succs = []*cil.Node{inc, next}, []*cil.Node{call}, []*cil.Node{next}
	h.Entry.Succs = []*cil.Node{first}
	h.Finish()
	res := weave(t, s, Config{}, "state { int x = 0; int y = 0; } program.end { x = x + 1; y = y + x; } entry.exit { y = y + 2; }")
	expect(t, final(t, s, res), 1, 5)
}

func TestInitState(t *testing.T) {
	s := newScenario(t)
	s.lock("acquire", false, 1)
	s.end()
	res := weave(t, s, Config{InitState: true}, "state { int x = 3; } acquire.call { x = x + 1; }")
	res.State[0].Init = nil
	expect(t, final(t, s, res), 4)
}

// TestVolatileIsReadOnce gives a volatile argument to a function with events before and
// after: its value is read into a variable, once.
func TestVolatileIsReadOnce(t *testing.T) {
	s := newScenario(t)
	port := s.prog.GlobalNamed("port")
	n := s.call(nil, "helper", cil.LoadVar(port), s.addr("device"))
	s.end()
	weave(t, s, Config{}, "state { int x = 0; } helper.call { x = $1; }")
	reads := 0
	for _, n := range s.entry.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Assign:
			reads += countReads(in.E, port)
		case *cil.Call:
			for _, a := range in.Args {
				reads += countReads(a, port)
			}
		}
	}
	if reads != 1 {
		t.Errorf("%d reads", reads)
	}
	if n.Instr.(*cil.Call).Callee() != s.fn("helper") {
		t.Errorf("the call has moved")
	}
}

func countReads(e cil.Expr, v *cil.Var) int {
	n := 0
	walkLoads(e, func(l *cil.Lval) {
		if l.Base == v {
			n++
		}
	})
	return n
}

func TestNoReturn(t *testing.T) {
	s := newScenario(t)
	s.fn("release").NoReturn = true
	s.lock("release", false, 1)
	s.end()
	res := weave(t, s, Config{}, "state { int x = 0; } release.call { x = 1; } release.return { x = 2; }")
	expect(t, final(t, s, res), 1)
}

// TestMissingArgument calls a function through a pointer of another type, with fewer
// arguments than it has parameters: the missing one may be anything.
func TestMissingArgument(t *testing.T) {
	s := newScenario(t)
	f := s.fn("try_acquire")
	f.AddrTaken = true
	typ := &cil.PtrType{Elem: s.fn("acquire").Type}
	p := s.entry.NewTemp("p", typ, source.Pos{})
	s.emit(&cil.Assign{L: cil.VarLval(p), E: &cil.Cast{T: typ, X: &cil.FuncAddr{F: f, T: &cil.PtrType{Elem: f.Type}}}})
	s.emit(&cil.Call{Fn: cil.LoadVar(p), Args: []cil.Expr{s.addr("device")}})
	s.end()
	res := weave(t, s, Config{}, "state { int x = 5; } try_acquire.call { x = $2; }")
	expect(t, final(t, s, res), 1) // what the machine chooses
}

func TestEventCounts(t *testing.T) {
	s := newScenario(t)
	s.lock("acquire", false, 1)
	s.lock("acquire", true, 2)
	s.lock("release", false, 1)
	s.help(0, 1, 1)
	s.end()
	res := weave(t, s, Config{}, "acquire.call, release.entry, helper.exit, pair.call, absent.call, try_aquire.return, program.end { abort; }")
	got := map[string]int{}
	for _, e := range res.Events {
		got[e.Pattern.String()] = e.Points
	}
	want := map[string]int{"acquire.call": 2, "release.entry": 2, "helper.exit": 1, "pair.call": 0,
		"absent.call": 0, "try_aquire.return": 0, "program.end": 1} // the pointer may be release as well
	if !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if len(res.Missing) != 2 || !strings.Contains(res.Missing[1].String(), "did you mean try_acquire?") {
		t.Errorf("missing %v", res.Missing)
	}
	if len(res.Properties) != 1 || len(res.Properties[0].Targets) != 5 {
		t.Errorf("properties %+v", res.Properties)
	}
	if !res.Applies() {
		t.Errorf("the rule applies")
	}
}

func TestNotApplicable(t *testing.T) {
	s := newScenario(t)
	s.end()
	if weave(t, s, Config{}, "pair.call { abort; } program.end { ; }").Applies() {
		t.Errorf("the rule doesn't apply")
	}
}

// TestNames has a program that uses the names which instrumentation would choose.
func TestNames(t *testing.T) {
	s := newScenario(t)
	s.global("rule__x", s.int)
	s.global("slic_arg1", s.int)
	s.global("SLIC_helper_call", s.int)
	s.help(0, 2, 1)
	s.end()
	res := weave(t, s, Config{}, "state { int x = 0; } helper.call { x = $1; } helper.return { x = x + $1; }")
	if got := res.State[0].Name; got != "rule__x_2" {
		t.Errorf("the state is called %s", got)
	}
	if got := res.Procedures[0]; got.Name != "SLIC_helper_call_2" || got.Formals[0].Name != "slic2_arg1" {
		t.Errorf("the procedure is called %s(%s)", got.Name, got.Formals[0].Name)
	}
	expect(t, final(t, s, res), 4)
}

func TestFaultyRuleChangesNothing(t *testing.T) {
	s := newScenario(t)
	s.help(0, 1, 1)
	s.end()
	nodes, globals := len(s.entry.Nodes), len(s.prog.Globals)
	spec, err := Parse("rule.slic", "state { int x = 0; } helper.call { x = $1; y = 2; }")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Instrument(s.prog, spec, Config{Entry: s.entry}); err == nil {
		t.Fatal("no complaint")
	}
	if len(s.entry.Nodes) != nodes || len(s.prog.Globals) != globals {
		t.Errorf("the program has changed")
	}
}

func TestMessages(t *testing.T) {
	s := newScenario(t)
	s.lock("acquire", false, 1)
	s.lock("release", false, 1)
	s.end()
	res := weave(t, s, Config{}, `acquire.call, release.return { abort "$fname by $caller"; } acquire.call { abort; }`)
	p := res.Properties[0]
	if got := p.MessageAt(p.Targets[1].Node, "entry"); got != "release by entry" {
		t.Error(got)
	}
	q := res.Properties[1]
	if got := q.MessageAt(p.Targets[1].Node, "entry"); q.ID != "rule.abort2" || got != "rule rule is violated" {
		t.Error(q.ID, got)
	}
	if q.Pos.Line != 1 || q.Pos.File != "rule.slic" {
		t.Errorf("position %s", q.Pos)
	}
}

// TestMacroEvents has a macro whose expansion changes its argument and calls a function that
// the rule names too.
func TestMacroEvents(t *testing.T) {
	s := newScenario(t)
	count := s.prog.GlobalNamed("count")
	set := func(v int64) { s.emit(&cil.Assign{L: cil.VarLval(count), E: cil.IntConst(s.int, v)}) }
	macro := &cil.Func{Name: "enter", Type: &cil.FuncType{Ret: s.int, Params: []cil.Type{s.int}}}
	s.prog.Macros = []*cil.Func{macro}
	set(3)
	s.emit(&cil.Skip{Mark: &cil.Mark{Macro: macro, Values: []cil.Expr{cil.LoadVar(count)}}})
	begin := s.last
	set(4)
	s.call(nil, "acquire", s.addr("device"))
	s.last.Instr.(*cil.Call).Inner = true
	s.emit(&cil.Skip{Mark: &cil.Mark{Macro: macro, From: begin, Values: []cil.Expr{cil.LoadVar(count)}}})
	s.end()
	res := weave(t, s, Config{}, "state { int x = 0; int y = 0; int z = 0; int n = 0; } enter.call { x = $1; } enter.return { y = $1; z = $return; } acquire.call { n = 1; }")
	Unmark(s.prog)
	expect(t, final(t, s, res), 3, 3, 4, 0)
	if len(res.Places) != 2 || !res.Applies() {
		t.Errorf("places %v", res.Places)
	}
}

// TestOwnBusiness has an inline function of a header that calls what the rule names.
func TestOwnBusiness(t *testing.T) {
	for file, want := range map[string]int64{"lock.h": 1, "lock.c": 2} {
		s := newScenario(t)
		helper := s.fn("helper")
		helper.Static, helper.Pos = true, source.Pos{File: file, Line: 50}
		release := s.fn("release")
		n := helper.NewNode(&cil.Call{Fn: &cil.FuncAddr{F: release, T: &cil.PtrType{Elem: release.Type}}, Args: []cil.Expr{s.addr("device")}}, source.Pos{})
		n.Succs, helper.Entry.Succs = helper.Entry.Succs, []*cil.Node{n}
		helper.Finish()
		s.call(nil, "helper", cil.IntConst(s.int, 1), s.addr("device"))
		s.end()
		res := weave(t, s, Config{}, "state { int x = 0; } helper.call, release.call { x = x + 1; }")
		if got := final(t, s, res); got[0] != want {
			t.Errorf("%s: %d events, want %d", file, got[0], want)
		}
	}
}
