package wrap_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "models that are looked up are believed", File: "../plain.go", Tests: "TestRecalledModels",
			Old: "if !e.Holds(t) {", New: "if !e.Holds(t) && false {"},
		{Name: "assumptions are no part of a question", File: "recalled.go", Tests: "TestRecalledKeys",
			Old: "		s.key = link(s.key, t)\n", New: "		_ = t\n"},
		{Name: "levels that were left count", File: "recalled.go", Tests: "TestRecalledKeys",
			Old: "level{sum: s.levels[len(s.levels)-1].sum}", New: "level{sum: s.levels[0].sum}"},
		{Name: "values are those of any variables", File: "recalled.go", Tests: "TestRecalledKeys",
			Old: "f.Vars == of && len(vars) > 0", New: "f.Vars != (Key{}) && len(f.Values) == len(vars)"},
	})
}
