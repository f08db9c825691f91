package environ_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "parameters keep their values", File: "write.go", Tests: "TestParameters",
			Old: "range w.setters(false) {", New: "range w.setters(false)[:0] {"},
		{Name: "any parameter may be written at any time", File: "params.go", Tests: "TestParameters",
			Old: "0o222", New: "0o777"},
		{Name: "what the driver's own operations store is arbitrary", File: "params.go", Tests: "TestParameters",
			Old: "if known && s.v != nil {", New: "if (known || !known) && s.v != nil {"},
		{Name: "large parameters are small", File: "params.go", Tests: "TestParameters",
			Old: ".Bytes > 4 {", New: ".Bytes > 8 {"},
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
	})
}
