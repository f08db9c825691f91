package freeze

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults in the codec.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "each pointer leads to a thing of its own", File: "write.go", Tests: "TestGraphs",
			Old: "w.seen[to] = n\n", New: "if w.known {\n\t\t\tw.seen[to] = n\n\t\t}\n"},
		{Name: "nil and empty are the same", File: "write.go", Tests: "TestGraphs", Old: "if none {", New: "if none || n == 0 {"},
		{Name: "things of all types are one list", File: "plan.go", Tests: "TestGraphs", Old: "ep.elem = len(c.elems)", New: "ep.elem = max(0, len(c.elems)-1)"},
		{Name: "the last field is left out", File: "plan.go", Tests: "TestGraphs", Old: "for i := range p.t.NumField() {", New: "for i := range p.t.NumField() - 1 {"},
		{Name: "functions are forgotten", File: "plan.go", Tests: "TestRefused", Old: "if !reflect.NewAt(t, at).Elem().IsNil() {", New: "if false {"},
		{Name: "pointers into something lead elsewhere", File: "write.go", Tests: "TestRefused", Old: "w.err = w.interior()", New: "_ = w.interior"},
		{Name: "pointers to elements lead elsewhere", File: "plan.go", Tests: "TestRefused", Old: "w.holds(s.data, uintptr(s.len)*size)", New: ""},
		{Name: "what is known may be anything", File: "write.go", Tests: "TestKnown", Old: "return sha256.Sum256(all)", New: "return sha256.Sum256(nil)"},
		{Name: "the texts of what is known may be any", File: "write.go", Tests: "TestKnown", Old: "all = append(binary.AppendUvarint(all, uint64(len(s))), s...)", New: "_ = s"},
		{Name: "numbers of things aren't checked", File: "read.go", Tests: "TestDamaged", Old: "n := r.size(len(r.things[p.elem]))", New: "n := int(r.number())"},
		{Name: "types in interfaces aren't checked", File: "read.go", Tests: "TestDamaged", Old: "if !p.t.Implements(t) {", New: "if false {"},
		{Name: "all pointers in interfaces are of one type", File: "read.go", Tests: "TestGraphs|TestInterfaces", Old: "return &r.heads[kind*len(r.c.dynamic)+n]", New: "return &r.heads[kind]"},
		{Name: "one type has the same methods in all interfaces", File: "read.go", Tests: "TestInterfaces", Old: "return &r.heads[kind*len(r.c.dynamic)+n]", New: "return &r.heads[n]"},
		{Name: "negative numbers are too large by one", File: "read.go", Tests: "TestGraphs", Old: "return ^int64(n >> 1)", New: "return -int64(n >> 1)"},
		{Name: "there may be more bodies than things", File: "read.go", Tests: "TestDamaged", Old: "if next[i] == len(r.things[i]) {", New: "if false {"},
	})
}
