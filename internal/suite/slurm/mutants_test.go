package slurm

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const file = "engine.go"
	mutant.Kill(t, []mutant.Fault{
		{Name: "what is lost stays lost", File: file, Tests: "TestEngine|TestLost",
			Old: "		t.id, t.over, t.last = \"\", 0, \"\"\n", New: ""},
		{Name: "what is lost is submitted for ever", File: file, Tests: "TestLost",
			Old: "case t.tries > r.opt.Retries:", New: "case false:"},
		{Name: "what is on its way is submitted again", File: file, Tests: "TestResume",
			Old: "		r.adopt(s)\n", New: ""},
		{Name: "what was finished is run again", File: file, Tests: "TestResume",
			Old: "	r.forget()\n", New: "	for _, t := range r.tasks {\n		os.Remove(r.opt.Folder.result(t.key))\n	}\n"},
		{Name: "arrays have any size", File: file, Tests: "TestEngine",
			Old: "slices.Chunk(groups[l], r.max)", New: "slices.Chunk(groups[l], r.max+1)"},
		{Name: "tasks of one key have one answer", File: file, Tests: "TestEngine",
			Old: "	for _, i := range t.jobs {\n		r.finish(i, a)", New: "	for _, i := range t.jobs[:1] {\n		r.finish(i, a)"},
		{Name: "jobs aren't cancelled", File: file, Tests: "TestResume",
			Old: "			r.cancel(ctx)\n", New: ""},
		{Name: "a limit of Slurm's is a loss", File: file, Tests: "TestLost",
			Old: `case t.last == "TIMEOUT":`, New: `case t.last == "TIMEOUT" && false:`},
		{Name: "a controller that doesn't answer has lost everything", File: file, Tests: "TestSilent",
			Old: "		r.tell(fmt.Sprintf(\"%v; waiting for it\", err))\n		return false", New: "		states, err = nil, nil"},
		{Name: "results of an earlier run count", File: file, Tests: "TestFresh",
			Old: "			r.remove(false)\n", New: ""},
		{Name: "tasks of an earlier run go on", File: file, Tests: "TestFresh",
			Old: "r.mine(s.Name) {", New: "!r.mine(s.Name) {"},
		{Name: "what nobody looked at counts", File: file, Tests: "TestUnlooked",
			Old: "a.Verdict == suite.Unlooked {", New: "a.Verdict == \"\" {"},
	})
}
