package inline_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const directed = "TestDirected"
	mutant.Kill(t, []mutant.Fault{
		{Name: "locals keep what the activation before left", File: "copy.go", Tests: directed,
			Old: "for _, v := range fresh {", New: "for _, v := range fresh[:0] {"},
		{Name: "the first argument is passed twice", File: "copy.go", Tests: directed,
			Old: "E: c.Args[i]}, Pass)", New: "E: c.Args[0*i]}, Pass)"},
		{Name: "the result isn't stored", File: "copy.go", Tests: directed,
			Old: "if c.Ret != nil {", New: "if c.Ret == nil && x.g.Result != nil {"},
		{Name: "a return gives nothing", File: "copy.go", Tests: directed,
			Old: "x.nodes[m].Succs = []*cil.Node{n}", New: ""},
		{Name: "who sets a part has set all", File: "fresh.go", Tests: directed,
			Old: "return l != nil && l.IsVar(v)", New: "return l != nil && l.Base == v"},
		{Name: "who falls off the end has set the result", File: "fresh.go", Tests: directed,
			Old: "if n == n.Func.Exit && v == n.Func.Result {", New: "if n == nil {"},
		{Name: "the result is read before the call", File: "fresh.go", Tests: directed,
			Old: "case !sets(n, v):", New: "case false:"},
		{Name: "the calls between are forgotten", File: "copy.go", Tests: directed,
			Old: "append([]*cil.Node{x.call}, o.Chain...)", New: "[]*cil.Node{x.call}"},
		{Name: "names are used twice", File: "copy.go", Tests: directed,
			Old: "x.names[name]++\n", New: ""},
		{Name: "programs grow without end", File: "inline.go", Tests: "TestLimits",
			Old: "|| len(g.Nodes) > in.left {", New: "{"},
	})
}
