package bebop_test

import (
	"testing"

	"hardbop/internal/mutant"
)

// faults are planted by TestMutants. Among them are those that other checkers are known for.
var faults = []mutant.Fault{
	{Name: "a parallel assignment reads what it writes", File: "compile.go",
		Old: "c.s.m.Ite(c.s.is(t.v, k), t.t, t.f)",
		New: "c.s.m.Ite(c.s.is(t.v, curCopy), t.t, t.f)"},
	{Name: "schoose of both is false", File: "compile.go",
		Old: "return value{m.Or(p.t, n.f), p.f}",
		New: "return value{m.And(m.Or(p.t, n.f), n.f), m.Or(p.f, n.t)}"},
	{Name: "enforce is ignored where blocks begin", File: "reach.go",
		Old: "r.m.Diff(r.m.And(d, r.enforcedAt(b)), r.seen[b.id])",
		New: "r.m.Diff(d, r.seen[b.id])"},
	{Name: "enforce is ignored inside blocks", File: "step.go",
		Old: "return x.m.And(d, st.inv)\n}\n\n// preimage",
		New: "return d\n}\n\n// preimage"},
	{Name: "primed variables that aren't written are arbitrary", File: "step.go",
		Old: "st.rel = x.m.And(st.rel, c.eval(n.Cond).t)",
		New: "st.rel = x.m.And(st.rel, x.m.Exist(c.eval(n.Cond).t, x.cube(distinct(c.q.locals), curCopy)))"},
	{Name: "other variables of a group change", File: "compile.go",
		Old: "is := c.s.is(e.vars[code], curCopy)\n\t\t\tv = value{is, m.Not(is)}",
		New: "v = free()"},
	{Name: "locals start as false", File: "engine.go",
		Old: "start = x.m.And(start, x.space.valid(e, curCopy))",
		New: "start = x.m.Diff(start, x.m.Var(e.bits[0][curCopy]))"},
	{Name: "what callees write isn't written", File: "modref.go",
		Old: "first.mod.join(procs[q].mod)",
		New: "_ = q"},
	{Name: "new states at a call don't use the known summary", File: "reach.go",
		Old: "behind = r.leave(s, d, r.runs[s.callee.id])",
		New: "behind = bdd.False"},
	{Name: "a new summary doesn't reach old calls", File: "reach.go",
		Old: "behind = r.m.Or(behind, r.leave(s, r.seen[b.id], fresh))",
		New: "_ = fresh"},
	{Name: "formals that are written keep no entry value", File: "levels.go",
		Old: "e.formal && q.called && q.written[e]",
		New: "e.formal && q.called && false"},
	{Name: "only the last result is assigned", File: "call.go",
		Old: "targets = append(targets, target{c.q.variable",
		New: "targets = append(targets[:0], target{c.q.variable"},
	{Name: "a call costs nothing", File: "layers.go",
		Old: "l.post(here.dist+1+r.length, succ, d)",
		New: "l.post(here.dist+r.length, succ, d)"},
	{Name: "an entry is explored from the start", File: "layers.go",
		Old: "l.post(dist, q.blocks[0].id, l.m.And(d, q.start))",
		New: "l.post(0, q.blocks[0].id, l.m.And(d, q.start))"},
	{Name: "values of globals are not handed down", File: "values.go",
		Old: "s.Values.Set(k, open[len(open)-1].Get(k))",
		New: "_ = k"},
	{Name: "an assert cuts off nothing", File: "step.go",
		Old: "st.rel = v.t",
		New: "_ = v.t"},
	{Name: "dead is skip", File: "step.go",
		Old: "case boolprog.NodeAssign, boolprog.NodeDead:",
		New: "case boolprog.NodeAssign:"},
}

// TestMutants plants each fault and expects other tests to fail.
func TestMutants(t *testing.T) { mutant.Kill(t, faults) }
