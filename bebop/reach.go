package bebop

import (
	"container/heap"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// reach computes all path edges and summaries (rules 5 to 8 of doc.go) in weak
// topological order, callees before callers.
type reach struct {
	*engine
	seen    []bdd.Node // path edges at the first node of each block; kept
	delta   []bdd.Node // those of which the successors are still to compute; kept
	entries []bdd.Node // per procedure: values of globals and formals; kept
	runs    []bdd.Node // per procedure: summary in callers' terms; kept
	used    []bdd.Node // per block of a call: the summary that was used; kept
	queue   blockQueue
	queued  []bool
	found   bool        // an error
	passed  map[int]int // by block, the last node that states got to; nil if nobody asks
}

func newReach(x *engine) *reach {
	n := len(x.procs)
	return &reach{engine: x, entries: make([]bdd.Node, n), runs: make([]bdd.Node, n)}
}

// run explores until nothing is new, or until an error is found unless all states are
// wanted.
func (r *reach) run(all bool) {
	r.start(r.procs[r.main], r.initial())
	for len(r.queue.blocks) > 0 && (all || !r.found) {
		r.breathe()
		b := heap.Pop(&r.queue).(*block)
		r.queued[b.id] = false
		d := r.m.Ref(r.delta[b.id])
		r.keep(&r.delta[b.id], bdd.False)
		r.process(b, d)
		r.m.Deref(d)
	}
}

// grow makes room for the blocks that were opened.
func (r *reach) grow() {
	for len(r.seen) < len(r.blocks) {
		r.seen = append(r.seen, bdd.False)
		r.delta = append(r.delta, bdd.False)
		r.used = append(r.used, bdd.False)
		r.queued = append(r.queued, false)
	}
}

// start enters a procedure with values of globals and formals.
func (r *reach) start(q *procState, d bdd.Node) {
	d = r.m.Diff(d, r.entries[q.id])
	if d == bdd.False {
		return
	}
	r.open(q)
	r.grow() // main has no call
	r.keep(&r.entries[q.id], r.m.Or(r.entries[q.id], d))
	r.arrive(q.blocks[0], r.m.And(d, q.start))
}

// arrive adds path edges at a block.
func (r *reach) arrive(b *block, d bdd.Node) {
	d = r.m.Diff(r.m.And(d, r.enforcedAt(b)), r.seen[b.id])
	if d == bdd.False {
		return
	}
	r.keep(&r.seen[b.id], r.m.Or(r.seen[b.id], d))
	r.keep(&r.delta[b.id], r.m.Or(r.delta[b.id], d))
	r.enqueue(b)
}

func (r *reach) enqueue(b *block) {
	if !r.queued[b.id] {
		r.queued[b.id] = true
		heap.Push(&r.queue, b)
	}
}

// process propagates new path edges.
func (r *reach) process(b *block, d bdd.Node) {
	switch b.first().Kind {
	case boolprog.NodeExit:
		r.exit(r.procs[b.proc.id], d)
		return
	case boolprog.NodeCall:
		r.found = r.found || r.labels[place{b.proc.id, b.nodes[0]}]
		d = r.call(b, d)
	default:
		d = r.pass(b, d)
	}
	if d == bdd.False {
		return
	}
	for _, succ := range b.succs {
		r.arrive(r.blocks[succ], d)
	}
}

// pass returns the states behind a block without calls and looks for errors in it.
func (r *reach) pass(b *block, d bdd.Node) bdd.Node {
	for _, st := range r.steps(b) {
		if st.label || r.m.And(d, st.fail) != bdd.False {
			r.found = true
		}
		if d = r.image(d, st); d == bdd.False {
			r.note(b, st.at)
			return d
		}
	}
	r.note(b, len(b.nodes)-1)
	return d
}

// call enters the callee and returns the states behind the call that the known
// summary gives: all of it for new states, what is new of it for the others.
func (r *reach) call(b *block, d bdd.Node) bdd.Node {
	s := r.site(b)
	r.grow()
	behind := bdd.False
	if d != bdd.False {
		r.start(s.callee, r.enter(s, d))
		behind = r.leave(s, d, r.runs[s.callee.id])
	}
	fresh := r.m.Diff(r.runs[s.callee.id], r.used[b.id])
	if fresh != bdd.False {
		behind = r.m.Or(behind, r.leave(s, r.seen[b.id], fresh))
		r.keep(&r.used[b.id], r.runs[s.callee.id])
	}
	return behind
}

// exit adds to the summary of a procedure.
func (r *reach) exit(q *procState, d bdd.Node) {
	if !q.called {
		return
	}
	run := r.m.Or(r.runs[q.id], r.summarize(q, d))
	if run == r.runs[q.id] {
		return
	}
	r.keep(&r.runs[q.id], run)
	for _, s := range q.sites {
		r.enqueue(s.block)
	}
}

// blockQueue is a heap: callees first, then by procedure and position.
type blockQueue struct {
	blocks []*block
	rank   []int
}

func (q *blockQueue) Len() int      { return len(q.blocks) }
func (q *blockQueue) Swap(i, j int) { q.blocks[i], q.blocks[j] = q.blocks[j], q.blocks[i] }
func (q *blockQueue) Push(b any)    { q.blocks = append(q.blocks, b.(*block)) }

func (q *blockQueue) Pop() any {
	last := len(q.blocks) - 1
	b := q.blocks[last]
	q.blocks = q.blocks[:last]
	return b
}

func (q *blockQueue) Less(i, j int) bool {
	a, b := q.blocks[i], q.blocks[j]
	switch {
	case a.proc != b.proc && q.rank[a.proc.id] != q.rank[b.proc.id]:
		return q.rank[a.proc.id] < q.rank[b.proc.id]
	case a.proc != b.proc:
		return a.proc.id < b.proc.id
	}
	return a.priority < b.priority
}

// release lets go of all sets.
func (r *reach) release() {
	for _, list := range [][]bdd.Node{r.seen, r.delta, r.entries, r.runs, r.used} {
		for i := range list {
			r.keep(&list[i], bdd.False)
		}
	}
}
