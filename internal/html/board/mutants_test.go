package board

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "names in a plot aren't escaped", File: "plot.go", Tests: "TestInert",
			Old: "esc.EscapeString(html.Clean(", New: "fmt.Sprint(html.Clean("},
		{Name: "the second of two results in one place hides the first", File: "board.go", Tests: "TestPages",
			Old: "!ok || g.Rows[i].Cells[k] != nil", New: "!ok"},
		{Name: "what is not decided counts as solved", File: "plot.go", Tests: "TestPages",
			Old: `r.Status == suite.Unrated && r.Verdict != "UNKNOWN"`, New: `r.Status == suite.Unrated`},
		{Name: "the runs are compared the wrong way round", File: "board.go", Tests: "TestPages",
			Old: "suite.Diff(run.Against, recs)", New: "suite.Diff(recs, run.Against)"},
	})
}
