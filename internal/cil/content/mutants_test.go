package content_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const file = "content.go"
	mutant.Kill(t, []mutant.Fault{
		{Name: "initial values don't count", File: file, Tests: "TestDifferences",
			Old: `.Elem(), "AddrTaken") })`, New: `.Elem(), "AddrTaken", "Init") })`},
		{Name: "members don't count", File: file, Tests: "TestDifferences",
			Old: `w.fields(reflect.ValueOf(f).Elem(), "Comp")`, New: `_ = f`},
		{Name: "locals don't count", File: file, Tests: "TestDifferences",
			Old: "for _, v := range vs {", New: "for _, v := range vs[:0] {"},
		{Name: "the text of literals doesn't count", File: file, Tests: "TestDifferences",
			Old: `w.fields(reflect.ValueOf(v).Elem(), "Name", "Func", "AddrTaken")`, New: `w.fields(reflect.ValueOf(v).Elem(), "Name", "Func", "AddrTaken", "Init", "Type")`},
		{Name: "positions count", File: file, Tests: "TestDifferences",
			Old: "if v.Type() != place {", New: "if true {"},
		{Name: "members are all alike", File: file, Tests: "TestDifferences",
			Old: "w.say(fmt.Sprint(x.Index))", New: ""},
		{Name: "what functions call isn't looked at", File: file, Tests: "TestWithin",
			Old: "w.todo = append(w.todo, func() { w.part(name, write) })", New: "if len(w.todo) == 0 && len(w.content) == 0 { w.todo = append(w.todo, func() { w.part(name, write) }) }"},
		{Name: "what isn't followed is", File: file, Tests: "TestWithin",
			Old: "if f.HasBody() && w.start.Within", New: "if false && w.start.Within"},
	})
}
