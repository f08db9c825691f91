package lbe

import (
	"fmt"

	"hardbop/internal/cil"
)

// Cutset names a way of choosing cutpoints.
type Cutset string

// The ways of choosing cutpoints.
const (
	ByBackEdges Cutset = "backedge" // see [BackEdges] and [Narrow]
	ByRules     Cutset = "rule"     // see [RuleCutset]
)

// ParseCutset returns the cutset of a name.
func ParseCutset(name string) (Cutset, error) {
	switch c := Cutset(name); c {
	case ByBackEdges, ByRules:
		return c, nil
	}
	return "", fmt.Errorf("unknown cutset %q: expected %s or %s", name, ByBackEdges, ByRules)
}

// Cuts returns the cutpoints of f, with the nodes that also asks for (nil: none).
func (c Cutset) Cuts(f *cil.Func, also func(*cil.Node) bool) []*cil.Node {
	if c == ByRules {
		return RuleCutset(f, also)
	}
	return Narrow(f, BackEdges(f, also), mostOrigins)
}

// Kind says why a node is a cutpoint.
type Kind string

// The kinds of cutpoints. A join is one only because others lead there: with the rules
// several are enough, else it takes very many.
const (
	Entry    Kind = "entry"
	Exit     Kind = "exit"
	Error    Kind = "error point"
	LoopHead Kind = "loop head"
	Call     Kind = "call"
	Join     Kind = "join"
)

// Points says which nodes are cutpoints besides entry, exit and those that the loops ask
// for: the error points, and calls of functions that have a body. Nil stands for none.
type Points struct {
	IsError, IsCall func(*cil.Node) bool
}

// Asks reports whether n is one of the points.
func (p Points) Asks(n *cil.Node) bool {
	return p.IsError != nil && p.IsError(n) || p.IsCall != nil && p.IsCall(n)
}

// Cutpoint is a node that stays in a summary, with the reasons for that.
type Cutpoint struct {
	Node  *cil.Node
	Kinds []Kind
}

// Summary is a function in large blocks.
type Summary struct {
	Func      *cil.Func
	Cutpoints []Cutpoint  // in the order of Func.Nodes
	Edges     []*Fragment // as [Fragments] has them
}

// Summarise returns the summary of f, which has a body.
func Summarise(f *cil.Func, c Cutset, points Points) *Summary {
	cuts := c.Cuts(f, points.Asks)
	heads := searchDepthFirst(f).heads
	s := &Summary{Func: f, Edges: Fragments(f, cuts)}
	for _, n := range cuts {
		s.Cutpoints = append(s.Cutpoints, Cutpoint{n, points.kinds(n, heads[n.ID])})
	}
	return s
}

// kinds lists why n is a cutpoint.
func (p Points) kinds(n *cil.Node, head bool) []Kind {
	var kinds []Kind
	add := func(is bool, k Kind) {
		if is {
			kinds = append(kinds, k)
		}
	}
	add(n == n.Func.Entry, Entry)
	add(n == n.Func.Exit, Exit)
	add(p.IsError != nil && p.IsError(n), Error)
	add(head, LoopHead)
	add(p.IsCall != nil && p.IsCall(n), Call)
	add(len(kinds) == 0, Join)
	return kinds
}
