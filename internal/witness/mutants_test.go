package witness

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const sequence, invariants = "TestWovenSequence", "TestWovenInvariants"
	mutant.Kill(t, []mutant.Fault{
		{Name: "what is to be avoided is followed", File: "follow.go", Tests: sequence,
			Old: "s.to, s.last = -1, false", New: "s.last = false"},
		{Name: "segments are passed in any order", File: "follow.go", Tests: sequence,
			Old: "(%s == %d && (%s) ? %s : 0)\", State, t.from", New: "(%s >= %d*0 && (%s) ? %s : 0)\", State, t.from"},
		{Name: "the sides are mixed up", File: "follow.go", Tests: sequence,
			Old: `s.one("true"), s.one("false"))`, New: `s.one("false"), s.one("true"))`},
		{Name: "a turn of a loop counts twice", File: "follow.go", Tests: sequence,
			Old: `"%s == %d ? %s : "`, New: `"(%s == %d ? %s : 0), "`},
		{Name: "a statement leaves its if", File: "weave.go", Tests: sequence,
			Old: "if s.InBlock || s.Start", New: "if true || s.Start"},
		{Name: "a label is behind what is put in", File: "weave.go", Tests: sequence,
			Old: "w.put(s.Start, statement, \"if (%s, 0) ; else \", expr)", New: "w.put(s.From, statement, \"if (%s, 0) ; else \", expr)"},
		{Name: "the call that is meant is the first of the line", File: "place.go", Tests: sequence,
			Old: "if l.Col > 0 && slices.Contains(c.at, at) {", New: "if l.Col > 0 && (at >= 0 || slices.Contains(c.at, at)) {"},
		{Name: "the head of do is its end", File: "weave.go", Tests: invariants,
			Old: `case s.Kind == "do":`, New: `case s.Kind == "-":`},
		{Name: "an invariant is asked behind the loop", File: "weave.go", Tests: invariants,
			Old: `w.put(s.Cond[0], condBegins, "%s, (", expr)`, New: `w.put(s.Cond[0], condBegins, "0*sizeof(%s, 0) || (", expr)`},
		{Name: "comments hide code", File: "lex.go", Tests: sequence,
			Old: `/\*.*?\*/`, New: `/\*.*\*/`},
		{Name: "!a == b negates b", File: "cond.go", Tests: "TestKnown",
			Old: "case toks[0].text == \"!\" && single(toks[1:]):", New: "case toks[0].text == \"!\":"},
		{Name: "macros are what they look like", File: "cond.go", Tests: "TestKnown",
			Old: "o.Macros[t.text], called", New: "called"},
		{Name: "assignments have no effect", File: "expr.go", Tests: "TestCheckExpr",
			Old: `< > <= >=`, New: `= < > <= >=`},
		{Name: "calls have no effect", File: "expr.go", Tests: "TestCheckExpr",
			Old: `case before.isWord() || before.text == "]":`, New: `case before.text == "]":`},
		{Name: "the target may be anywhere", File: "content.go", Tests: "TestReadErrors",
			Old: "(s[k-1].Type == Target) != (i == last)", New: "i == last && s[k-1].Type != Target"},
	})
}
