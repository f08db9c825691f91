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
		{Name: "a defect isn't told in what returns", File: "result.go", Tests: "TestToldIn",
			Old: "append(r.Leaving(), r.calling(), r.Blamed())", New: "[]*Step{r.calling(), r.Blamed()}"},
		{Name: "a defect is told in the header alone", File: "result.go", Tests: "TestToldIn",
			Old: "append(r.Leaving(), r.calling(), r.Blamed())", New: "append(r.Leaving(), r.Blamed())"},
		{Name: "what isn't at fault is a cause", File: "fingerprint.go", Tests: "TestToldIn",
			Old: "s == nil || print == \"\" || r.Verdict != Unsafe", New: "s == nil"},
		{Name: "what was given is proposed", File: "reasons.go", Tests: "TestHints",
			Old: "case value == m[2], option", New: "case option"},
		{Name: "a function is proposed to who has given one", File: "reasons.go", Tests: "TestHints",
			Old: "value != \"auto\" && value != \"main\"", New: "value == \"\""},
		{Name: "a lower limit is proposed", File: "reasons.go", Tests: "TestHints",
			Old: "n*units[unit] < least*units[of]", New: "n*units[unit] != least*units[of]"},
	})
}
