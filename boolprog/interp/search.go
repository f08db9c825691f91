package interp

import (
	"slices"

	"hardbop/boolprog"
)

// ctx is a procedure with the values of globals and formals at its entry.
type ctx struct {
	proc    int
	entry   boolprog.Valuation
	callers []int // path edges at calls that enter here
	exits   []int // path edges at the exit
	depth   int   // length of the shortest run from the start to the entry
	parent  int   // the path edge at the call that this run comes from; -1 in main
}

// edge is a path edge: the state is reached from the entry that ctx says.
type edge struct {
	ctx    int
	node   int
	values boolprog.Valuation
	dist   int  // length of the shortest run from the entry to here
	pred   int  // the path edge before it on that run; -1 at the entry
	exit   int  // behind a call, the path edge at the exit of the callee; else -1
	queued bool // in the work list
}

// word is the key of a valuation of at most 64 slots.
func word(v boolprog.Valuation) uint64 {
	if len(v) == 0 {
		return 0
	}
	return v[0]
}

type ctxKey struct {
	proc  int
	entry uint64
}

type edgeKey struct {
	ctx, node int
	values    uint64
}

// search is the exploration: a work list of path edges, corrected until all distances
// are shortest.
type search struct {
	graphs []*boolprog.Graph
	limit  int
	ctxs   []ctx
	ctxOf  map[ctxKey]int
	edges  []edge
	edgeOf map[edgeKey]int
	work   []int
	large  bool
}

// run explores everything that main reaches.
func (s *search) run() error {
	for _, g := range s.graphs {
		if g.NumSlots() > 64 {
			return ErrTooLarge
		}
	}
	s.start()
	for len(s.work) > 0 && !s.large {
		i := s.work[0]
		s.work = s.work[1:]
		s.edges[i].queued = false
		s.process(i)
	}
	if s.large {
		return ErrTooLarge
	}
	return nil
}

// start enters main with all values of globals and formals.
func (s *search) start() {
	main := slices.IndexFunc(s.graphs, func(g *boolprog.Graph) bool { return g.Proc.Name == "main" })
	g := s.graphs[main]
	inputs := len(g.Prog.Globals) + len(g.Proc.Formals)
	for _, v := range s.spread(boolprog.NewValuation(g.NumSlots()), 0, inputs) {
		s.ctxs[s.context(main, v)].parent = -1
	}
}

// spread returns v with all values of the n slots from first on.
func (s *search) spread(v boolprog.Valuation, first, n int) []boolprog.Valuation {
	if n > maxFree {
		s.large = true
		return nil
	}
	states := []boolprog.Valuation{v}
	for slot := first; slot < first+n; slot++ {
		for _, w := range states {
			other := slices.Clone(w)
			other.Set(slot, true)
			states = append(states, other)
		}
	}
	return states
}

// noParent is the parent of a context before depths are known.
const noParent = -2

// context returns the context of a procedure for the given entry values, and starts it
// if it is new.
func (s *search) context(proc int, entry boolprog.Valuation) int {
	key := ctxKey{proc, word(entry)}
	if i, ok := s.ctxOf[key]; ok {
		return i
	}
	i := len(s.ctxs)
	s.ctxOf[key] = i
	s.ctxs = append(s.ctxs, ctx{proc: proc, entry: entry, parent: noParent})
	g := s.graphs[proc]
	first := len(g.Prog.Globals) + len(g.Proc.Formals)
	for _, v := range s.spread(entry, first, len(g.Proc.Locals)) {
		s.reach(edge{ctx: i, node: g.Entry, values: v, pred: -1, exit: -1})
	}
	return i
}

// reach records a path edge if its state may exist and it is new or nearer than known.
func (s *search) reach(e edge) {
	g := s.graphs[s.ctxs[e.ctx].proc]
	if !enforced(g, e.node, e.values) {
		return
	}
	key := edgeKey{e.ctx, e.node, word(e.values)}
	i, known := s.edgeOf[key]
	switch {
	case !known && len(s.edges) >= s.limit:
		s.large = true
		return
	case !known:
		i = len(s.edges)
		s.edgeOf[key] = i
		s.edges = append(s.edges, e)
		if e.node == g.Exit {
			s.ctxs[e.ctx].exits = append(s.ctxs[e.ctx].exits, i)
		}
	case e.dist < s.edges[i].dist:
		e.queued = s.edges[i].queued
		s.edges[i] = e
	default:
		return
	}
	if !s.edges[i].queued {
		s.edges[i].queued = true
		s.work = append(s.work, i)
	}
}

// process takes all steps from a path edge.
func (s *search) process(i int) {
	e := s.edges[i]
	g := s.graphs[s.ctxs[e.ctx].proc]
	n := &g.Nodes[e.node]
	switch n.Kind {
	case boolprog.NodeCall:
		s.call(i)
	case boolprog.NodeExit:
		for _, c := range slices.Clone(s.ctxs[e.ctx].callers) {
			s.join(c, i)
		}
	default:
		for _, v := range step(g, e.node, e.values) {
			s.follow(i, v, n.Weight(), -1)
		}
	}
}

// follow reaches the successors of path edge i with values v.
func (s *search) follow(i int, v boolprog.Valuation, cost, exit int) {
	e := s.edges[i]
	for _, succ := range s.graphs[s.ctxs[e.ctx].proc].Nodes[e.node].Succs {
		s.reach(edge{ctx: e.ctx, node: succ, values: v, dist: e.dist + cost, pred: i, exit: exit})
	}
}

// call enters the callee and uses the runs through it that are known.
func (s *search) call(i int) {
	e := s.edges[i]
	caller := s.graphs[s.ctxs[e.ctx].proc]
	callee := caller.Nodes[e.node].Callee
	for _, entry := range enter(caller, s.graphs[callee], e.node, e.values) {
		c := s.context(callee, entry)
		if !slices.Contains(s.ctxs[c].callers, i) {
			s.ctxs[c].callers = append(s.ctxs[c].callers, i)
		}
		for _, x := range slices.Clone(s.ctxs[c].exits) {
			s.join(i, x)
		}
	}
}

// join continues behind the call at path edge i with the exit of the callee at x.
func (s *search) join(i, x int) {
	e, exit := s.edges[i], s.edges[x]
	caller, callee := s.graphs[s.ctxs[e.ctx].proc], s.graphs[s.ctxs[exit.ctx].proc]
	v := leave(caller, callee, e.node, e.values, exit.values)
	s.follow(i, v, caller.Nodes[e.node].Weight()+exit.dist, x)
}

// depths computes how far the entry of each context is from the start.
func (s *search) depths() {
	for changed := true; changed; {
		changed = false
		for i := range s.ctxs {
			c := &s.ctxs[i]
			for _, call := range c.callers {
				changed = s.shorten(c, call) || changed
			}
		}
	}
}

// shorten lets a context start from a call if that is nearer than what is known.
func (s *search) shorten(c *ctx, call int) bool {
	e := &s.edges[call]
	from := &s.ctxs[e.ctx]
	if from.parent == noParent {
		return false
	}
	depth := from.depth + e.dist + 1
	if c.parent != noParent && c.depth <= depth {
		return false
	}
	c.depth, c.parent = depth, call
	return true
}
