package lbe

import (
	"slices"

	"hardbop/internal/cil"
)

// mostOrigins is how many cutpoints a node may be reached from. It is more than functions
// have that people write, with few exceptions; and those would have fragments without end.
const mostOrigins = 32

// Narrow returns cuts, which has those of [BackEdges], and adds joins where many ways meet:
// each node that is no cutpoint lies in the fragments from at most most of them. Without
// that, n calls in a row that may each be left out have n*n/2 fragments with up to 2n nodes.
func Narrow(f *cil.Func, cuts []*cil.Node, most int) []*cil.Node {
	cut := make([]bool, len(f.Nodes))
	for _, c := range cuts {
		cut[c.ID] = true
	}
	origins := make([][]int, len(f.Nodes)) // by ID: the IDs of the cutpoints that lead there, sorted
	for _, n := range searchDepthFirst(f).order {
		if !cut[n.ID] {
			origins[n.ID] = together(n.Preds, origins, most)
		}
		if cut[n.ID] || len(origins[n.ID]) > most {
			cut[n.ID], origins[n.ID] = true, []int{n.ID}
		}
	}
	return slices.DeleteFunc(slices.Clone(f.Nodes), func(n *cil.Node) bool { return !cut[n.ID] })
}

// together returns the union of the origins of nodes, or more than most of them.
func together(nodes []*cil.Node, origins [][]int, most int) []int {
	var all []int
	for _, n := range nodes {
		if all = union(all, origins[n.ID]); len(all) > most {
			break
		}
	}
	return all
}

// union returns the union of two sorted lists: one of them if it holds the other.
func union(a, b []int) []int {
	switch {
	case holds(a, b):
		return a
	case holds(b, a):
		return b
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// holds reports whether the sorted list a has all of b.
func holds(a, b []int) bool {
	for _, x := range b {
		if _, in := slices.BinarySearch(a, x); !in {
			return false
		}
	}
	return true
}
