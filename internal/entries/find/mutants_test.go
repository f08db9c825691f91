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
	})
}
