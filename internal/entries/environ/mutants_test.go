package environ_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "what is read at the address of a member isn't read", File: "uses.go", Tests: "TestUses",
			Old: "case *cil.AddrOf:\n\t\tif r.selects(x.L) {", New: "case *cil.AddrOf:\n\t\tif r.tag == \"\" {"},
		{Name: "a struct isn't what it begins with", File: "uses.go", Tests: "TestUses",
			Old: "begins(c, given) || begins(given, c)", New: "begins(given, c)"},
		{Name: "reads as a number or a plain pointer don't count", File: "uses.go", Tests: "TestUses",
			Old: "return !r.set || r.others > 0 ||", New: "return !r.set ||"},
		{Name: "a size may be less than what the kernel guarantees", File: "args.go", Tests: "TestLimits",
			Old: "if l.Low > 0 || t.Signed {", New: "if t.Signed {"},
		{Name: "what a narrow type can't hold is left out", File: "args.go", Tests: "TestLimits",
			Old: "!ok || w.types.prog.Model.SizeOf(t) < 4 {", New: "!ok {"},
		{Name: "all members get what one gets", File: "../kinds/limit.go", Tests: "TestLimits",
			Old: "k.limits[tag+\".\"+member] {", New: "k.limits[tag+\".read\"] {"},
		{Name: "parameters keep what they had before the initialisation", File: "write.go", Tests: "TestGolden",
			Old: "\tw.loaded()\n", New: ""},
		{Name: "sysfs writes before the first call only", File: "write.go", Tests: "TestGolden",
			Old: "\tw.setAll(writes, \"\\t\\t\")\n", New: ""},
		{Name: "sysfs writes what it must not", File: "parameters.go", Tests: "TestGolden",
			Old: " || name == writes && !q.Writable {", New: " {"},
		{Name: "functions of the driver set what they are called for by themselves", File: "parameters.go", Tests: "TestGolden",
			Old: "q.Unit != unit || !q.Kernel()", New: "q.Unit != unit"},
		{Name: "a text has no end", File: "parameters.go", Tests: "TestGolden",
			Old: "a.Len)-1)", New: "a.Len))"},
		{Name: "what the loader sets is written at any time", File: "parameters.go", Tests: "TestWritten",
			Old: "strings.HasPrefix(find.SourceName(f), writes)", New: "strings.HasPrefix(find.SourceName(f), \"hardbop_\")"},
		{Name: "nothing is written by others", File: "parameters.go", Tests: "TestWritten",
			Old: "set[l.Base] = true", New: "set[l.Base] = false"},
	})
}
