package bebop

import (
	"slices"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// brancher looks for error paths that differ from each other in the last branch: going
// back from each error, every branch edge that leads there without another branch
// between is the end of a candidate (rule 10 of doc.go).
type brancher struct {
	*tracer
	taken  map[branch]bool
	errors []Error
	limit  int
}

// branch is the last branch before an error, with the error.
type branch struct{ from, to, err place }

// tail is a chain of blocks from the first node of block, for the states of set, to an
// error in the last.
type tail struct {
	block *block
	set   bdd.Node
	next  *tail
	err   errorLayer
	depth int
}

// Limits of the search for further paths.
const (
	maxTail    = 64  // blocks behind a branch
	maxTails   = 256 // tails per error
	moreLayers = 100 // beyond twice those that the shortest path took
)

// newBrancher explores a little further than the shortest path, so that longer ones can
// be found.
func newBrancher(l *layers, first Error) *brancher {
	l.more(2*first.Length+10, 2*l.stats.Layers+moreLayers)
	b := &brancher{tracer: newTracer(l), taken: map[branch]bool{}}
	b.add(first)
	return b
}

// add keeps an error whose last branch is new.
func (b *brancher) add(e Error) {
	key := b.lastBranch(e)
	if !b.taken[key] {
		b.taken[key] = true
		b.errors = append(b.errors, e)
	}
}

// lastBranch returns the last branch on a path.
func (b *brancher) lastBranch(e Error) branch {
	key := branch{err: place{e.Proc, e.Node}}
	for i := len(e.Path) - 2; i >= 0; i-- {
		s, next := e.Path[i], e.Path[i+1]
		if s.Proc == next.Proc && b.branches(s.Proc, s.Node) {
			key.from, key.to = place{s.Proc, s.Node}, place{next.Proc, next.Node}
			break
		}
	}
	return key
}

// branches reports whether a node has several successors and is no call.
func (b *brancher) branches(proc, node int) bool {
	n := &b.graphs[proc].Nodes[node]
	return len(n.Succs) > 1 && n.Kind != boolprog.NodeCall
}

// paths returns up to limit errors, the first being the one that is known.
func (b *brancher) paths(limit int) []Error {
	b.limit = limit
	seen := map[branch]bool{}
	for _, e := range b.found {
		key := branch{err: place{e.block.id, e.step}}
		if seen[key] || len(b.errors) >= limit {
			continue
		}
		seen[key] = true
		b.from(e)
	}
	return b.errors
}

// from goes back from an error, breadth first.
func (b *brancher) from(e errorLayer) {
	set := b.backward(b.stepsBefore(e.block, e.step), b.failing(e))[0]
	work := []*tail{{block: e.block, set: b.reached(e.block, set), err: e}}
	for i := 0; i < len(work) && i < maxTails && len(b.errors) < b.limit; i++ {
		work = append(work, b.extend(work[i])...)
	}
	for _, t := range work {
		b.m.Deref(t.set)
	}
}

// reached cuts a set down to the states that were reached at a block, and keeps it.
func (b *brancher) reached(at *block, set bdd.Node) bdd.Node {
	if at.id >= len(b.settled) {
		return bdd.False
	}
	return b.m.Ref(b.m.And(set, b.settled[at.id]))
}

// extend puts the blocks before a tail in front of it. Where a branch leads to the tail
// a path is made.
func (b *brancher) extend(t *tail) []*tail {
	var longer []*tail
	if q := b.procs[t.block.proc.id]; t.block == q.blocks[0] {
		longer = b.callers(t, q)
	}
	for _, pred := range b.preds[t.block.id] {
		set := b.leadsTo(pred, t.set)
		if set == bdd.False {
			continue
		}
		front := &tail{block: pred, set: set, next: t, err: t.err, depth: t.depth + 1}
		if b.branches(pred.proc.id, pred.nodes[len(pred.nodes)-1]) {
			b.complete(front)
			b.m.Deref(set)
		} else if t.depth < maxTail {
			longer = append(longer, front)
		}
	}
	return longer
}

// leadsTo returns the reached states at a block from which a run through it may end in a
// set; kept.
func (b *brancher) leadsTo(pred *block, set bdd.Node) bdd.Node {
	if pred.first().Kind != boolprog.NodeCall {
		return b.reached(pred, b.backward(b.steps(pred), set)[0])
	}
	if pred.call == nil {
		return bdd.False
	}
	d, s := bdd.False, pred.call
	behind := b.behindCall(s, set)
	drop := b.m.And(b.cube(b.modified(s.callee), nextCopy),
		b.m.And(b.cube(formalsOf(s.callee), argCopy), b.cube(distinct(s.callee.results), curCopy)))
	for _, r := range b.runs[s.callee.id] {
		d = b.m.Or(d, b.m.AndExist(behind, r.set, drop))
	}
	return b.reached(pred, d)
}

// callers puts the calls that enter a procedure in front of a tail that begins at its
// entry. At the start of the program a path is complete.
func (b *brancher) callers(t *tail, q *procState) []*tail {
	if q.id == b.main {
		b.complete(t)
	}
	var hidden []*entity
	q.mod.each(func(g int) { hidden = append(hidden, b.space.entities[g]) })
	formals := b.m.Ref(b.cube(formalsOf(q), argCopy))
	defer b.m.Deref(formals)
	entry := b.m.Ref(b.summarize(q, b.m.Exist(t.set, b.cube(hidden, curCopy))))
	defer b.m.Deref(entry)
	var longer []*tail
	for _, s := range q.sites {
		set := b.reached(s.block, b.m.AndExist(entry, s.args, formals))
		if set != bdd.False && t.depth < maxTail {
			longer = append(longer, &tail{block: s.block, set: set, next: t, err: t.err, depth: t.depth + 1})
		}
	}
	return longer
}

// complete makes a path that ends with a tail, and adds it.
func (b *brancher) complete(t *tail) {
	if len(b.errors) >= b.limit {
		return
	}
	for _, here := range b.at[t.block.id] { // there are some: set isn't empty
		d := b.m.And(here.set, t.set)
		if d == bdd.False {
			continue
		}
		p := point{t.block, here, b.pick(t.block.proc, d)}
		end := b.along(t, p.lits)
		slices.Reverse(end)
		b.back, b.calls = end, nil
		e := newError(t.err, b.toStart(p))
		e.Length = e.Path.Length(b.graphs)
		if t.err.label && b.graphs[e.Proc].Nodes[e.Node].Kind == boolprog.NodeAssert {
			e.Length-- // Path.Length takes it for one that fails
		}
		b.add(e)
		return
	}
}

// along runs through the blocks of a tail.
func (b *brancher) along(t *tail, lits []bdd.Literal) boolprog.Path {
	var path, states boolprog.Path
	for ; t.next != nil; t = t.next {
		switch {
		case t.block.call == nil:
			steps := b.steps(t.block)
			states, lits = b.forward(t.block, lits, steps, len(t.block.nodes), b.backward(steps, t.next.set))
		case t.next.block == t.block.call.callee.blocks[0]:
			states = boolprog.Path{b.state(t.block, lits)}
			lits = b.pick(t.next.block.proc, b.m.And(b.entryStates(t.block.call, lits), t.next.set))
		default:
			states, lits = b.callAndReturn(t.block, lits, t.next.set)
		}
		path = append(path, states...)
	}
	steps := b.stepsBefore(t.block, t.err.step)
	states, _ = b.forward(t.block, lits, steps, t.err.step+1, b.backward(steps, b.failing(t.err)))
	return append(path, states...)
}

// callAndReturn runs through a call from one state into a set.
func (b *brancher) callAndReturn(call *block, lits []bdd.Literal, target bdd.Node) (boolprog.Path, []bdd.Literal) {
	s := call.call
	from := bdd.Conjunction(b.m, lits)
	for _, r := range b.runs[s.callee.id] {
		d := b.m.And(b.m.And(b.behindCall(s, target), from), r.set)
		if d == bdd.False {
			continue
		}
		cube := bdd.PickCube(b.m, d)
		values := b.around(s.callee, cube)
		behind := b.pick(call.proc, b.m.And(b.leave(s, from, values), target))
		path := boolprog.Path{b.state(call, lits)}
		return append(path, b.runTo(b.exitOf(s.callee, r.length, b.exitForm(s.callee, cube)))...), behind
	}
	panic("bebop: a call that doesn't return")
}

// around returns the values of a callee's globals, arguments and results around a call;
// what the cube leaves open is false.
func (b *brancher) around(q *procState, cube []bdd.Literal) bdd.Node {
	var levels []int
	for _, e := range b.modified(q) {
		levels = e.levels(e.levels(levels, curCopy), nextCopy)
	}
	for _, e := range formalsOf(q) {
		levels = e.levels(levels, argCopy)
	}
	for _, e := range distinct(q.results) {
		levels = e.levels(levels, curCopy)
	}
	values := b.load(cube)
	lits := make([]bdd.Literal, len(levels))
	for i, v := range levels {
		lits[i] = bdd.Literal{Var: v, Value: values[v]}
	}
	b.unload(cube)
	return bdd.Conjunction(b.m, lits)
}

// runTo returns the states from the entry of a procedure to a point at its exit.
func (b *brancher) runTo(exit point) boolprog.Path {
	b.back, b.calls = nil, nil
	b.appendFirst(exit)
	entry := b.procs[exit.block.proc.id].blocks[0]
	for p := exit; len(b.calls) > 0 || p.block != entry; {
		b.breathe()
		p, _ = b.before(p)
	}
	slices.Reverse(b.back)
	return b.back
}

// entryStates returns the path edges at the callee's entry that a call in one state makes.
func (t *tracer) entryStates(s *callSite, lits []bdd.Literal) bdd.Node {
	return t.m.And(t.enter(s, bdd.Conjunction(t.m, lits)), s.callee.start)
}
