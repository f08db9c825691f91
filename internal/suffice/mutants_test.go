package suffice_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const tests = "TestCheck"
	mutant.Kill(t, []mutant.Fault{
		{Name: "a condition that isn't known holds", File: "suffice.go", Tests: tests,
			Old: "\tcase v == nil:\n\t\tr.fail(\"whether", New: "\tcase v == nil && false:\n\t\tr.fail(\"whether"},
		{Name: "an assignment that is left out is done", File: "suffice.go", Tests: tests,
			Old: "if !known {\n\t\tr.forget(l)\n\t\treturn", New: "if false {\n\t\tr.forget(l)\n\t\treturn"},
		{Name: "an input that is left out has the model's value", File: "suffice.go", Tests: tests,
			Old: "known = known && ok", New: "known = ok"},
		{Name: "the other side may lead elsewhere", File: "detour.go", Tests: tests,
			Old: "if to != n.Func.Exit && ahead.Has(n.Func.Exit) {", New: "if false {"},
		{Name: "the other side changes nothing", File: "detour.go", Tests: tests,
			Old: "if x != to && ahead.Has(x) && behind.Has(x) {", New: "if x == nil && ahead.Has(x) && behind.Has(x) {"},
		{Name: "callees on the other side change nothing", File: "detour.go", Tests: tests,
			Old: "r.undergo(r.effectOf(f))", New: "_ = f"},
		{Name: "a call that is left out leaves the result", File: "detour.go", Tests: tests,
			Old: "\tif in.Ret != nil {\n\t\tr.mayChange(in.Ret)", New: "\tif false {\n\t\tr.mayChange(in.Ret)"},
		{Name: "a call through a pointer is the one of the path", File: "calls.go", Tests: tests,
			Old: "if v == nil || at == nil || v.Cmp(at) != 0 {", New: "if v == nil && at == nil {"},
		{Name: "what is written where nobody knows is forgotten", File: "memory.go", Tests: tests,
			Old: "case t.at == nil:\n\t\tr.mem.forget(r.mem.region(t.l))", New: "case t.at == nil:"},
		{Name: "a call without a body changes nothing if it isn't known where", File: "calls.go", Tests: tests,
			Old: "known = false\n\t\t\tr.forget(l)", New: "known = false"},
		{Name: "slices take variables of another activation for given a value", File: "../../newton/slice.go", Tests: tests,
			Old: " && !w.again[l.Base.Func]", New: ""},
		{Name: "slices leave out loops that change something", File: "../../newton/region.go", Tests: tests,
			Old: "if x == n && !ahead.Has(n) {", New: "if x == n {"},
		{Name: "slices leave out where a call without a body writes", File: "../../newton/slice.go", Tests: tests,
			Old: "used = append(used, in.Args...)", New: ""},
	})
}
