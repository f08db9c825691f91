package certify_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	const wrong, mutated, calls = "TestWrong$", "TestMutatedProofs", "TestRecursive"
	mutant.Kill(t, []mutant.Fault{
		{Name: "errors aren't asked about", File: "rules.go", Tests: wrong,
			Old: "// Error; nothing goes on from there.\n\t\tif q.Error != \"\" {", New: "if q.Error != \"\" && q.Call != nil {"},
		{Name: "what is claimed at the end of a step isn't asked about", File: "rules.go", Tests: mutated,
			Old: "for i, q := range r.places[r.ends:] {", New: "for i, q := range r.places[:0] {"},
		{Name: "ways to errors are refuted by one of them", File: "paths.go", Tests: wrong,
			Old: "if !r.eachWay(e.from, steps, f) {\n\t\t\treturn false\n\t\t}", New: "return r.eachWay(e.from, steps, f)"},
		{Name: "activations share their locals", File: "rules.go", Tests: "TestActivations",
			Old: "return s, s.distinct()", New: "return s, nil"},
		{Name: "what is required isn't asked about", File: "rules.go", Tests: calls,
			Old: "r.f.Not(r.required(q, i))", New: "r.f.False()"},
		{Name: "unknown is no", File: "rules.go", Tests: mutated,
			Old: "case smt.Unsat:", New: "case smt.Unsat, smt.Sat:"},
		{Name: "one of the edges to a join counts", File: "values.go", Tests: wrong + "|" + mutated,
			Old: "if same {\n\t\treturn all[0]", New: "if same || true {\n\t\treturn all[0]"},
		{Name: "writes through pointers change nothing", File: "values.go", Tests: wrong,
			Old: "if !apart(l, w.To) {", New: "if !apart(l, w.To) && w.To.Mem == nil {"},
		{Name: "what is written as another type isn't written", File: "values.go", Tests: wrong,
			Old: "case !ok:\n\t\te = r.sys.unlessApart(", New: "case !ok:\n\t\treturn nil\n\tcase l == nil:\n\t\te = r.sys.unlessApart("},
		{Name: "a call changes no globals", File: "calls.go", Tests: calls,
			Old: "for _, v := range c.Callee.modifies {", New: "for _, v := range c.Callee.modifies[:0] {"},
		{Name: "old values are those behind the call", File: "calls.go", Tests: calls,
			Old: "return r.value(old, at)", New: "if e := r.behind(old, at); e != nil {\n\t\t\treturn e\n\t\t}\n\t\treturn r.value(old, at)"},
		{Name: "the false side of a branch is the true one", File: "unfold.go", Tests: mutated + "|" + wrong,
			Old: "p.Guards[0], p.Guards[1] = e, cil.Not(e)", New: "p.Guards[0], p.Guards[1] = e, e"},
		{Name: "calls through pointers are of nothing in the program", File: "unfold.go", Tests: wrong,
			Old: "for _, f := range u.sys.pointed() {", New: "for _, f := range u.sys.pointed()[:0] {"},
		{Name: "a global and a formal of one name have one old value", File: "calls.go", Tests: wrong,
			Old: "v.Kind == cil.Global && !names[v.Name]", New: "v.Kind == cil.Global"},
		{Name: "allocators don't fail", File: "objects.go", Tests: wrong,
			Old: "slices.Repeat([]cil.Expr{s.fails(a, c.Ret)}", New: "slices.Repeat([]cil.Expr{s.both(s.fails(a, c.Ret), s.number(0))}"},
		{Name: "an object goes on behind its end", File: "objects.go", Tests: wrong,
			Old: "if m.end <= s.bytes(a, c) {", New: "if s.bytes(a, c) > 0 {"},
		{Name: "accesses to different addresses are apart", File: "objects.go", Tests: wrong,
			Old: "s.object(s.address(root(a))), s.object(s.address(root(b)))", New: "s.address(root(a)), s.address(root(b))"},
		{Name: "a call allocates nothing", File: "calls.go", Tests: "TestCounted",
			Old: "if v := c.Callee.counts; v != nil {", New: "if v := c.Callee.counts; v != nil && v.Name == \"\" {"},
		{Name: "all allocations have one number", File: "objects.go", Tests: "TestProofs",
			Old: "cil.MakeBinary(cil.Add, next, s.number(1), next.Type())", New: "next"},
		{Name: "what may be of an object is what was found last", File: "infer/merge.go", Tests: "TestProofs",
			Old: "r[k] = either(r[k], o[k])", New: "r[k] = either(r[k], r[k])"},
		{Name: "no local holds what was read from elsewhere", File: "infer/copies.go", Tests: "TestProofs",
			Old: "found = true", New: "found = false"},
		{Name: "the prover's silence is taken for an answer", File: "rules.go", Tests: "TestGaveUp",
			Old: "return GaveUp(r, q)", New: "return nil"},
		{Name: "another solver isn't told what is known", File: "tries.go", Tests: "TestTries",
			Old: "range p.facts {", New: "range p.facts[:0] {"},
		{Name: "another solver isn't told the last fact", File: "tries.go", Tests: "TestTries",
			Old: "p.facts = append(p.facts, t)", New: "p.facts = append(p.facts[:0], t)"},
		{Name: "nothing is asked again", File: "tries.go", Tests: "TestTries",
			Old: "range p.tries[1:] {", New: "range p.tries[:0] {"},
		{Name: "there is one loop", File: "unfold.go", Tests: wrong + "|" + mutated,
			Old: "case open:\n\t\t\tto.Cut = true", New: "case open:\n\t\t\tto.Cut = to.ID < 0"},
	})
}
