package bdd

import (
	"testing"

	"hardbop/internal/mutant"
)

// faults are planted by TestMutants.
var faults = []mutant.Fault{
	{Name: "the difference is taken for symmetric", File: "apply.go", Tests: tables,
		Old: "h := hash3(opDiff, uint32(f), uint32(g))",
		New: "if f > g {\n\t\tf, g = g, f\n\t}\n\th := hash3(opDiff, uint32(f), uint32(g))"},
	{Name: "two operations share their keys", File: "apply.go", Tests: tables,
		Old: "k.applyCache.put(h, uint32(f), uint32(g), opOr, r)",
		New: "k.applyCache.put(hash3(opAnd, uint32(f), uint32(g)), uint32(f), uint32(g), opAnd, r)"},
	{Name: "all and some share their keys", File: "quantify.go", Tests: tables,
		Old: "opForall = 1",
		New: "opForall = 0"},
	{Name: "a product keeps quantified variables", File: "quantify.go", Tests: tables,
		Old: "if cube == True {\n\t\treturn k.and(f, g)",
		New: "if cube != True {\n\t\treturn k.and(f, g)"},
	{Name: "renamed nodes stay at their place in the order", File: "rename.go", Tests: tables,
		Old: "r := k.place(k.perm[n.level], low, k.rename(Node(n.high), id))",
		New: "r := k.mk(k.perm[n.level], low, k.rename(Node(n.high), id))"},
	{Name: "a restriction takes the wrong side", File: "restrict.go", Tests: tables,
		Old: "r = k.Restrict(Node(nf.high), Node(nc.high))\n\tcase nc.high",
		New: "r = k.Restrict(Node(nf.low), Node(nc.high))\n\tcase nc.high"},
	{Name: "a collection keeps what it knows of freed nodes", File: "gc.go", Tests: "TestAgainstTables|TestCollect",
		Old: "c.clear()",
		New: "_ = c"},
}

// tables is the test against truth tables.
const tables = "TestAgainstTables"

// TestMutants plants each fault and expects other tests to fail.
func TestMutants(t *testing.T) { mutant.Kill(t, faults, "-rapid.nofailfile", "-rapid.shrinktime=1s") }
