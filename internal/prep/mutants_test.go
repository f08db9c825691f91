package prep_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const library = "TestLibrary"
	mutant.Kill(t, []mutant.Fault{
		{Name: "the address of what is filled changes on the way", File: "library.go", Tests: library,
			Old: "if l.Base != nil && !readsVariables(l) {", New: "if l != nil {"},
		{Name: "several objects are filled as one", File: "library.go", Tests: library,
			Old: "m.model.SizeOf(to.Type()) <= size {", New: "m.model.SizeOf(to.Type()) < 0 {"},
		{Name: "the result is computed after the change", File: "library.go", Tests: library,
			Old: "result = m.before(c.Args[0])", New: "result = c.Args[0]"},
		{Name: "the byte changes on the way", File: "library.go", Tests: library,
			Old: "b = m.before(b)", New: ""},
		{Name: "all bytes of an integer are the last", File: "library.go", Tests: library,
			Old: "v.Or(v.Lsh(v, 8), b)", New: "v.Or(v, b)"},
		{Name: "functions with a body are replaced", File: "library.go", Tests: library,
			Old: "c.Callee().HasBody() || ", New: ""},
		{Name: "addresses of a function's own variables are tracked", File: "addresses.go", Tests: "TestRunsStayTheSame|TestConstants",
			Old: " || y.L.Base.Func != nil", New: ""},
		{Name: "different addresses are the same", File: "constants.go", Tests: "TestConstants",
			Old: " && cil.Equal(a.addr, b.addr)", New: ""},
		{Name: "the path of what is pointed to is lost", File: "addresses.go", Tests: "TestRunsStayTheSame",
			Old: "append(append([]cil.Sel(nil), a.L.Path...), l.Path...)", New: "l.Path"},
		{Name: "members that are cut are copied", File: "library.go", Tests: library,
			Old: "if !isComp || comp.Union {\n\t\treturn nil, false", New: "if !isComp || comp.Union {\n\t\treturn [][]cil.Sel{path}, true"},
	})
}
