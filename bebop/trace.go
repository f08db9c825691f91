package bebop

import (
	"slices"
	"sort"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// point is a single path edge at the first node of a block: values of the levels of its
// procedure, and the layer that it is in.
type point struct {
	block *block
	layer layer
	lits  []bdd.Literal
}

// tracer walks back from an error to the start along layers, and through runs of
// callees (rule 10 of doc.go). It is deterministic: the first predecessor in the order
// of blocks and layers is taken, with the first cube.
type tracer struct {
	*layers
	preds   [][]*block
	levels  [][]int // per procedure: of its path edges, sorted
	scratch []bool
	back    boolprog.Path // from the end to the start; globals that are not tracked are missing
	calls   []point       // that the procedures which are walked through return to
}

func newTracer(l *layers) *tracer {
	t := &tracer{layers: l, preds: make([][]*block, len(l.blocks)), levels: make([][]int, len(l.procs)),
		scratch: make([]bool, l.m.NumVars())}
	for _, b := range l.blocks {
		for _, s := range b.succs {
			if list := t.preds[s]; len(list) == 0 || list[len(list)-1] != b {
				t.preds[s] = append(list, b)
			}
		}
	}
	return t
}

// trace returns the shortest path to an error.
func (t *tracer) trace(e errorLayer) boolprog.Path {
	t.back, t.calls = nil, nil
	p, ok := t.through(e.block, e.layer, t.stepsBefore(e.block, e.step), e.step+1, t.failing(e))
	if !ok {
		panic("bebop: an error that no state reaches")
	}
	return t.toStart(p)
}

// toStart appends what leads to a point and returns the path in the right order.
func (t *tracer) toStart(p point) boolprog.Path {
	for ok := true; ok; {
		t.breathe()
		p, ok = t.before(p)
	}
	slices.Reverse(t.back)
	t.fill(t.back)
	return t.back
}

// failing returns the states that are errors at the node of an error.
func (t *tracer) failing(e errorLayer) bdd.Node {
	for _, st := range t.steps(e.block) {
		if st.at == e.step && !e.label {
			return st.fail
		}
	}
	return bdd.True
}

// stepsBefore returns the steps of the first n nodes of a block.
func (t *tracer) stepsBefore(b *block, n int) []step {
	steps := t.steps(b)
	return steps[:sort.Search(len(steps), func(i int) bool { return steps[i].at >= n })]
}

// through finds a run through n nodes of a block, with the given steps, from a state of
// the layer into target, and appends it. It returns where the run starts.
func (t *tracer) through(b *block, here layer, steps []step, n int, target bdd.Node) (point, bool) {
	sets := t.backward(steps, target)
	start := t.m.And(here.set, sets[0])
	if start == bdd.False {
		return point{}, false
	}
	first := point{b, here, t.pick(b.proc, start)}
	states, _ := t.forward(b, first.lits, steps, n, sets)
	slices.Reverse(states)
	t.back = append(t.back, states...)
	return first, true
}

// backward returns the sets from which each step and those behind it may lead into
// target, and target.
func (t *tracer) backward(steps []step, target bdd.Node) []bdd.Node {
	sets := make([]bdd.Node, len(steps)+1)
	sets[len(steps)] = target
	for i := len(steps) - 1; i >= 0; i-- {
		sets[i] = t.preimage(sets[i+1], steps[i])
	}
	return sets
}

// forward runs through n nodes of a block inside the sets of [tracer.backward], and
// returns the states at the nodes and the values behind them.
func (t *tracer) forward(b *block, lits []bdd.Literal, steps []step, n int, sets []bdd.Node) (boolprog.Path, []bdd.Literal) {
	states := make(boolprog.Path, n)
	next := 0
	for i := range n {
		states[i] = boolprog.Step{Proc: b.proc.id, Node: b.nodes[i], Values: t.decode(b.proc, lits)}
		if next < len(steps) && steps[next].at == i {
			d := t.image(bdd.Conjunction(t.m, lits), steps[next])
			next++
			lits = t.pick(b.proc, t.m.And(d, sets[next]))
		}
	}
	return states, lits
}

// before appends what leads to p and returns the point where that starts; false at
// the start of the program.
func (t *tracer) before(p point) (point, bool) {
	q := t.procs[p.block.proc.id]
	if p.block == q.blocks[0] {
		return t.beforeEntry(p, q)
	}
	target := bdd.Conjunction(t.m, p.lits)
	for _, b := range t.preds[p.block.id] {
		if b.call != nil {
			if r, ok := t.throughCall(b, p, target); ok {
				return r, true
			}
			continue
		}
		for _, here := range t.layersAt(b, p.layer.dist-b.weight(len(b.nodes)), p.layer.stamp) {
			if r, ok := t.through(b, here, t.steps(b), len(b.nodes), target); ok {
				return r, true
			}
		}
	}
	panic("bebop: a state without predecessor")
}

// layersAt returns the layers of a block with a distance, before a stamp.
func (t *tracer) layersAt(b *block, dist, stamp int) []layer {
	if b.id >= len(t.at) {
		return nil
	}
	list := t.at[b.id]
	i := sort.Search(len(list), func(i int) bool { return list[i].dist >= dist })
	j := i
	for j < len(list) && list[j].dist == dist && list[j].stamp < stamp {
		j++
	}
	return list[i:j]
}

// beforeEntry goes on in the caller: the one that p returns to, or the first that
// enters with the values of p.
func (t *tracer) beforeEntry(p point, q *procState) (point, bool) {
	if n := len(t.calls); n > 0 {
		c := t.calls[n-1]
		t.calls = t.calls[:n-1]
		t.appendFirst(c)
		return c, true
	}
	if q.id == t.main {
		return point{}, false
	}
	entry := t.callForm(q, p.lits)
	for _, s := range q.sites {
		for _, here := range t.layersAt(s.block, p.layer.dist-1, p.layer.stamp) {
			if d := t.m.And(t.m.And(here.set, s.args), entry); d != bdd.False {
				c := point{s.block, here, t.pick(s.block.proc, d)}
				t.appendFirst(c)
				return c, true
			}
		}
	}
	panic("bebop: an entry without call")
}

// appendFirst appends the state at the first node of a block.
func (t *tracer) appendFirst(p point) { t.back = append(t.back, t.state(p.block, p.lits)) }

// state returns the step at the first node of a block.
func (t *tracer) state(b *block, lits []bdd.Literal) boolprog.Step {
	return boolprog.Step{Proc: b.proc.id, Node: b.nodes[0], Values: t.decode(b.proc, lits)}
}

// callForm returns the entry values of a path edge as a caller sees them: globals now,
// formals as arguments.
func (t *tracer) callForm(q *procState, lits []bdd.Literal) bdd.Node {
	values := t.load(lits)
	var form []bdd.Literal
	put := func(e *entity, from, to copyKind) {
		for _, b := range e.bits {
			form = append(form, bdd.Literal{Var: b[to], Value: values[b[from]]})
		}
	}
	for g := range t.space.numGlob {
		if e := t.space.entities[g]; q.mod.has(g) {
			put(e, entryCopy, curCopy)
		} else if q.ref.has(g) {
			put(e, curCopy, curCopy)
		}
	}
	for _, e := range distinct(q.locals) {
		switch {
		case e.formal && e.hasEntry():
			put(e, entryCopy, argCopy)
		case e.formal:
			put(e, curCopy, argCopy)
		}
	}
	t.unload(lits)
	return bdd.Conjunction(t.m, form)
}

// throughCall finds a run through the callee of b into target and goes on at its exit;
// the call is remembered.
func (t *tracer) throughCall(b *block, p point, target bdd.Node) (point, bool) {
	s := b.call
	behind := t.behindCall(s, target)
	for _, r := range t.runs[s.callee.id] {
		for _, here := range t.layersAt(b, p.layer.dist-1-r.length, p.layer.stamp) {
			d := t.m.And(t.m.And(behind, r.set), here.set)
			if d == bdd.False {
				continue
			}
			cube := bdd.PickCube(t.m, d)
			t.calls = append(t.calls, point{b, here, t.pickFrom(b.proc, cube)})
			x := t.exitOf(s.callee, r.length, t.exitForm(s.callee, cube))
			t.appendFirst(x)
			return x, true
		}
	}
	return point{}, false
}

// behindCall turns states behind a call into values around it: what is in target, with
// written globals as next values, results and arguments.
func (t *tracer) behindCall(s *callSite, target bdd.Node) bdd.Node {
	d := t.m.AndExist(t.toNext(target, s.targets), s.assign, t.cube(s.targets, nextCopy))
	return t.m.And(t.toNext(d, t.modified(s.callee)), s.args)
}

// exitForm turns values around a call into values at the callee's entry and exit. What
// the cube leaves open is false.
func (t *tracer) exitForm(q *procState, cube []bdd.Literal) bdd.Node {
	values := t.load(cube)
	var form []bdd.Literal
	put := func(e *entity, from, to copyKind) {
		for _, b := range e.bits {
			form = append(form, bdd.Literal{Var: b[to], Value: values[b[from]]})
		}
	}
	for g := range t.space.numGlob {
		if e := t.space.entities[g]; q.mod.has(g) {
			put(e, curCopy, entryCopy)
			put(e, nextCopy, curCopy)
		} else if q.ref.has(g) {
			put(e, curCopy, curCopy)
		}
	}
	for _, e := range distinct(q.locals) {
		switch {
		case e.formal && e.hasEntry():
			put(e, argCopy, entryCopy)
		case e.formal:
			put(e, argCopy, curCopy)
		}
	}
	for _, e := range distinct(q.results) {
		put(e, curCopy, curCopy)
	}
	t.unload(cube)
	return bdd.Conjunction(t.m, form)
}

// exitOf finds a path edge at the exit with given values that ends a run of a length.
func (t *tracer) exitOf(q *procState, length int, form bdd.Node) point {
	var found point
	t.entryIndex[q.id].each(t.engine, form, func(i int) bool {
		e := t.entries[q.id][i]
		for _, here := range t.layersAt(q.blocks[1], e.dist+length, t.stamp+1) {
			if d := t.m.And(t.m.And(here.set, form), e.set); d != bdd.False {
				cube := bdd.PickCube(t.m, d)
				found = point{q.blocks[1], here, t.withResults(q.procInfo, t.pickFrom(q.procInfo, cube), cube)}
				return false
			}
		}
		return true
	})
	if found.block == nil {
		panic("bebop: a run without exit")
	}
	return found
}
