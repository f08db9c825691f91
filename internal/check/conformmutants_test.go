package check

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestConformMutants plants faults in package magic, and expects the comparison with a search
// or the paper's figures to notice each.
func TestConformMutants(t *testing.T) {
	const magic, tests = "../magic/", "TestConformAgainstSearch|TestConformCalls|TestMagic"
	const few = tests + "|TestTraceEliminate|TestFewBranches"
	mutant.Kill(t, []mutant.Fault{
		{Name: "the side of a branch that is taken if its condition is zero has the condition", File: magic + "step.go", Tests: tests,
			Old: "\t\tif k == 1 {\n\t\t\treturn cil.Not(in.E)\n\t\t}\n", New: ""},
		{Name: "negated predicates are taken for themselves", File: magic + "infer.go", Tests: tests,
			Old: "return i, true", New: "return i, false"},
		{Name: "guards that no predicate decides rule out", File: magic + "step.go", Tests: tests,
			Old: "e.guard.from >= 0 && v.holds(e.guard.from) == e.guard.negated", New: "e.guard.from >= 0 && v.holds(e.guard.from) == e.guard.negated || e.guard.from == arbitrary"},
		{Name: "what is unknown behind a step is false", File: magic + "step.go", Tests: tests,
			Old: "\t\tif o.from == arbitrary {\n", New: "\t\tif o.from == arbitrary && i < 0 {\n"},
		{Name: "assignments change nothing", File: magic + "infer.go", Tests: tests,
			Old: "return enc.WP(in.L, in.E, e, m.env.Alias)\n\tcase *cil.Return", New: "return e, true\n\tcase *cil.Return"},
		{Name: "calls change nothing", File: magic + "infer.go", Tests: tests,
			Old: "return e, !m.changes(in, e)", New: "return e, true || m.changes(in, e)"},
		{Name: "answers are remembered for all valuations", File: magic + "step.go", Tests: tests,
			Old: "key.WriteByte(v[i])", New: "_ = v[i]"},
		{Name: "one answer is enough", File: magic + "step.go", Tests: tests,
			Old: "range m.ask(e, v) {", New: "range m.ask(e, v)[:min(1, len(m.ask(e, v)))] {"},
		{Name: "the cone is empty", File: magic + "cone.go", Tests: tests,
			Old: "if !in[i] && c.meets(p.e) {", New: "if false {"},
		{Name: "the first transition of an abstraction is left out", File: magic + "site.go", Tests: tests,
			Old: "range sys.From(k) {", New: "range sys.From(k)[len(sys.From(k))-1:] {"},
		{Name: "guards are the wrong way round", File: magic + "site.go", Tests: tests,
			Old: "br.Succs = []*cil.Node{here, start}", New: "br.Succs = []*cil.Node{start, here}"},
		{Name: "what an abstraction returns isn't stored", File: magic + "site.go", Tests: tests,
			Old: "s.then(&cil.Assign{L: s.call.Ret, E: k}, s.join)", New: "s.then(&cil.Assign{L: s.call.Ret, E: cil.IntConst(s.w.intType(), 0*k.(*cil.Const).Val.Int64())}, s.join)"},
		{Name: "the specification's guard is left out", File: magic + "weave.go", Tests: tests,
			Old: "f.Entry.Succs = []*cil.Node{n}", New: "_ = n"},
		{Name: "values that no condition speaks of are taken for the first", File: magic + "returns.go", Tests: tests,
			Old: "action := x.w.basic + regions[0]", New: "action := x.w.basic + min(regions[0], len(x.w.Returns.regions)-2)"},
		{Name: "all return actions are allowed", File: magic + "returns.go", Tests: tests,
			Old: "if cond < 0 || g.holds[cond] {", New: "if cond < 0 || g.holds[cond] || true {"},
		{Name: "actions are silent", File: magic + "model.go", Tests: tests,
			Old: "action = l.Action\n", New: "_ = l\n"},
		{Name: "a path is ruled out at its first step", File: magic + "model.go", Tests: few,
			Old: "return len(now) == 0 && !m.prove.exhausted()", New: "return true"},
		{Name: "only the first valuation goes on along a path", File: magic + "model.go", Tests: few,
			Old: "for _, v := range now {", New: "for _, v := range now[:1] {"},
		{Name: "paths take the first side of branches", File: magic + "model.go", Tests: few,
			Old: "m.edgeOf(s.Node, s.Taken, false)", New: "m.edgeOf(s.Node, min(s.Taken, 0), false)"},
		{Name: "preconditions are those of any instruction", File: magic + "infer.go", Tests: few,
			Old: "key := before{n, q.term}", New: "key := before{nil, q.term}"},
		{Name: "branches off the path aren't candidates", File: "conformminimize.go", Tests: few,
			Old: "if !in[k] && c.branch != nil &&", New: "if !in[k] && c.branch == nil &&"},
		{Name: "a proof with more is enough", File: "conformminimize.go", Tests: few,
			Old: "set, ok := m.strategy.Proved()\n", New: "set, ok := m.strategy.Proved()\n\tok = false\n"},
	})
}
