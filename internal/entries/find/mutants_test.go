package find_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "what functions return is handed to nobody", File: "held.go", Tests: "TestCandidates",
			Old: "h.by[f] = h.joined(h.by[f], h.addresses(in.E))", New: "h.addresses(in.E)"},
		{Name: "what is stored later isn't held", File: "held.go", Tests: "TestCandidates",
			Old: "for h.more = true; h.more; {", New: "for h.more = true; h.more; h.more = false {"},
		{Name: "initialisers hold nothing", File: "held.go", Tests: "TestCandidates",
			Old: "h.store(&cil.Lval{Base: v, Path: e.Path}, h.addresses(e.Expr))", New: "_ = e"},
		{Name: "sysfs writes what only its group may write to no more", File: "parameters.go", Tests: "TestParameters",
			Old: "bits&0o222 != 0", New: "bits&0o200 != 0"},
		{Name: "a permission that isn't there is any", File: "parameters.go", Tests: "TestParameters",
			Old: "p.Writable = perm != nil && (", New: "p.Writable = ("},
		{Name: "a table of the driver with a function of the kernel is the driver's", File: "parameters.go", Tests: "TestParameters",
			Old: "return ok && !f.HasBody()", New: "return false && ok && f.HasBody()"},
		{Name: "an array has one element", File: "parameters.go", Tests: "TestParameters",
			Old: "l == nil || len(l.Path) == 0 ||", New: "l == nil || len(l.Path) != 0 ||"},
	})
}
