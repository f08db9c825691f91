package report

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "callbacks that a proof doesn't reach aren't named", File: "text.go", Tests: "TestViews",
			Old: "if len(c.NeverRun) > 0 {", New: "if false {"},
		{Name: "callbacks that aren't reached are named twice", File: "text.go", Tests: "TestViews",
			Old: "return slices.Contains(c.NeverRun, name)", New: "return false"},
		{Name: "all that isn't reached is named", File: "text.go", Tests: "TestViews",
			Old: "n := len(names) - fewNames; n > 1", New: "n := len(names) - fewNames; n > 99"},
		{Name: "headers are called by nobody", File: "text.go", Tests: "TestViews",
			Old: "if c := r.CalledAt(); c != nil {", New: "if c := r.CalledAt(); c != nil && full {"},
		{Name: "compilers warn of headers", File: "gcc.go", Tests: "TestHeaders",
			Old: "line(openable(r.DriverPlace()), kind", New: "line(openable(r.Where), kind"},
		{Name: "without a trace nobody knows where in the header", File: "gcc.go", Tests: "TestHeaders",
			Old: "if o.NoTrace && r.CalledAt() != nil {", New: "if false {"},
		{Name: "summaries name headers", File: "shared.go", Tests: "TestHeaders",
			Old: "r.DriverPlace().String()", New: "r.Where.String()"},
		{Name: "any earlier line leads to the header", File: "../result/result.go", Tests: "TestViews",
			Old: "case depth >= 0 && s.Depth < depth:", New: "case depth >= 0:"},
		{Name: "headers lead to headers", File: "../result/result.go", Tests: "TestViews",
			Old: "if depth = s.Depth; !s.Place.Header() {", New: "if depth = s.Depth; true {"},
		{Name: "what has changed isn't told of a verdict", File: "gcc.go", Tests: "TestViews",
			Old: "if r.Note != \"\" {", New: "if false {"},
	})
}
