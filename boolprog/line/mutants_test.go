package line_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "what is enforced holds at the start only", File: "line.go", Tests: "TestLines",
			Old: "mv.add(step{rel, mv.x.before(written), f.invariant})", New: "mv.add(step{rel, mv.x.before(written), bdd.True})"},
		{Name: "nothing is enforced behind a return", File: "line.go", Tests: "TestLines",
			Old: "x.before(append(gone, entities(targets)...)), f.invariant}", New: "x.before(append(gone, entities(targets)...)), bdd.True}"},
		{Name: "a procedure begins with any locals", File: "line.go", Tests: "TestLines",
			Old: "x.m.And(rel, to.invariant), bdd.True, bdd.True}", New: "rel, bdd.True, bdd.True}"},
		{Name: "the left sides of a call keep what they were", File: "line.go", Tests: "TestLines",
			Old: "append(gone, entities(targets)...)", New: "gone"},
		{Name: "what an assignment writes keeps what it was", File: "line.go", Tests: "TestLines",
			Old: "step{rel, mv.x.before(written), f.invariant}", New: "step{rel, mv.x.before(written[1:]), f.invariant}"},
		{Name: "moves are taken for each other", File: "line.go", Tests: "TestLines",
			Old: "	x.moves++\n", New: ""},
		{Name: "several of a group may be true", File: "value.go", Tests: "TestLines",
			Old: "may := x.m.And(x.m.And(before, of(v).t), behind[i+1])", New: "may := x.m.And(x.m.And(before, of(v).t), behind[min(i+2, len(e.vars))])"},
		{Name: "of a group that isn't assigned in full the rest is free", File: "value.go", Tests: "TestLines",
			Old: "return value{v.is, x.m.Not(v.is)}\n	}\n	behind", New: "return value{bdd.True, bdd.True}\n	}\n	behind"},
		{Name: "primed variables have their old value", File: "value.go", Tests: "TestLines",
			Old: "e.Op == boolprog.OpPrimed && written[v.entity]", New: "false"},
		{Name: "schoose prefers false", File: "value.go", Tests: "TestLines",
			Old: "return value{m.Or(p.t, n.f), p.f}", New: "return value{m.And(p.t, n.f), m.Or(p.f, n.t)}"},
	})
}
