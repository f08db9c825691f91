package effects_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const dead, runs = "TestDeadStores", "TestRuns"
	mutant.Kill(t, []mutant.Fault{
		{Name: "what a live store reads isn't live", File: "dead.go", Tests: dead,
			Old: "x.reads(d.live)", New: ""},
		{Name: "the address of a live store isn't live", File: "dead.go", Tests: dead,
			Old: "d.ReadAddress(to, l)", New: ""},
		{Name: "arguments don't matter", File: "dead.go", Tests: dead,
			Old: "d.pass(n, v, in.Args[i])", New: "_ = v"},
		{Name: "results don't matter", File: "dead.go", Tests: dead,
			Old: "d.add(nil, in.Ret, cil.LoadVar(f.Result))", New: ""},
		{Name: "which function is called doesn't matter", File: "dead.go", Tests: dead,
			Old: "d.Read(d.live, in.Fn)", New: ""},
		{Name: "functions without a body need no arguments", File: "dead.go", Tests: dead,
			Old: "for _, a := range in.Args {", New: "for _, a := range in.Args[:0] {"},
		{Name: "constants that are told of go", File: "dead.go", Tests: dead,
			Old: "delete(d.dead, n)", New: "_ = n"},
		{Name: "what is told of stays, constant or not", File: "dead.go", Tests: dead,
			Old: "e == nil || len(read.List()) > 0", New: "false"},
		{Name: "what is live doesn't give true values", File: "dead.go", Tests: dead,
			Old: "!d.live.holds(read)", New: "true"},
		{Name: "what went gives true values", File: "dead.go", Tests: dead,
			Old: "!d.live.holds(read)", New: "false"},
		{Name: "one live cell makes a value true", File: "cells.go", Tests: dead,
			Old: "!in[t.Cell] && !in[pointsto.Unknown]", New: "!in[t.Cell] && !o.Meets(s)"},
		{Name: "cycles of dead stores vanish", File: "dead.go", Tests: dead,
			Old: " || leadsTo(next, x.Succs[0], x)", New: ""},
		{Name: "callees' writes aren't the caller's", File: "effects.go", Tests: runs,
			Old: "changed = s.mods[f].Add(s.mods[g]) || changed", New: "_ = g"},
		{Name: "the result of a call isn't written", File: "effects.go", Tests: runs,
			Old: "w.gather(s.Locate(in.Ret))", New: ""},
		{Name: "what a pointer leads to isn't written", File: "effects.go", Tests: runs,
			Old: "case *cil.Assign:\n\t\tw.gather(s.Locate(in.L))", New: "case *cil.Assign:\n\t\tif in.L.Base != nil {\n\t\t\tw.gather(s.Locate(in.L))\n\t\t}"},
		{Name: "what functions without a body change isn't written", File: "effects.go", Tests: runs,
			Old: "return s.Locate(enc.ExternEffect(in, s.extern)...)", New: "return NewCells()"},
		{Name: "an unknown cell is none", File: "cells.go", Tests: runs,
			Old: "return in[t.Cell] || in[pointsto.Unknown] || t.Cell == pointsto.Unknown && len(in) > 0", New: "return in[t.Cell] && t.Cell != pointsto.Unknown"},
	})
}
