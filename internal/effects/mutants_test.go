package effects_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const dead = "TestDeadStores"
	mutant.Kill(t, []mutant.Fault{
		{Name: "what a live store reads isn't live", File: "dead.go", Tests: dead,
			Old: "x.reads(d.live)", New: ""},
		{Name: "the address of a live store isn't live", File: "dead.go", Tests: dead,
			Old: "d.ReadAddress(to, l)", New: ""},
		{Name: "arguments don't matter", File: "dead.go", Tests: dead,
			Old: "d.add(nil, cil.VarLval(v), in.Args[i])", New: "_ = v"},
		{Name: "results don't matter", File: "dead.go", Tests: dead,
			Old: "d.add(nil, in.Ret, cil.LoadVar(f.Result))", New: ""},
		{Name: "which function is called doesn't matter", File: "dead.go", Tests: dead,
			Old: "d.Read(d.live, in.Fn)", New: ""},
		{Name: "functions without a body need no arguments", File: "dead.go", Tests: dead,
			Old: "for _, a := range in.Args {", New: "for _, a := range in.Args[:0] {"},
		{Name: "cycles of dead stores vanish", File: "dead.go", Tests: dead,
			Old: " || leadsTo(next, x.Succs[0], x)", New: ""},
	})
}
