package newton

import (
	"testing"

	"hardbop/internal/mutant"
)

// faults are planted by TestMutants.
var faults = []mutant.Fault{
	{Name: "possible aliases are taken for different", File: "memory.go", Tests: "TestPapers",
		Old: "case r == enc.Never:",
		New: "case r == enc.Never || r == enc.May:"},
	{Name: "both sides of a branch are the true one", File: "simulate.go",
		Old: "if !holds {",
		New: "if false {"},
	{Name: "an overwritten variable stands for its old value", File: "explain.go", Tests: "TestOverwritten",
		Old: "if m.overwritten || !s.current(m) {",
		New: "if !s.current(m) {"},
	{Name: "values of a callee stay as they are", File: "context.go", Tests: "TestPapers",
		Old: "if y.frame == f || y.def == nil || y.large {",
		New: "if true {"},
	{Name: "abstraction stays though it makes the path possible", File: "check.go", Tests: "TestRedundantCondition",
		Old: "if y.refuted == nil || y.refuted.step > x.refuted.step {",
		New: "if false {"},
	{Name: "dependencies are followed for one step only", File: "explain.go", Tests: "TestLevels",
		Old: "todo = append(todo, s.members[id-1].deps...)",
		New: "_ = todo"},
	{Name: "arguments are passed in the wrong order", File: "call.go",
		Old: "args[i], _ = s.parts(in.Args[i])",
		New: "args[i], _ = s.parts(in.Args[len(in.Args)-1-i])"},
	{Name: "a write leaves the place as it was", File: "store.go",
		Old: "s.store.named[namedKey{p.base, p.key}] = m\n\t\treturn m",
		New: "return m"},
	{Name: "a condition too many is left out of the core", File: "prove.go",
		Old: "if s.CheckAssuming(x.termsOf(rest)).Status == smt.Unsat {",
		New: "if len(rest) > 0 {"},
	{Name: "parts are found after others have changed", File: "simulate.go", Tests: "TestHavocOfStruct",
		Old: "\tat, used := s.locateParts(l, paths)\n\treturn lost{at, used, false}\n",
		New: "\tfor _, path := range paths {\n\t\tp := s.locate(s.part(l, path))\n\t\ts.freshValue(p, p.name)\n\t}\n\treturn lost{}\n"},
	{Name: "a loop turns only as often as on the path", File: "pathprogram.go", Tests: "TestLoops",
		Old: "if s == nil || i == len(p.Steps)-1 {",
		New: "if true {"},
	{Name: "a turn of a loop doesn't change what is assigned", File: "loops.go", Tests: "TestLoopsAgainstRuns",
		Old: "h.set(st, c, in.L, c, in.E)",
		New: "_ = in.L"},
	{Name: "both sides of a branch in a loop are the true one", File: "loops.go", Tests: "TestLoopsAgainstRuns",
		Old: "h.assume(st, c, in.E, step.Taken == 0)",
		New: "h.assume(st, c, in.E, true)"},
	{Name: "no branch is in a slice", File: "slice.go", Tests: "TestSlices",
		Old: "r.bypass || w.changes(r) {", New: "r.bypass && w.changes(r) {"},
	{Name: "assumptions are left out of slices", File: "slice.go", Tests: "TestSlices",
		Old: "case *cil.Assume:\n\t\tw.take(i, in.E)", New: "case *cil.Assume:"},
	{Name: "what a live value is made of isn't live", File: "slice.go", Tests: "TestSlices",
		Old: "w.ReadAddress(w.live, l)\n\tw.take(i, es...)", New: "w.take(i)"},
	{Name: "where a live value is written to isn't live", File: "slice.go", Tests: "TestSlices",
		Old: "w.ReadAddress(w.live, l)\n\tw.take(i, es...)", New: "w.take(i, es...)"},
	{Name: "a call that changes something is left out", File: "slice.go", Tests: "TestSlices",
		Old: "if !w.whole && !result && !w.Modified(n.Func).Meets(w.live) {", New: "if !w.whole && !result {"},
	{Name: "results of calls are not live", File: "slice.go", Tests: "TestSlices",
		Old: "w.live.Add(w.Locate(cil.VarLval(res)))", New: "_ = res"},
	{Name: "arguments are not live", File: "slice.go", Tests: "TestSlices",
		Old: "used = append(used, in.Args[k])", New: "_ = k"},
	{Name: "a region ends at the next statement", File: "region.go", Tests: "TestSlices",
		Old: "if n != stop {\n\t\t\ttodo = append(todo, next(n)...)\n\t\t}", New: "_, _ = stop, next"},
	{Name: "no way leads past a node", File: "region.go", Tests: "TestSlices",
		Old: "r.bypass = ahead[n.Func.Exit] && n.Func.Exit != to", New: ""},
	{Name: "interpolants are cut anywhere", File: "cuts.go", Tests: "TestRefine",
		Old: "if s.env.Cuts == nil {", New: "if true {"},
	{Name: "predicates stay that mean nothing at a cut", File: "cuts.go", Tests: "TestRefine",
		Old: "if c.matters(p, at) {", New: "if c.matters(p, at) || true {"},
	{Name: "no level has all predicates", File: "cuts.go", Tests: "TestRefine",
		Old: "|| c.env.Level == Levels-1 {", New: "{"},
	{Name: "integers are read back as pointers", File: "parts.go", Tests: "TestCheckParts",
		Old: "if l == nil || !cil.IsPointer(l.Type()) {", New: "if l == nil {"},
	{Name: "invariants come without what makes them hold within a turn", File: "loops.go", Tests: "TestLoops",
		Old: "\tx.between(g, found)\n",
		New: ""},
}

// TestMutants plants each fault and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, faults, "-rapid.checks=600", "-rapid.nofailfile", "-rapid.shrinktime=1s")
}
