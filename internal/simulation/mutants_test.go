package simulation

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults here and in hornsat, and expects the comparison with the
// definitions to notice each.
func TestMutants(t *testing.T) {
	const solver = "../hornsat/hornsat.go"
	mutant.Kill(t, []mutant.Fault{
		{Name: "silent steps have to be followed by silent steps", File: "check.go", Tests: "TestAgainstNaive",
			Old: "out[i] = map[int][]int{Silent: {i}}", New: "out[i] = map[int][]int{}"},
		{Name: "only the first reply counts", File: "check.go", Tests: "TestAgainstNaive|TestSilentSteps",
			Old: "range c.byAction[spec][e.Action] {", New: "range c.byAction[spec][e.Action][:min(1, len(c.byAction[spec][e.Action]))] {"},
		{Name: "the last step of a state isn't followed", File: "check.go", Tests: "TestAgainstNaive",
			Old: "range c.imp.Edges[imp] {", New: "range c.imp.Edges[imp][:max(0, len(c.imp.Edges[imp])-1)] {"},
		{Name: "a strategy takes another step", File: "check.go", Tests: "TestAgainstNaive",
			Old: "[c.s.Reason(v)-p.clause]", New: "[0*(c.s.Reason(v)-p.clause)]"},
		{Name: "pairs are mixed up", File: "check.go", Tests: "TestAgainstNaive",
			Old: "c.vars[imp][spec] = int32(v + 1)", New: "c.vars[imp][0] = int32(v + 1)"},
		{Name: "no silent steps behind an action", File: "system.go", Tests: "TestAgainstNaive|TestSilentSteps",
			Old: "range closures[e.To] {", New: "range []int{e.To} {"},
		{Name: "no silent steps before an action", File: "system.go", Tests: "TestAgainstNaive|TestSilentSteps",
			Old: "for _, e := range s.Edges[j] {\n\t\t\t\tif e.Action == Silent {", New: "for _, e := range s.Edges[j] {\n\t\t\t\tif e.Action == Silent || j != i {"},
		{Name: "one silent step only", File: "system.go", Tests: "TestAgainstNaive|TestTraces",
			Old: "todo = append(todo, e.To)", New: "out = append(out, e.To)"},
		{Name: "a set has one state behind an action", File: "system.go", Tests: "TestTraces",
			Old: "to[e.Action] = append(to[e.Action], e.To)", New: "to[e.Action] = []int{e.To}"},
		{Name: "false variables stay in clauses", File: solver, Tests: "TestAgainstNaive",
			Old: "if s.left[c]--; s.left[c] == 0 {", New: "if s.left[c]--; s.left[c] == -1 {"},
		{Name: "one false variable makes a clause false", File: solver, Tests: "TestAgainstNaive",
			Old: "if s.left[c]--; s.left[c] == 0 {", New: "if s.left[c]--; s.left[c] >= 0 {"},
		{Name: "only the newest clause of a variable is looked at", File: solver, Tests: "TestAgainstNaive",
			Old: "o != None; o = s.next[o] {", New: "o != None; o = None {"},
		{Name: "what is false isn't handed on", File: solver, Tests: "TestAgainstNaive",
			Old: "s.order = append(s.order, h)", New: "if len(s.order) == s.done {\n\t\t\ts.order = append(s.order, h)\n\t\t}"},
	}, "-rapid.checks=500", "-rapid.nofailfile", "-rapid.shrinktime=1s")
}
