package prep_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const library = "TestLibrary"
	mutant.Kill(t, []mutant.Fault{
		{Name: "new memory is set to zero behind what is put into it", File: "zeroed.go", Tests: "TestZeroed",
			Old: " && a.L.Base != nil {", New: " {"},
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
			Old: " || c.Callee().HasBody()", New: ""},
		{Name: "what a call returns is what its argument is behind it", File: "library.go", Tests: library,
			Old: "result, call := m.before(c.Args[0]), *c", New: "result, call := c.Args[0], *c"},
		{Name: "addresses of a function's own variables are tracked", File: "addresses.go", Tests: "TestRunsStayTheSame|TestConstants",
			Old: " || y.L.Base.Func != nil", New: ""},
		{Name: "different addresses are the same", File: "values.go", Tests: "TestConstants",
			Old: " && cil.Equal(a.addr, b.addr)", New: ""},
		{Name: "values that come together are those of one way", File: "constants.go", Tests: "TestConstants|TestRunsStayTheSame",
			Old: "if ok && y.within(x) {", New: "if ok {"},
		{Name: "a condition leaves the values with which it fails", File: "values.go", Tests: "TestConstants|TestMachines",
			Old: ".Truth(y) == no })", New: ".Truth(y) != no })"},
		{Name: "the first values decide a condition", File: "values.go", Tests: "TestConstants|TestMachines",
			Old: "range cases[1:]", New: "range cases[:0]"},
		{Name: "what is unequal is equal", File: "values.go", Tests: "TestConstants|TestMachines",
			Old: "b.Op == cil.Eq && want || b.Op == cil.Ne && !want", New: "b.Op == cil.Eq || b.Op == cil.Ne"},
		{Name: "the first state of a dispatch decides a condition", File: "partition.go", Tests: "TestMachines",
			Old: "range keys[1:]", New: "range keys[:0]"},
		{Name: "what holds in the first state of a dispatch holds", File: "partition.go", Tests: "TestMachines",
			Old: "c.join(all, c.in[n][k])", New: "_ = k"},
		{Name: "states of a dispatch are mixed", File: "partition.go", Tests: "TestConstants",
			Old: "key = k.String()", New: "key = \"\""},
		{Name: "what is always equal is assumed not to be", File: "constants.go", Tests: "TestMachines",
			Old: "Op: cil.Eq, X: b.X", New: "Op: cil.Ne, X: b.X"},
		{Name: "a state that is read is dropped", File: "partition.go", Tests: "TestMachines",
			Old: "if reads(m, v) {", New: "if false {"},
		{Name: "only the next statement may read a state", File: "partition.go", Tests: "TestMachines",
			Old: "!ok || !a.L.IsVar(v) {\n\t\t\ttodo", New: "!ok && a != nil {\n\t\t\ttodo"},
		{Name: "the path of what is pointed to is lost", File: "addresses.go", Tests: "TestRunsStayTheSame",
			Old: "append(append([]cil.Sel(nil), a.L.Path...), l.Path...)", New: "l.Path"},
		{Name: "members that are cut are copied", File: "library.go", Tests: library,
			Old: "if !isComp || comp.Union {\n\t\treturn nil, false", New: "if !isComp || comp.Union {\n\t\treturn [][]cil.Sel{path}, true"},
	})
}
