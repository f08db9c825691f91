package suite

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "tasks of a part are those of another", File: "shard.go", Tests: "TestShard",
			Old: "for i := s.Part - 1; i", New: "for i := 0; i"},
		{Name: "the last tasks are in no part", File: "shard.go", Tests: "TestShard",
			Old: "i < len(tasks); i += s.Of", New: "i < len(tasks)/s.Of*s.Of; i += s.Of"},
		{Name: "results that contradict each other are merged", File: "shard.go", Tests: "TestMerge",
			Old: "case answered(old) && answered(r)", New: "case false && answered(r)"},
		{Name: "the first result counts, whatever it says", File: "shard.go", Tests: "TestMerge",
			Old: "case rank(r) > rank(old):", New: "case false:"},
		{Name: "memory isn't given back", File: "local.go", Tests: "TestRoom",
			Old: "	r.free += r.need(j)\n", New: "	r.free += r.need(j) - 1\n"},
		{Name: "tasks don't wait for memory", File: "local.go", Tests: "TestRoom",
			Old: "need <= r.free {", New: "need <= r.total {"},
		{Name: "a task that needs more than there is waits for ever", File: "local.go", Tests: "TestRoom",
			Old: "return min(r.limit(j), r.total)", New: "return r.limit(j)"},
		{Name: "what nobody looked at is taken over", File: "run.go", Tests: "TestNotChecked",
			Old: "if r.Status != NotChecked {", New: "if true {"},
		{Name: "headers don't count", File: "task.go", Tests: "TestHeaders",
			Old: "	t.hashHeaders(h)\n", New: ""},
		{Name: "what headers include doesn't count", File: "headers.go", Tests: "TestHeaders",
			Old: "	w.followText(path, text)\n}\n\n// follow adds", New: "}\n\n// follow adds"},
		{Name: "the last header of a name is read", File: "headers.go", Tests: "TestHeaders",
			Old: "				break\n", New: ""},
		{Name: "an answer has no task of its own", File: "run.go", Tests: "TestResume",
			Old: "p.finished(at[k], rate", New: "p.finished(k, rate"},
	})
}
