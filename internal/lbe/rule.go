package lbe

import "hardbop/internal/cil"

// RuleCutset returns the locations that remain of the rule summary of f, in the order of
// f.Nodes: SEQ takes a location with one predecessor into that one, CHOICE makes edges
// between the same two locations one, until neither applies. Entry, exit and the nodes
// that also asks for (nil: none) stay.
//
// What a location was taken into is the one cutpoint that leads to it, so it stays if there
// are several. That is settled before it is asked for, except along back edges; and their
// destinations are never taken in, as the paper says.
func RuleCutset(f *cil.Func, also func(*cil.Node) bool) []*cil.Node {
	return Narrow(f, BackEdges(f, also), 1)
}
