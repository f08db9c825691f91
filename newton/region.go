package newton

import (
	"math"
	"slices"

	"hardbop/internal/cil"
)

// region is what lies between a branch and a later node of its function.
type region struct {
	nodes  []*cil.Node // on some way between them
	bypass bool        // whether some way from the branch misses the node: to the exit, or for ever
	dead   []*cil.Node // without a bypass: what the branch leads to without getting to the node
}

// region returns the region between the branch at n and the node at to.
func (s *Slicer) region(n, to *cil.Node) *region {
	key := [2]*cil.Node{n, to}
	if r := s.regions[key]; r != nil {
		return r
	}
	r := &region{}
	s.regions[key] = r
	if to == nil {
		r.bypass = true
		return r
	}
	ahead := cil.Reach(n, to, succs)
	behind := cil.Reach(to, nil, func(x *cil.Node) []*cil.Node {
		if x == n && !ahead.Has(n) {
			return nil
		}
		return x.Preds // of a branch on a cycle too: the way may lead round it
	})
	r.bypass = ahead.Has(n.Func.Exit) && n.Func.Exit != to
	if s.Endless && ahead.Has(n) && !cil.Reach(n, nil, succs).Has(n.Func.Exit) {
		r.bypass = true
	}
	for _, x := range n.Func.Nodes {
		switch {
		case x == n || x == to || !ahead.Has(x):
		case behind.Has(x):
			r.nodes = append(r.nodes, x)
		case !r.bypass:
			r.dead = append(r.dead, x)
		}
	}
	return r
}

// splits reports whether the region between the branch and to, which comes behind the node of
// this one, is this region, that node, which is on no cycle, and the region between the two:
// all ways lead through the node.
func (r *region) splits(to *cil.Node) bool {
	return !r.bypass && !slices.Contains(r.dead, to)
}

// onCycle reports whether n lies on a cycle of its function with others.
func (s *Slicer) onCycle(n *cil.Node) bool {
	f := n.Func
	if s.cycles[f] == nil {
		c := &cycles{on: map[*cil.Node]bool{}, low: map[*cil.Node]int{}}
		for _, x := range f.Nodes {
			c.visit(x)
		}
		s.cycles[f] = c.on
	}
	return s.cycles[f][n]
}

// cycles finds the nodes on cycles with others: Tarjan's algorithm.
type cycles struct {
	on   map[*cil.Node]bool
	low  map[*cil.Node]int // the first number that it gets to; done for those behind
	open []*cil.Node
	next int
}

// done is more than any number.
const done = math.MaxInt

func (c *cycles) visit(n *cil.Node) int {
	if k := c.low[n]; k > 0 {
		return k
	}
	c.next++
	own, at := c.next, len(c.open)
	c.low[n] = own
	c.open = append(c.open, n)
	low := own
	for _, x := range n.Succs {
		low = min(low, c.visit(x))
	}
	c.low[n] = low
	if low == own {
		c.close(at)
	}
	return low
}

// close ends the component of the nodes that are open from the k-th on.
func (c *cycles) close(k int) {
	for _, x := range c.open[k:] {
		c.low[x] = done
		c.on[x] = c.on[x] || len(c.open)-k > 1
	}
	c.open = c.open[:k]
}

func succs(n *cil.Node) []*cil.Node { return n.Succs }
