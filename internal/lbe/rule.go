package lbe

import "hardbop/internal/cil"

// RuleCutset returns the locations that remain of the rule summary of f, in the order of
// f.Nodes: SEQ takes a location with one predecessor into that one, CHOICE makes edges
// between the same two locations one, until neither applies. Entry, exit and the nodes
// that also asks for (nil: none) stay.
//
// One pass is enough. A location is taken in as soon as what its predecessors were taken
// into is one and the same. In reverse postorder that is settled before it is asked for,
// except along back edges; and their destinations are never taken in, as the paper says.
func RuleCutset(f *cil.Func, also func(*cil.Node) bool) []*cil.Node {
	into := make([]*cil.Node, len(f.Nodes)) // by ID: what the node was taken into, maybe itself
	for _, n := range searchDepthFirst(f).order {
		into[n.ID] = n
		if by := commonTaker(n, into); by != nil && !stays(n, also) {
			into[n.ID] = by
		}
	}
	return choose(f, also, func(n *cil.Node) bool { return into[n.ID] == n })
}

// commonTaker returns the one location that all predecessors of n were taken into, or nil
// if there are several, or if one comes later than n.
func commonTaker(n *cil.Node, into []*cil.Node) *cil.Node {
	var common *cil.Node
	for _, p := range n.Preds {
		by := into[p.ID]
		if by == nil || by == n || common != nil && by != common {
			return nil
		}
		common = by
	}
	return common
}
