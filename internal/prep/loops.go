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

// turns knows what decides about nodes in the turns of a loop.
type turns struct {
	loop
	branches []*cil.Node
	last     []*cil.Node // of a turn
	known    map[*cil.Node][]*cil.Node
}

func (l loop) turns(f *cil.Func) *turns {
	t := &turns{loop: l, known: map[*cil.Node][]*cil.Node{}}
	for _, n := range f.Nodes {
		if _, ok := n.Instr.(*cil.Branch); ok && l[n] {
			t.branches = append(t.branches, n)
		}
		if l[n] && l.begins(n) {
			t.last = append(t.last, n.Preds...)
		}
	}
	return t
}

// conditions lists those that may end the loop, and those which decide whether such a one is asked before the next turn, as the first of two
// that are joined by && does.
func (t *turns) conditions() []*cil.Node {
	is := map[*cil.Node]bool{}
	for _, n := range t.branches {
		if !t.ends(n) {
			continue
		}
		is[n] = true
		for _, p := range t.deciding(n) {
			is[p] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(t.branches), func(n *cil.Node) bool { return !is[n] })
}

// deciding lists the branches that decide whether n is reached in a turn, and those which decide whether such a branch is.
func (t *turns) deciding(n *cil.Node) []*cil.Node {
	var list []*cil.Node
	in := map[*cil.Node]bool{n: true}
	for work := []*cil.Node{n}; len(work) > 0; work = work[1:] {
		for _, p := range t.decide(work[0]) {
			if !in[p] {
				in[p], list, work = true, append(list, p), append(work, p)
			}
		}
	}
	return list
}

// decide lists the branches of which one way leads to n in any case before the next turn and another need not.
func (t *turns) decide(n *cil.Node) []*cil.Node {
	if list, ok := t.known[n]; ok {
		return list
	}
	misses := t.missing(n)
	miss := func(s *cil.Node) bool { return misses[s] || t.begins(s) }
	var list []*cil.Node
	for _, p := range t.branches {
		if slices.ContainsFunc(p.Succs, miss) && slices.ContainsFunc(p.Succs, func(s *cil.Node) bool { return t.loop[s] && !miss(s) }) {
			list = append(list, p)
		}
	}
	t.known[n] = list
	return list
}

// begins reports whether turns of the loop begin at n.
func (l loop) begins(n *cil.Node) bool {
	return n == n.Func.Entry || slices.ContainsFunc(n.Preds, func(p *cil.Node) bool { return !l[p] })
}

// missing finds the nodes from which the last of a turn are reached, with themselves, on a way that isn't by n.
func (t *turns) missing(n *cil.Node) map[*cil.Node]bool {
	found, work := map[*cil.Node]bool{}, slices.Clone(t.last)
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		if !found[m] && t.loop[m] && m != n {
			found[m] = true
			work = append(work, m.Preds...)
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
