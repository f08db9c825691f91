package lbe

import (
	"slices"

	"hardbop/internal/cil"
)

// BackEdges returns the cutset of f: its entry, its exit, the nodes that also asks for
// (nil: none), and the destinations of all back edges of a depth-first search; in the
// order of f.Nodes.
func BackEdges(f *cil.Func, also func(*cil.Node) bool) []*cil.Node {
	heads := searchDepthFirst(f).heads
	return choose(f, also, func(n *cil.Node) bool { return heads[n.ID] })
}

// choose lists the nodes of f that stay whatever is summarised, and those that are chosen.
func choose(f *cil.Func, also, chosen func(*cil.Node) bool) []*cil.Node {
	var cuts []*cil.Node
	for _, n := range f.Nodes {
		if stays(n, also) || chosen(n) {
			cuts = append(cuts, n)
		}
	}
	return cuts
}

// stays reports whether n is a cutpoint whatever loops there are.
func stays(n *cil.Node, also func(*cil.Node) bool) bool {
	return n == n.Func.Entry || n == n.Func.Exit || also != nil && also(n)
}

// search is the result of a depth-first search from the entry of a function.
type search struct {
	order []*cil.Node // reverse postorder: topological but for the back edges
	heads []bool      // by ID: the destinations of back edges
}

// A node is fresh before it is visited, open while its successors are, and then closed.
const (
	fresh = iota
	open
	closed
)

// frame is a node whose successors are being visited.
type frame struct {
	n    *cil.Node
	next int
}

// searchDepthFirst keeps its own stack: functions may be very long.
func searchDepthFirst(f *cil.Func) search {
	s := search{heads: make([]bool, len(f.Nodes))}
	state := make([]uint8, len(f.Nodes))
	state[f.Entry.ID] = open
	stack := []frame{{n: f.Entry}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.n.Succs) {
			state[top.n.ID] = closed
			s.order = append(s.order, top.n)
			stack = stack[:len(stack)-1]
			continue
		}
		to := top.n.Succs[top.next]
		top.next++
		switch state[to.ID] {
		case fresh:
			state[to.ID] = open
			stack = append(stack, frame{n: to})
		case open:
			s.heads[to.ID] = true
		}
	}
	slices.Reverse(s.order)
	return s
}
