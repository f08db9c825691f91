package bebop

import (
	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// callSite is a call that was reached (rules 6 and 7 of doc.go).
type callSite struct {
	block  *block
	callee *procState
	args   bdd.Node // relates argument copies of formals to current values; kept
	hide   bdd.Node // what the callee doesn't see; kept
	pass   bdd.Node // what a summary replaces: globals, arguments; kept
	// assign relates the results to next values of the left sides, and drop are the
	// current copies of both; kept. It is True if there are no left sides.
	assign, drop bdd.Node
	targets      []*entity // the left sides
}

// site returns the call of a block, and announces it to the callee.
func (x *engine) site(b *block) *callSite {
	if b.call != nil {
		return b.call
	}
	n := b.first()
	callee := x.procs[n.Callee]
	x.open(callee)
	c := compiler{s: x.space, q: b.proc}
	s := &callSite{block: b, callee: callee}
	s.args = x.m.Ref(x.arguments(c, callee, n))
	s.hide = x.m.Ref(x.hidden(b.proc, callee))
	s.pass = x.m.Ref(x.passed(callee))
	x.assignResults(s, c, n)
	b.call = s
	callee.sites = append(callee.sites, s)
	return s
}

// arguments relates the argument copies of formals to current values of the caller.
func (x *engine) arguments(c compiler, callee *procState, n *boolprog.Node) bdd.Node {
	targets := make([]target, len(n.Stmt.Rhs))
	for i, e := range n.Stmt.Rhs {
		targets[i] = target{callee.locals[i], c.eval(e)}
	}
	return c.write(targets, argCopy)
}

// hidden returns the cube of all copies in the caller's path edges that are no globals
// of the callee.
func (x *engine) hidden(q *procInfo, callee *procState) bdd.Node {
	var levels []int
	for _, e := range distinct(q.locals) {
		levels = e.levels(levels, curCopy)
		if e.hasEntry() {
			levels = e.levels(levels, entryCopy)
		}
	}
	for g := range x.space.numGlob {
		e := x.space.entities[g]
		if q.mod.has(g) && e.hasEntry() {
			levels = e.levels(levels, entryCopy)
		}
		if (q.mod.has(g) || q.ref.has(g)) && !callee.mod.has(g) && !callee.ref.has(g) {
			levels = e.levels(levels, curCopy)
		}
	}
	return bdd.Cube(x.m, levels)
}

// passed returns the cube of what a summary in the caller's terms replaces.
func (x *engine) passed(callee *procState) bdd.Node {
	var levels []int
	callee.mod.each(func(g int) { levels = x.space.entities[g].levels(levels, curCopy) })
	for _, e := range distinct(callee.locals) {
		if e.formal {
			levels = e.levels(levels, argCopy)
		}
	}
	return bdd.Cube(x.m, levels)
}

// assignResults fills in what the left sides get.
func (x *engine) assignResults(s *callSite, c compiler, n *boolprog.Node) {
	var targets []target
	var levels []int
	for i, v := range s.callee.results {
		levels = v.entity.levels(levels, curCopy)
		if i < len(n.Stmt.Lhs) && n.Stmt.Lhs[i].Scope != boolprog.Ignore {
			targets = append(targets, target{c.q.variable(x.space, n.Stmt.Lhs[i]), c.literal(v, curCopy)})
		}
	}
	s.targets = entitiesOf(targets)
	for _, e := range s.targets {
		levels = e.levels(levels, curCopy)
	}
	s.assign = x.m.Ref(c.write(targets, nextCopy))
	s.drop = x.m.Ref(bdd.Cube(x.m, levels))
}

// enter returns the values of globals and formals with which a call in states d enters
// the callee.
func (x *engine) enter(s *callSite, d bdd.Node) bdd.Node {
	return x.m.Rename(x.m.AndExist(d, s.args, s.hide), s.callee.toCur)
}

// leave returns the states behind a call in states d, by runs of the callee that
// summary relates.
func (x *engine) leave(s *callSite, d, summary bdd.Node) bdd.Node {
	if summary == bdd.False {
		return bdd.False
	}
	x.stats.Steps++
	d = x.m.Image(x.m.And(d, s.args), summary, s.pass)
	if s.drop != bdd.True {
		d = x.m.Image(d, s.assign, s.drop)
	}
	return d
}

// summarize turns states at the exit into a summary in the terms of callers: current
// values before, next values behind the call, argument copies of formals, results.
func (x *engine) summarize(q *procState, d bdd.Node) bdd.Node {
	return x.m.Rename(x.m.Exist(d, q.forget), q.toCall)
}
