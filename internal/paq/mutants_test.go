package paq

import (
	"testing"

	"hardbop/internal/mutant"
)

// faults are planted by TestMutants.
var faults = []mutant.Fault{
	{Name: "parts that share a symbol are taken apart", File: "parts.go", Tests: trying,
		Old: "sets.join(ids[0], id)",
		New: "sets.find(id)"},
	{Name: "a fixed constant of a part is free", File: "parts.go", Tests: trying,
		Old: "return e.q.Factory.And(append(p.formulas, e.cube(model, here).term)...)",
		New: "return e.q.Factory.And(p.formulas...)"},
	{Name: "one side of an equivalence is no reason", File: "shape.go", Tests: trying,
		Old: "p.addTrue(inner.Arg(1))",
		New: "_ = inner"},
	{Name: "the branch of a choice is no reason", File: "shape.go", Tests: trying,
		Old: "p.add(t.Arg(p.branch(t)))",
		New: "_ = p.branch"},
	{Name: "remainders may be the divisor", File: "purify.go", Tests: trying,
		Old: "f.Lt(a, f.Add(product, k))",
		New: "f.Le(a, f.Add(product, k))"},
	{Name: "applications are never compared", File: "purify.go", Tests: trying,
		Old: "p.sides = append(p.sides, p.f.Or(parts...))",
		New: "_ = parts"},
	{Name: "a choice is split by the wrong value", File: "diagrams.go", Tests: trying,
		Old: "c: c.Arg(2), cond: f.False()",
		New: "c: c.Arg(2), cond: f.True()"},
	{Name: "an error wins the race", File: "race.go", Tests: "TestRace",
		Old: "case e.err == nil && e.trouble == nil && winner < 0:",
		New: "case winner < 0:"},
	{Name: "the race doesn't stop the losers", File: "race.go", Tests: "TestRace",
		Old: "ctx, stop := context.WithCancel(ctx)",
		New: "_, stop := context.WithCancel(ctx)"},
	{Name: "locations are written as important", File: "file.go", Tests: "TestRoundTrip",
		Old: "smt.Mark{Keyword: locationKeyword, Var: l}",
		New: "smt.Mark{Keyword: importantKeyword, Var: l}"},
	{Name: "a valuation is counted at the wrong level", File: "answer.go", Tests: "TestAnswer",
		Old: "below(n.High, n.Var+1)",
		New: "below(n.High, n.Var)"},
}

// trying is the tests against answers that are known.
const trying = "TestAgainstTrying|TestOddities"

// TestMutants plants each fault and expects other tests to fail.
func TestMutants(t *testing.T) { mutant.Kill(t, faults, "-rapid.nofailfile", "-rapid.shrinktime=1s") }
