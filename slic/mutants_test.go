package slic

import (
	"testing"

	"hardbop/internal/mutant"
)

// faults are planted by TestMutants.
var faults = []mutant.Fault{
	{Name: "what may abort at first begins nothing", File: "opens.go", Tests: "TestBeginners",
		Old: "return len(n.Labels) > 0",
		New: "return false"},
	{Name: "what may abort at first begins nothing, as rules run", File: "opens.go", Tests: automata,
		Old: "return len(n.Labels) > 0",
		New: "return false"},
	{Name: "a changed state begins nothing, as rules run", File: "opens.go", Tests: automata,
		Old: "return !known || v.Cmp(s.init.Val) != 0",
		New: "return !known && v.Cmp(s.init.Val) != 0"},
	{Name: "a state that isn't known begins nothing", File: "opens.go", Tests: "TestBeginners",
		Old: "return !known || v.Cmp(s.init.Val) != 0",
		New: "return known && v.Cmp(s.init.Val) != 0"},
	{Name: "conditions that aren't known hold", File: "opens.go", Tests: "TestBeginners",
		Old: "case !known:\n\t\treturn n.Succs",
		New: "case !known:\n\t\treturn n.Succs[:1]"},
	{Name: "handlers without a guard begin nothing", File: "opens.go", Tests: "TestBeginners",
		Old: "b.anyBegins = true",
		New: "b.anyBegins = false"},
	{Name: "what binds the object isn't noted", File: "body.go", Tests: automata,
		Old: "if b.proc.woven() {\n\t\t\t\tb.beginners",
		New: "if b.proc == nil {\n\t\t\t\tb.beginners"},
	{Name: "arguments are read after the call", File: "sites.go", Tests: automata,
		Old: "late := usedIn(post, i+1) && !s.stable(a)",
		New: "late := false"},
	{Name: "a call through a pointer fires the events of all that it may call", File: "sites.go", Tests: automata,
		Old: "if s.call.Callee() != nil {\n\t\t\trun()",
		New: "if true {\n\t\t\trun()"},
	{Name: "an entry event without a body doesn't mean the call", File: "procedure.go", Tests: automata,
		Old: "case Entry:\n\t\t\treturn Call",
		New: "case Entry:\n\t\t\treturn Entry"},
	{Name: "an exit event has the arguments as they are at the exit", File: "inbody.go", Tests: automata,
		Old: "if exit != nil {\n\t\tb.save(start)\n\t}",
		New: "if exit != nil {\n\t\tb.save(w.chain())\n\t}"},
	{Name: "minus is not", File: "translate.go", Tests: automata,
		Old: "if op == cil.BitNot {",
		New: "if op == cil.Neg {"},
	{Name: "the result is stored before the return event", File: "sites.go", Tests: "TestReturnIsBeforeStore",
		Old: "if ret == nil && !usedIn(post, 0) ||",
		New: "if !usedIn(post, 0) ||"},
	{Name: "calls from outside are events", File: "weave.go", Tests: "TestOutsideCallsNothing",
		Old: "f != w.cfg.Outside && ",
		New: ""},
	{Name: "what a macro's body calls is an event too", File: "weave.go", Tests: "TestMacroEvents",
		Old: "!in.Inner && ",
		New: ""},
	{Name: "the arguments of a macro are read after its expansion", File: "marks.go", Tests: "TestMacroEvents",
		Old: "late != nil && late.uses(i+1) && readsAny(e)",
		New: "late == nil && readsAny(e)"},
	{Name: "events after a call come before it", File: "sites.go", Tests: automata,
		Old: "w.before[n], w.after[n] = s.pre, s.post",
		New: "w.before[n], w.after[n] = s.post, s.pre"},
}

// automata are the tests against a direct simulation of rules.
const automata = "TestInstrumentAgainstAutomaton|TestDirected"

// TestMutants plants each fault and expects other tests to fail.
func TestMutants(t *testing.T) { mutant.Kill(t, faults, "-rapid.nofailfile", "-rapid.shrinktime=1s") }
