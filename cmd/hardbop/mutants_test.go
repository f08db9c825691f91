package main

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults in the parts that decide together, which show in verdicts of
// small programs, and expects those to change.
func TestMutants(t *testing.T) {
	const pointers = "TestVerdicts/pointers"
	mutant.Kill(t, []mutant.Fault{
		{Name: "new memory is never null", File: "../../c2bp/alloc.go", Tests: pointers + "/both_null",
			Old: "if fails {\n\t\t\td.mustNot = v.decide(", New: "if false {\n\t\t\td.mustNot = v.decide("},
		{Name: "numbers are never the address of new memory", File: "../../c2bp/alloc.go", Tests: pointers + "/a_number",
			Old: "return d, false\n\t}\n\tif fails", New: "return d, true\n\t}\n\tif fails"},
		{Name: "two structs are never the same", File: "../../internal/enc/apart.go", Tests: pointers + "/one_struct",
			Old: "e.c.f.Or(e.c.f.Eq(x, y), most(end(x), y), most(end(y), x))", New: "e.c.f.Or(most(end(x), y), most(end(y), x))"},
		{Name: "structs of different types don't overlap", File: "../../internal/enc/apart.go", Tests: pointers + "/struct_in_struct",
			Old: "if a.comp == b.comp && (", New: "if ("},
		{Name: "whatever is taken for a struct is one", File: "../../internal/enc/apart.go", Tests: pointers + "/overlaid",
			Old: "if !e.c.opt.Structs(p) {", New: "if false {"},
		{Name: "structs are not told apart", File: "../../internal/enc/apart.go", Tests: pointers + "/no_overlap",
			Old: "facts = append(facts, e.sameOrApart(a.p, b.p, a.comp))", New: "_ = e.sameOrApart"},
		{Name: "an allocation fails where it is wished not to", File: "../../internal/enc/placed.go", Tests: pointers + "/two_allocations",
			Old: "if !ok {\n\t\ta = v\n", New: "if ok {\n\t\ta = v\n"},
		{Name: "what a function changes is never needed", File: "../../newton/slice.go", Tests: pointers + "/filled",
			Old: "return live == nil || s.Locate(l).Meets(live)", New: "return live == nil"},
		{Name: "conditions need nothing", File: "../../newton/slice.go", Tests: pointers + "/filled",
			Old: "for _, e := range es {\n\t\tw.Read(w.live, e)\n\t}", New: ""},
		{Name: "results need nothing", File: "../../newton/slice.go", Tests: pointers + "/filled",
			Old: "w.live.Add(w.Locate(cil.VarLval(res)))", New: "_ = res"},
	})
}
