package predmin_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "any set is a smallest one", File: "smallest.go", Tests: "TestSmallest",
			Old: "for x.chosen() > 0 && x.check(", New: "for false && x.check("},
		{Name: "the bound is forgotten", File: "smallest.go", Tests: "TestSmallest",
			Old: "x.solver.Assert(x.f.Not(x.more[x.chosen()]))", New: "_ = x.solver"},
		{Name: "which smallest set is the solver's mood", File: "smallest.go", Tests: "TestSmallest",
			Old: "!before[i] && !x.check(with)", New: "!before[i]"},
		{Name: "sets that were excluded come back", File: "smallest.go", Tests: "TestSmallest|TestExcluded",
			Old: "x.solver.Assert(f.Not(x.exactly(set)))", New: "_ = x.exactly(set)"},
		{Name: "one trace is enough", File: "smallest.go", Tests: "TestSmallest|TestExample5",
			Old: "x.solver.Assert(x.oneOf(sets))", New: "_ = x.oneOf(sets)"},
		{Name: "the search begins too late", File: "search.go", Tests: "TestSmallest|TestSearch",
			Old: "size := 0", New: "size := len(x.order)"},
		{Name: "traces with a candidate in common need some each", File: "search.go", Tests: "TestSmallest|TestSearch",
			Old: "if disjoint(all, used) {", New: "if true {"},
		{Name: "a set that is begun counts in full", File: "search.go", Tests: "TestSmallest|TestSearch",
			Old: "n += bits.OnesCount64(o[i] &^ chosen[i])", New: "n += bits.OnesCount64(o[i])"},
		{Name: "the search has only the first sets", File: "search.go", Tests: "TestSmallest|TestSearch",
			Old: "for _, o := range next {", New: "for _, o := range next[:1] {"},
		{Name: "a choice isn't confirmed", File: "optimal.go", Tests: "TestExcluded",
			Old: "if o.all(set) {", New: "if true {"},
		{Name: "one trace confirms for all", File: "predmin.go", Tests: "TestExcluded|TestGreedy",
			Old: "if !ts.eliminates(t, set) {\n\t\t\treturn false", New: "if ts.eliminates(t, set) {\n\t\t\treturn true"},
		{Name: "the search goes on to larger sets", File: "optimal.go", Tests: "TestOptimal|TestLimits",
			Old: "&& len(found) == 0 && left > 0", New: "&& left > 0"},
		{Name: "a subset is skipped", File: "optimal.go", Tests: "TestOptimal|TestLimits",
			Old: "at[k] = at[k-1] + 1", New: "at[k] = at[k-1] + 2"},
		{Name: "what is known isn't made smaller", File: "optimal.go", Tests: "TestLimits",
			Old: "set = o.reduced(t, set)", New: ""},
		{Name: "questions are put again", File: "predmin.go", Tests: "TestOptimal",
			Old: "t.answers[string(set.appendKey(nil))] = yes", New: ""},
		{Name: "greed leaves too much", File: "greedy.go", Tests: "TestGreedy",
			Old: "needed[set[i]] = true", New: "return nil, false"},
		{Name: "the first choice is any", File: "optimal.go", Tests: "TestOptimal",
			Old: "if o.settled == 0 {", New: "if false {"},
		{Name: "what is enough is enough", File: "optimal.go", Tests: "TestSample",
			Old: "return !o.proved || len(set) < len(o.enough)", New: "return !o.proved"},
		{Name: "only neighbours exclude each other", File: "merge.go", Tests: "TestMerge",
			Old: "for _, k := range group {", New: "for _, k := range group[len(group)-1:] {"},
	})
}
