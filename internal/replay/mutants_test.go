package replay

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults in how ends are kept and judged, and sees that a test notices each.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "the compiler's options don't count", File: "kept.go", Tests: "TestKeptFollows", Old: "fmt.Sprint(Limits())}, h.Build.args()...)", New: "fmt.Sprint(Limits())})"},
		{Name: "the harness doesn't count", File: "kept.go", Tests: "TestKeptFollows", Old: "sha256.Sum256([]byte(h.Text))", New: "sha256.Sum256([]byte(h.Text[:20]))"},
		{Name: "which compiler doesn't count", File: "kept.go", Tests: "TestKeptFollows", Old: "hex.EncodeToString(sum[:]), cc,", New: "hex.EncodeToString(sum[:]),"},
		{Name: "the PATH doesn't count", File: "kept.go", Tests: "TestKeptFollows", Old: "os.Getenv(\"PATH\"), fmt", New: "fmt"},
		{Name: "dates don't count", File: "kept.go", Tests: "TestKeptFollows", Old: "info.ModTime().UnixNano()}, nil", New: "0}, nil"},
		{Name: "sizes don't count", File: "kept.go", Tests: "TestKeptFollows", Old: "info.Size(), info", New: "0, info"},
		{Name: "the compiler's tools don't count", File: "kept.go", Tests: "TestKeptFollows|TestKeptLies", Old: "err != nil || now != was", New: "err != nil && now != was"},
		{Name: "any end is kept", File: "kept.go", Tests: "TestNotKept", Old: "err == nil && spoke(out) && tools", New: "err == nil && tools"},
		{Name: "any end is believed", File: "kept.go", Tests: "TestKeptLies", Old: "	if !spoke(out) {\n		return nil\n	}\n", New: ""},
		{Name: "a run without memory to map is kept", File: "kept.go", Tests: "TestNotKept|TestKeptLies", Old: "(out.Status == statusError || out.Status == statusDiverged)", New: "out.Status != 0"},
		{Name: "what an end meant is kept", File: "run.go", Tests: "TestKept$", Old: "&Outcome{Reason: h.judge(out), M", New: "&Outcome{Reason: (&Harness{Number: 3}).judge(out), M"},
		{Name: "limits of time are no matter", File: "kept.go", Tests: "TestSpoke", Old: "!out.TimedOut && ", New: ""},
		{Name: "signals are no matter", File: "kept.go", Tests: "TestSpoke", Old: "out.Signal == 0 && ", New: ""},
		{Name: "unknown tools are none", File: "kept.go", Tests: "TestUnknownTools", Old: "	if len(names) == 0 {\n		return nil\n	}\n", New: ""},
		{Name: "code at the null pointer is tried", File: "table.go", Tests: "TestNullPage", Old: "code[0] || data[0]", New: "data[0]"},
		{Name: "data at the null pointer are tried", File: "table.go", Tests: "TestNullPage", Old: "code[0] || data[0]", New: "code[0]"},
		{Name: "another error point is as good", File: "run.go", Tests: "TestJudge", Old: " && n == h.Number", New: ""},
		{Name: "another status is as good", File: "run.go", Tests: "TestJudge", Old: "out.Status == statusError && n", New: "n"},
	})
}
