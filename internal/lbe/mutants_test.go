package lbe

import (
	"testing"

	"hardbop/internal/mutant"
)

// faults are planted by TestMutants.
var faults = []mutant.Fault{
	{Name: "edges to what is done with are taken for back edges", File: "cutset.go", Tests: "TestBackEdgesAgainstRecursion",
		Old: "case open:", New: "case open, closed:"},
	{Name: "nodes stay open", File: "cutset.go", Tests: "TestBackEdgesAmongRule",
		Old: "state[top.n.ID] = closed", New: ""},
	{Name: "loops of one node aren't cut", File: "cutset.go", Tests: "TestCutsets",
		Old: "s.heads[to.ID] = true", New: "s.heads[to.ID] = to != top.n"},
	{Name: "nodes that are asked for don't stay", File: "cutset.go", Tests: "TestCutsets",
		Old: "|| also != nil && also(n)", New: ""},
	{Name: "an added cutpoint hands on what leads to it", File: "narrow.go", Tests: "TestRuleAgainstDefinition",
		Old: "cut[n.ID], origins[n.ID] = true, []int{n.ID}", New: "cut[n.ID] = true"},
	{Name: "only the first predecessor counts", File: "narrow.go", Tests: "TestNarrow",
		Old: "range nodes {", New: "range nodes[:1] {"},
	{Name: "nodes are cut one too early", File: "narrow.go", Tests: "TestNarrow|TestRuleAgainstDefinition",
		Old: "|| len(origins[n.ID]) > most {", New: "|| len(origins[n.ID]) >= most {"},
	{Name: "one common origin makes two lists the same", File: "narrow.go", Tests: "TestUnion",
		Old: "in := slices.BinarySearch(a, x); !in {\n\t\t\treturn false\n\t\t}\n\t}\n\treturn true",
		New: "in := slices.BinarySearch(a, x); in {\n\t\t\treturn true\n\t\t}\n\t}\n\treturn len(b) == 0"},
	{Name: "many calls that may be left out have fragments without end", File: "summary.go", Tests: "TestOptionalCalls",
		Old: "return Narrow(f, BackEdges(f, also), mostOrigins)", New: "return BackEdges(f, also)"},
	{Name: "preds of an earlier search stay", File: "fragment.go", Tests: "TestFragments",
		Old: "w.preds[s.ID] = w.preds[s.ID][:0]", New: ""},
	{Name: "preds are all there are", File: "fragment.go", Tests: "TestFragments",
		Old: "w.preds[s.ID] = append(w.preds[s.ID], n)", New: "w.preds[s.ID] = s.Preds"},
	{Name: "only the first way to a node counts", File: "fragment.go", Tests: "TestFragments",
		Old: "\t}\n\tw.preds[s.ID] = append(w.preds[s.ID], n)", New: "\t\tw.preds[s.ID] = append(w.preds[s.ID], n)\n\t}"},
	{Name: "nodes come before those that lead to them", File: "fragment.go", Tests: "TestBackEdgeAtEnd",
		Old: "\t\t\treturn order\n", New: "\t\t\tslices.Reverse(order)\n\t\t\treturn order\n"},
	{Name: "ends come as they are found", File: "fragment.go", Tests: "TestFragmentOrder",
		Old: "return cmp.Compare(a.ID, b.ID)", New: "return 0 * cmp.Compare(a.ID, b.ID)"},
	{Name: "a fragment that comes back to its beginning has no paths", File: "fragment.go", Tests: "TestFragments",
		Old: "if s == fr.To {", New: "if s == fr.To && s != fr.From {"},
	{Name: "what is asked for has no kind", File: "summary.go", Tests: "TestSummaries",
		Old: "add(p.IsCall != nil && p.IsCall(n), Call)", New: ""},
	{Name: "both cutsets are the same", File: "summary.go", Tests: "TestSummaries|TestKinds",
		Old: "if c == ByRules {", New: "if false {"},
	{Name: "text of the program goes out as it is", File: "write.go", Tests: "TestWriteHostile",
		Old: ".Replace(source.Printable(l))", New: ".Replace(l)"},
	{Name: "cycles go unnoticed", File: "fragment.go", Tests: "TestCycleLeft",
		Old: "if !s.closed {", New: "if false {"},
}

// TestMutants plants each fault and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, faults, "-rapid.checks=500", "-rapid.nofailfile", "-rapid.shrinktime=1s")
}
