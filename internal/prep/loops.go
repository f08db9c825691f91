package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// loop is the nodes of one.
type loop map[*cil.Node]bool

// naturalLoops finds the natural loops of f: for each node that an edge leads back to on the way from the entry, the nodes from
// which such an edge is reached without it.
func naturalLoops(f *cil.Func) []loop {
	heads := map[*cil.Node]loop{}
	var order []*cil.Node
	for _, e := range backEdges(f) {
		l := heads[e.to]
		if l == nil {
			l = loop{e.to: true}
			heads[e.to] = l
			order = append(order, e.to)
		}
		l.addBehind(e.from)
	}
	var out []loop
	for _, h := range order {
		out = append(out, heads[h])
	}
	return out
}

// ends reports whether n is a condition that may end the loop.
func (l loop) ends(n *cil.Node) bool {
	_, ok := n.Instr.(*cil.Branch)
	return ok && l[n] && !(l[n.Succs[0]] && l[n.Succs[1]])
}

// conditions lists those of f that may end the loop, and those which decide whether such a one is asked before the next turn, as the first of two
// that are joined by && does.
func (l loop) conditions(f *cil.Func) []*cil.Node {
	is := map[*cil.Node]bool{}
	for _, n := range f.Nodes {
		if l.ends(n) {
			is[n] = true
			l.addDeciding(n, is)
		}
	}
	return slices.DeleteFunc(slices.Clone(f.Nodes), func(n *cil.Node) bool { return !is[n] })
}

// addDeciding adds to is the branches from which one way leads to end and another to the next turn without it.
func (l loop) addDeciding(end *cil.Node, is map[*cil.Node]bool) {
	var last []*cil.Node // of a turn
	for n := range l {
		if l.begins(n) {
			last = append(last, n.Preds...)
		}
	}
	leads, misses := l.before([]*cil.Node{end}, nil), l.before(last, end)
	for n := range leads {
		if _, ok := n.Instr.(*cil.Branch); ok && n != end && slices.ContainsFunc(n.Succs, func(s *cil.Node) bool { return misses[s] || l.begins(s) }) {
			is[n] = true
		}
	}
}

// begins reports whether turns of the loop begin at n.
func (l loop) begins(n *cil.Node) bool {
	return n == n.Func.Entry || slices.ContainsFunc(n.Preds, func(p *cil.Node) bool { return !l[p] })
}

// before finds the nodes from which those of the loop in to are reached in one turn, with themselves, on a way that isn't by without.
func (l loop) before(to []*cil.Node, without *cil.Node) map[*cil.Node]bool {
	found, work := map[*cil.Node]bool{}, slices.Clone(to)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if found[n] || !l[n] || n == without {
			continue
		}
		found[n] = true
		if !l.begins(n) {
			work = append(work, n.Preds...)
		}
	}
	return found
}

// addBehind adds n and what it is reached from.
func (l loop) addBehind(n *cil.Node) {
	work := []*cil.Node{n}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if !l[n] {
			l[n] = true
			work = append(work, n.Preds...)
		}
	}
}

// edge is one between nodes.
type edge struct{ from, to *cil.Node }

// backEdges lists the edges to nodes that are on the path of a search in depth, which doesn't recurse.
func backEdges(f *cil.Func) []edge {
	const open, closed = 1, 2
	state := map[*cil.Node]int{f.Entry: open}
	type place struct {
		n    *cil.Node
		next int
	}
	path := []place{{n: f.Entry}}
	var out []edge
	for len(path) > 0 {
		top := &path[len(path)-1]
		if top.next == len(top.n.Succs) {
			state[top.n] = closed
			path = path[:len(path)-1]
			continue
		}
		s := top.n.Succs[top.next]
		top.next++
		switch state[s] {
		case open:
			out = append(out, edge{top.n, s})
		case 0:
			state[s] = open
			path = append(path, place{n: s})
		}
	}
	return out
}
