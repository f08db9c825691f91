package result

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const file, tests = "evidence.go", "TestDiverges"
	mutant.Kill(t, []mutant.Fault{
		{Name: "a loop that has its number of turns is blamed", File: file, Tests: tests,
			Old: "if r.Turns(most) == most.Turns {", New: "if r.Turns(most) > most.Turns {"},
		{Name: "rounds of another encoding are compared", File: file, Tests: tests,
			Old: "n > 0 && rounds[n-1].Encoding == rounds[len(rounds)-1].Encoding", New: "n > 0"},
		{Name: "what was given is proposed", File: "reasons.go", Tests: "TestHints",
			Old: "case value == m[2], option", New: "case option"},
		{Name: "a function is proposed to who has given one", File: "reasons.go", Tests: "TestHints",
			Old: "value != \"auto\" && value != \"main\"", New: "value == \"\""},
		{Name: "a lower limit is proposed", File: "reasons.go", Tests: "TestHints",
			Old: "n*units[unit] < least*units[of]", New: "n*units[unit] != least*units[of]"},
	})
}
