package bebop

import (
	"container/heap"
	"slices"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// layer is a set of states that are first reached with a certain distance from the
// start of the program. What led to it has smaller stamps.
type layer struct {
	dist  int
	stamp int
	set   bdd.Node // kept
}

// layers is the search for shortest paths (rule 9 of doc.go): Dijkstra's algorithm with
// sets of path edges. The distance of a path edge is that of its entry plus that from
// the entry, and each entry is explored from when it is first reached; so all is found
// in the order of the distance from the start of the program.
type layers struct {
	*engine
	queue   eventQueue
	pending map[eventKey]bdd.Node // kept
	settled []bdd.Node            // per block; kept
	at      [][]layer             // per block
	entered []bdd.Node            // per procedure: values of globals and formals; kept
	entries [][]layer             // per procedure, in the form of entry copies
	runs    [][]run               // per procedure, by length
	// What entries, runs and, at calls, at are found by.
	entryIndex, runIndex, atIndex []index
	stamp                         int
	found                         []errorLayer // by distance
}

// run is the summary of the runs of a procedure with one length, in callers' terms.
type run struct {
	length int
	set    bdd.Node // kept
}

// errorLayer says that a node of a block is an error for some states of a layer.
type errorLayer struct {
	dist  int // length of the path
	block *block
	step  int  // index into the block's nodes
	label bool // a label is reached, else an assert fails
	layer layer
}

// eventKey is when something is reached: a block, or (id < 0) the entry ^id of a
// procedure.
type eventKey struct{ dist, id int }

func newLayers(x *engine) *layers {
	n := len(x.procs)
	return &layers{engine: x, pending: map[eventKey]bdd.Node{}, entered: make([]bdd.Node, n),
		entries: make([][]layer, n), runs: make([][]run, n), entryIndex: make([]index, n), runIndex: make([]index, n)}
}

// run explores until the distance of the nearest error, or limit, and reports whether
// there is an error.
func (l *layers) run(limit int) bool {
	l.post(0, ^l.main, l.initial())
	for len(l.queue) > 0 && l.queue[0].dist <= limit && (len(l.found) == 0 || l.queue[0].dist < l.nearest()) {
		l.advance()
	}
	l.sortErrors()
	return len(l.found) > 0 && l.found[0].dist <= limit
}

// more explores further, up to a distance and a number of layers.
func (l *layers) more(limit, count int) {
	for len(l.queue) > 0 && l.queue[0].dist <= limit && l.stats.Layers < count {
		l.advance()
	}
	l.sortErrors()
}

// sortErrors sorts the errors by distance; the first found come first.
func (l *layers) sortErrors() {
	slices.SortStableFunc(l.found, func(a, b errorLayer) int { return a.dist - b.dist })
}

// advance takes the nearest event.
func (l *layers) advance() {
	l.breathe()
	key := heap.Pop(&l.queue).(eventKey)
	d := l.pending[key]
	delete(l.pending, key)
	l.stamp++
	if key.id < 0 {
		l.enterProc(l.procs[^key.id], key.dist, d)
	} else {
		l.settle(l.blocks[key.id], key.dist, d)
	}
	l.m.Deref(d)
}

// nearest returns the smallest distance of an error.
func (l *layers) nearest() int {
	best := l.found[0].dist
	for _, e := range l.found {
		best = min(best, e.dist)
	}
	return best
}

// post adds states that are reached at a distance.
func (l *layers) post(dist, id int, d bdd.Node) {
	if d == bdd.False {
		return
	}
	key := eventKey{dist, id}
	old, ok := l.pending[key]
	if !ok {
		heap.Push(&l.queue, key)
	}
	l.keep(&old, l.m.Or(old, d))
	l.pending[key] = old
}

// enterProc starts a procedure with the entries among d that are new.
func (l *layers) enterProc(q *procState, dist int, d bdd.Node) {
	d = l.m.Diff(d, l.entered[q.id])
	if d == bdd.False {
		return
	}
	l.open(q)
	l.keep(&l.entered[q.id], l.m.Or(l.entered[q.id], d))
	entry := l.m.Ref(l.m.Rename(d, q.toEntry))
	l.entryIndex[q.id].add(l.engine, len(l.entries[q.id]), entry)
	l.entries[q.id] = append(l.entries[q.id], layer{dist, l.stamp, entry})
	l.post(dist, q.blocks[0].id, l.m.And(d, q.start))
}

// settle makes a layer of what is new among path edges at a block, and propagates it.
func (l *layers) settle(b *block, dist int, d bdd.Node) {
	for len(l.settled) < len(l.blocks) {
		l.settled = append(l.settled, bdd.False)
		l.at = append(l.at, nil)
		l.atIndex = append(l.atIndex, index{})
	}
	d = l.m.Diff(l.m.And(d, l.enforcedAt(b)), l.settled[b.id])
	if d == bdd.False {
		return
	}
	l.stats.Layers++
	l.keep(&l.settled[b.id], l.m.Or(l.settled[b.id], d))
	here := layer{dist, l.stamp, l.m.Ref(d)}
	l.at[b.id] = append(l.at[b.id], here)
	switch b.first().Kind {
	case boolprog.NodeExit:
		l.exit(l.procs[b.proc.id], here)
	case boolprog.NodeCall:
		if l.labels[place{b.proc.id, b.nodes[0]}] {
			l.found = append(l.found, errorLayer{dist, b, 0, true, here})
		}
		l.call(b, here)
	default:
		d = l.pass(b, here)
		for _, succ := range b.succs {
			l.post(dist+b.weight(len(b.nodes)), succ, d)
		}
	}
}

// pass returns the states behind a block without calls and records errors in it.
func (l *layers) pass(b *block, here layer) bdd.Node {
	d := here.set
	for _, st := range l.steps(b) {
		if st.label && d != bdd.False {
			l.found = append(l.found, errorLayer{here.dist + b.weight(st.at), b, st.at, true, here})
		}
		if l.m.And(d, st.fail) != bdd.False {
			l.found = append(l.found, errorLayer{here.dist + b.weight(st.at) + 1, b, st.at, false, here})
		}
		if d = l.image(d, st); d == bdd.False {
			break
		}
	}
	return d
}

// call enters the callee and goes on behind the call with the runs that are known.
func (l *layers) call(b *block, here layer) {
	s := l.site(b)
	l.atIndex[b.id].add(l.engine, len(l.at[b.id])-1, here.set)
	l.post(here.dist+1, ^s.callee.id, l.enter(s, here.set))
	l.runIndex[s.callee.id].each(l.engine, l.m.And(here.set, s.args), func(i int) bool {
		l.behind(s, here, l.runs[s.callee.id][i])
		return true
	})
}

// behind goes on behind a call by runs of one length.
func (l *layers) behind(s *callSite, here layer, r run) {
	d := l.leave(s, here.set, r.set)
	for _, succ := range s.block.succs {
		l.post(here.dist+1+r.length, succ, d)
	}
}

// exit finds new runs of a procedure, splits them by length and goes on behind the
// calls that were reached.
func (l *layers) exit(q *procState, here layer) {
	if !q.called {
		return
	}
	l.entryIndex[q.id].each(l.engine, here.set, func(i int) bool {
		e := l.entries[q.id][i]
		l.addRun(q, here.dist-e.dist, l.summarize(q, l.m.And(here.set, e.set)))
		return true
	})
}

// addRun records runs of a procedure with one length, and goes on behind the calls
// that they fit.
func (l *layers) addRun(q *procState, length int, set bdd.Node) {
	runs := l.runs[q.id]
	i := slices.IndexFunc(runs, func(r run) bool { return r.length == length })
	if i < 0 {
		i = len(runs)
		runs = append(runs, run{length, bdd.False})
		l.runs[q.id] = runs
	}
	l.keep(&runs[i].set, l.m.Or(runs[i].set, set))
	l.runIndex[q.id].add(l.engine, i, set)
	fits := l.m.Exist(set, l.m.And(l.cube(l.modified(q), nextCopy), l.cube(distinct(q.results), curCopy)))
	for _, s := range q.sites {
		if s.block.id >= len(l.at) {
			continue
		}
		calls := l.m.AndExist(fits, s.args, l.cube(formalsOf(q), argCopy))
		l.atIndex[s.block.id].each(l.engine, calls, func(i int) bool {
			l.behind(s, l.at[s.block.id][i], run{length, set})
			return true
		})
	}
}

// eventQueue is a heap: the nearest first.
type eventQueue []eventKey

func (q eventQueue) Len() int      { return len(q) }
func (q eventQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *eventQueue) Push(k any)   { *q = append(*q, k.(eventKey)) }

func (q *eventQueue) Pop() any {
	last := len(*q) - 1
	k := (*q)[last]
	*q = (*q)[:last]
	return k
}

func (q eventQueue) Less(i, j int) bool {
	if q[i].dist != q[j].dist {
		return q[i].dist < q[j].dist
	}
	return q[i].id < q[j].id
}
