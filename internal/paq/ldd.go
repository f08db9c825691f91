package paq

import (
	"context"
	"runtime/metrics"

	"hardbop/internal/bdd"
	"hardbop/internal/ldd"
	"hardbop/internal/smt"
)

// LDD computes the answer as a diagram: it makes linear decision diagrams of the conjuncts and
// eliminates all variables but the important ones, as early as it can. What it takes doesn't
// depend on how many valuations are in the answer. It refuses what isn't linear, and where the
// elimination of an integer can't be exact.
type LDD struct {
	// Dynamic lets diagrams be reordered as they grow. Else terms stay in the order of their
	// first appearance.
	Dynamic bool
}

// Name returns ldd.
func (LDD) Name() string { return "ldd" }

// Solve answers a query.
func (l LDD) Solve(ctx context.Context, q *Query, lim Limits) (*Answer, *Stats, error) {
	stop := func() error {
		if lim.Heap > 0 && heapBytes() > lim.Heap {
			return &LimitError{l.Name(), "bytes", lim.Heap}
		}
		return ctx.Err()
	}
	m := ldd.New(ldd.Config{MaxNodes: lim.Nodes, MaxSteps: lim.Steps, Stop: stop, Reorder: l.Dynamic})
	stats := &Stats{Solver: l.Name()}
	var answer *Answer
	var err error
	stopped := m.Guard(func() {
		w := &abstraction{q: q, m: m, pure: newPurifier(q), stop: stop}
		w.d = newDiagramsOf(m, w.pure)
		var result ldd.Node
		if result, err = w.run(); err == nil {
			answer, err = w.answer(ctx, result, lim)
		}
	})
	s := m.Stats()
	stats.Nodes, stats.Steps = s.Peak, s.Steps
	if stopped != nil {
		err = stopped
	}
	return answer, stats, explain(l.Name(), err)
}

// heapBytes is how much memory Go has from the system.
func heapBytes() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}

// abstraction is the work of one Solve.
type abstraction struct {
	q    *Query
	m    *ldd.Manager
	pure *purifier
	d    *diagrams
	stop func() error
}

// run returns the diagram of the answer.
func (w *abstraction) run() (ldd.Node, error) {
	var terms []smt.Term
	var nodes []ldd.Node
	todo := w.q.Conjuncts
	for len(todo) > 0 {
		for _, c := range todo {
			c = w.pure.term(c)
			if w.pure.reason != "" {
				return 0, &RefusedError{LDD{}.Name(), w.pure.reason}
			}
			terms = append(terms, c)
			nodes = append(nodes, w.d.node(c))
		}
		todo = w.pure.taken()
	}
	vars := []ldd.Var{}
	for _, t := range eliminationOrder(w.q, terms, w.stop) {
		vars = append(vars, w.d.variable(t))
	}
	return w.m.Eliminate(nodes, vars), nil
}

// answer turns a diagram over important constants into an answer.
func (w *abstraction) answer(ctx context.Context, f ldd.Node, lim Limits) (a *Answer, err error) {
	err = bdd.Guard(func() {
		c := &conversion{w: w, place: map[ldd.Var]int{}, done: map[ldd.Node]bdd.Node{ldd.False: bdd.False, ldd.True: bdd.True},
			m: newDiagrams(len(w.q.Important), bdd.Config{MaxNodes: lim.Nodes, Stop: ctx.Err})}
		for i, b := range w.q.Important {
			c.place[w.d.variable(b)] = i
		}
		a = newAnswer(c.m, c.node(f), len(w.q.Important))
	})
	return a, err
}

// conversion makes diagrams in the order of important constants.
type conversion struct {
	w     *abstraction
	m     bdd.Manager
	place map[ldd.Var]int
	done  map[ldd.Node]bdd.Node
}

func (c *conversion) node(f ldd.Node) bdd.Node {
	n, ok := c.done[f]
	if !ok {
		from := c.w.m
		p, important := c.place[from.Top(f).Bool]
		if !important {
			panic("paq: " + from.Name(from.Top(f).Bool) + " wasn't eliminated")
		}
		high := c.node(from.High(f))
		n = c.m.Ite(c.m.Var(p), high, c.node(from.Low(f)))
		c.done[f] = n
	}
	return n
}
