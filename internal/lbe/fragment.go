package lbe

import (
	"cmp"
	"math/big"
	"slices"

	"hardbop/internal/cil"
)

// Fragment is the part of a function on the ways from one cutpoint to another, or back to
// it, that pass no other. The instruction of From belongs to it, that of To doesn't.
type Fragment struct {
	From, To *cil.Node
	Nodes    []*cil.Node // those strictly between, in a topological order
}

// Fragments lists the fragments of f for each pair of cutpoints that has one, in the order
// of f.Nodes. The cuts leave no cycle.
//
// The time is that of writing the fragments down: all that a cutpoint reaches lies in one
// of its fragments, and no more than that is looked at.
func Fragments(f *cil.Func, cuts []*cil.Node) []*Fragment {
	w := newWalk(f, cuts)
	var all []*Fragment
	for _, n := range f.Nodes {
		if !w.cut[n.ID] {
			continue
		}
		for _, to := range w.ends(n) {
			all = append(all, &Fragment{From: n, To: to, Nodes: w.between(n, to)})
		}
	}
	return all
}

// walk finds the fragments from one cutpoint after the other. Slices are indexed by ID.
type walk struct {
	cut     []bool
	region  []int         // the number of the last search forward that came to the node
	preds   [][]*cil.Node // how that search came to it
	regions int
	state   []state // in the last search back that came to the node
	backs   int
}

// state says how far a search back is with a node.
type state struct {
	search int
	closed bool
}

func newWalk(f *cil.Func, cuts []*cil.Node) *walk {
	n := len(f.Nodes)
	w := &walk{cut: make([]bool, n), region: make([]int, n), preds: make([][]*cil.Node, n), state: make([]state, n)}
	for _, c := range cuts {
		w.cut[c.ID] = true
	}
	return w
}

// ends lists the cutpoints at which the fragments of from end, and leaves in preds what
// lies between.
func (w *walk) ends(from *cil.Node) []*cil.Node {
	w.regions++
	var ends []*cil.Node
	todo := []*cil.Node{from}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range n.Succs {
			switch first := w.reach(s, n); {
			case first && w.cut[s.ID]:
				ends = append(ends, s)
			case first:
				todo = append(todo, s)
			}
		}
	}
	slices.SortFunc(ends, func(a, b *cil.Node) int { return cmp.Compare(a.ID, b.ID) })
	return ends
}

// reach notes that n leads to s, and reports whether s is new to this search.
func (w *walk) reach(s, n *cil.Node) bool {
	first := w.region[s.ID] != w.regions
	if first {
		w.region[s.ID] = w.regions
		w.preds[s.ID] = w.preds[s.ID][:0]
	}
	w.preds[s.ID] = append(w.preds[s.ID], n)
	return first
}

// between lists the nodes between from and to, those before a node first: it is the
// postorder of a depth-first search back.
func (w *walk) between(from, to *cil.Node) []*cil.Node {
	w.backs++
	var order []*cil.Node
	stack := []frame{{n: to}}
	for {
		top := &stack[len(stack)-1]
		if top.next < len(w.preds[top.n.ID]) {
			p := w.preds[top.n.ID][top.next]
			top.next++
			if p != from && w.enter(p) {
				stack = append(stack, frame{n: p})
			}
			continue
		}
		stack = stack[:len(stack)-1]
		if len(stack) == 0 {
			return order
		}
		w.state[top.n.ID].closed = true
		order = append(order, top.n)
	}
}

// enter reports whether n is new to this search back.
func (w *walk) enter(n *cil.Node) bool {
	s := &w.state[n.ID]
	if s.search != w.backs {
		*s = state{search: w.backs}
		return true
	}
	if !s.closed {
		panic("lbe: a cycle without a cutpoint in " + n.Func.Name)
	}
	return false
}

// Paths returns the number of paths from From to To. The two sides of a branch count as
// two, even if they lead to the same node.
func (fr *Fragment) Paths() *big.Int {
	ways := make(map[*cil.Node]*big.Int, len(fr.Nodes))
	for i := len(fr.Nodes) - 1; i >= 0; i-- {
		ways[fr.Nodes[i]] = fr.waysFrom(fr.Nodes[i], ways)
	}
	return fr.waysFrom(fr.From, ways)
}

// waysFrom counts the paths from n to the end; ways has those of its successors.
func (fr *Fragment) waysFrom(n *cil.Node, ways map[*cil.Node]*big.Int) *big.Int {
	sum := new(big.Int)
	for _, s := range n.Succs {
		if s == fr.To {
			sum.Add(sum, big.NewInt(1))
		} else if w := ways[s]; w != nil {
			sum.Add(sum, w)
		}
	}
	return sum
}
