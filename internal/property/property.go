package property

import (
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Property says that none of its targets can be reached.
type Property struct {
	ID      string     // unique in a run, stable: such as "lock.abort1", "label:ERROR"
	Message string     // what a violation means, for people
	Pos     source.Pos // of the abort statement; unknown for properties without one
	Targets []Target   // in order of functions and nodes
}

// Target is a node that must not be reached. It is a Skip that carries a label which is
// unique in the program, except for the targets of label properties.
type Target struct {
	Node    *cil.Node
	Message string // for this target; $caller stands for the function whose event it was
}

// Nodes returns the nodes of the targets.
func (p *Property) Nodes() []*cil.Node {
	nodes := make([]*cil.Node, len(p.Targets))
	for i, t := range p.Targets {
		nodes[i] = t.Node
	}
	return nodes
}

// MessageAt returns the message of a run that ends in node n, in an event of caller.
func (p *Property) MessageAt(n *cil.Node, caller string) string {
	for _, t := range p.Targets {
		if t.Node == n {
			return strings.ReplaceAll(t.Message, "$caller", caller)
		}
	}
	return p.Message
}
