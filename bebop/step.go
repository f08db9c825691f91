package bebop

import (
	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// step is what passing one node of a block does to a set of states (rules 2 to 5 of
// doc.go): the image under rel, which speaks of current and next values, with the
// variables of cube forgotten; then the states are cut down to inv.
type step struct {
	at    int      // index into the nodes of the block
	rel   bdd.Node // True: no condition
	cube  bdd.Node // current copies of what is written; True: nothing
	inv   bdd.Node // enforced behind the node; True: nothing, or it can't be broken
	fail  bdd.Node // states in which an assert may fail
	label bool     // being here is an error
	// targets are the entities that rel gives next values, or results that it gives values.
	targets []*entity
}

// steps returns the steps of a block whose nodes do anything. What was asked for twice
// is kept.
func (x *engine) steps(b *block) []step {
	b.visits++
	if b.kept {
		return b.steps
	}
	var list []step
	for i := range b.nodes {
		if st, ok := x.compile(b, i); ok {
			list = append(list, st)
		}
	}
	if b.visits > 1 {
		b.steps, b.kept = list, true
		for _, st := range list {
			for _, f := range []bdd.Node{st.rel, st.cube, st.inv, st.fail} {
				x.m.Ref(f)
			}
		}
	}
	return list
}

// compile returns the step of node i of a block; ok is false if it does nothing. Exits
// and calls are passed by other means.
func (x *engine) compile(b *block, i int) (st step, ok bool) {
	n := &b.proc.graph.Nodes[b.nodes[i]]
	c := compiler{s: x.space, q: b.proc}
	st = step{at: i, rel: bdd.True, cube: bdd.True, inv: bdd.True, fail: bdd.False}
	switch n.Kind {
	case boolprog.NodeAssume:
		st.rel = c.eval(n.Cond).t
	case boolprog.NodeAssert:
		v := c.eval(n.Cond)
		st.rel = v.t
		if !x.opt.IgnoreAsserts {
			st.fail = v.f
		}
	case boolprog.NodeAssign, boolprog.NodeDead:
		x.compileWrite(&st, c, n)
	case boolprog.NodeReturn:
		targets := x.results(c, n)
		st.targets = entitiesOf(targets)
		st.rel = c.write(targets, curCopy)
	}
	if i+1 < len(b.nodes) {
		st.inv = x.enforcedBehind(c, n, &b.proc.graph.Nodes[b.nodes[i+1]], st.cube)
	}
	st.label = x.labels[place{b.proc.id, b.nodes[i]}]
	ok = st.label || st.rel != bdd.True || st.cube != bdd.True || st.inv != bdd.True || st.fail != bdd.False
	return st, ok
}

// compileWrite fills in the relation of an assignment or dead.
func (x *engine) compileWrite(st *step, c compiler, n *boolprog.Node) {
	var targets []target
	for i, r := range n.Stmt.Lhs {
		if r.Scope == boolprog.Ignore {
			continue
		}
		t := target{c.q.variable(x.space, r), free()}
		if n.Kind == boolprog.NodeAssign {
			t.value = c.eval(n.Stmt.Rhs[i])
		}
		targets = append(targets, t)
	}
	st.targets = entitiesOf(targets)
	st.rel = c.write(targets, nextCopy)
	if n.Kind == boolprog.NodeAssign && n.Cond != nil {
		written := map[*entity]bool{}
		for _, e := range st.targets {
			written[e] = true
		}
		c.primed = func(e *entity) copyKind {
			if written[e] {
				return nextCopy
			}
			return curCopy
		}
		st.rel = x.m.And(st.rel, c.eval(n.Cond).t)
	}
	st.cube = x.cube(st.targets, curCopy)
}

// results returns the results of a return with their values.
func (x *engine) results(c compiler, n *boolprog.Node) []target {
	targets := make([]target, len(n.Stmt.Rhs))
	for i, e := range n.Stmt.Rhs {
		targets[i] = target{c.q.results[i], c.eval(e)}
	}
	return targets
}

// enforcedBehind returns what is enforced at next and isn't known to hold already.
func (x *engine) enforcedBehind(c compiler, n, next *boolprog.Node, cube bdd.Node) bdd.Node {
	inv := c.invariant(next.Enforce)
	if inv == bdd.True {
		return inv
	}
	same := len(n.Enforce) == len(next.Enforce) && &n.Enforce[0] == &next.Enforce[0]
	if same && x.m.Exist(inv, cube) == inv {
		return bdd.True
	}
	return inv
}

// cube returns the conjunction of a copy of entities.
func (x *engine) cube(list []*entity, k copyKind) bdd.Node {
	var levels []int
	for _, e := range list {
		levels = e.levels(levels, k)
	}
	return bdd.Cube(x.m, levels)
}

// image returns the states behind a step.
func (x *engine) image(d bdd.Node, st step) bdd.Node {
	x.stats.Steps++
	switch {
	case st.cube == bdd.True:
		d = x.m.And(d, st.rel)
	case st.rel == bdd.True:
		d = x.m.Exist(d, st.cube)
	default:
		d = x.m.Image(d, st.rel, st.cube)
	}
	return x.m.And(d, st.inv)
}

// preimage returns the states from which a step may lead into d.
func (x *engine) preimage(d bdd.Node, st step) bdd.Node {
	d = x.m.And(d, st.inv)
	if st.cube == bdd.True {
		return x.m.AndExist(d, st.rel, x.cube(st.targets, curCopy))
	}
	return x.m.AndExist(x.toNext(d, st.targets), st.rel, x.cube(st.targets, nextCopy))
}

// toNext renames the current copies of entities to next ones.
func (x *engine) toNext(d bdd.Node, list []*entity) bdd.Node {
	r := &bdd.Renaming{}
	for _, e := range list {
		r.From, r.To = e.levels(r.From, curCopy), e.levels(r.To, nextCopy)
	}
	return x.m.Rename(d, r)
}
