package predmin

import (
	"math/rand/v2"
	"slices"
)

// greedy adds what is known to rule out a new trace, then leaves out what isn't needed.
type greedy struct {
	traces
	set   Set
	order *rand.Rand
}

// NewGreedy returns the strategy of figure 6 of the paper. Its random orders are the same
// in every run.
func NewGreedy(oracle Eliminator) Strategy {
	return &greedy{traces: newTraces(oracle), order: rand.New(rand.NewPCG(6, 6))}
}

// Add implements Strategy.
func (g *greedy) Add(id int, candidates []int, known Set) {
	g.add(id, candidates, known)
	g.set = Union(g.set, known)
}

// Choose implements Strategy.
func (g *greedy) Choose() (Set, []int, bool) {
	if !g.all(g.set) {
		return nil, g.open(), false
	}
	g.set = g.shrunk(g.set)
	return g.set, nil, true
}

// Proved implements Strategy: what isn't needed for the traces so far is left out already.
func (g *greedy) Proved() (Set, bool) { return nil, false }

// Least implements Strategy.
func (g *greedy) Least() (Set, bool) {
	set, _, ok := g.Choose()
	return set, ok
}

// open lists the traces that the set doesn't rule out.
func (g *greedy) open() []int {
	var ids []int
	for _, t := range g.list {
		if !g.eliminates(t, g.set) {
			ids = append(ids, t.id)
		}
	}
	return ids
}

// shrunk leaves out one element after the other, in a new random order each time. What was
// needed in a larger set isn't tried again.
func (g *greedy) shrunk(set Set) Set {
	needed := map[int]bool{}
	for {
		smaller, ok := g.leaveOut(set, needed)
		if !ok {
			return set
		}
		set = smaller
	}
}

// leaveOut leaves out one element that isn't needed; false if all are.
func (g *greedy) leaveOut(set Set, needed map[int]bool) (Set, bool) {
	for _, i := range g.order.Perm(len(set)) {
		if needed[set[i]] {
			continue
		}
		if rest := without(set, i); g.all(rest) {
			return slices.Clip(rest), true
		}
		needed[set[i]] = true
	}
	return nil, false
}
