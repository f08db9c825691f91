package c2bp

import (
	"strconv"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/path"
)

// Abstraction is a Boolean program and the way back to C.
type Abstraction struct {
	BP      *boolprog.Program
	origins map[string]origin
}

// origin says what a statement of the Boolean program stands for.
type origin struct {
	node *cil.Node
	kind originKind
	k    int // taken side of a branch, or which callee
}

type originKind int

const (
	whole  originKind = iota // the node's instruction
	before                   // a ghost, the split of a branch or choice: before the instruction
	side                     // one side of a branch
	enter                    // a call of a function with a body
	after                    // the update after a call
	target                   // an error point
)

func newOrigin(n *cil.Node, suffix string) origin {
	switch {
	case suffix == "":
		if _, ok := n.Instr.(*cil.Branch); ok {
			return origin{n, before, 0}
		}
		return origin{n, whole, 0}
	case suffix == "+":
		return origin{n, side, 0}
	case suffix == "-":
		return origin{n, side, 1}
	case suffix == ")":
		return origin{n, after, 0}
	case suffix == "!":
		return origin{n, target, 0}
	case suffix[0] == '(':
		k, _ := strconv.Atoi(suffix[1:])
		return origin{n, enter, k}
	}
	return origin{n, before, 0}
}

// Path turns the origins of the statements along a path of the Boolean program into the
// path of the C program. Nodes that printed nothing are filled in: they have one
// successor. The path ends at the node of the last statement.
func (a *Abstraction) Path(in Input, origins []string) *path.Path {
	b := &pathBuilder{in: in, at: in.Entry.Entry, p: &path.Path{}}
	for _, o := range origins {
		if org, ok := a.origins[o]; ok {
			b.step(org)
		}
	}
	return b.p
}

// pathBuilder walks the C program along the origins.
type pathBuilder struct {
	in    Input
	p     *path.Path
	at    *cil.Node   // the next node to take
	stack []*cil.Node // calls that have not returned
}

func (b *pathBuilder) step(o origin) {
	if o.kind == after {
		return // the call's step is taken already
	}
	b.fill(o.node)
	switch o.kind {
	case target:
		b.add(path.Step{Node: o.node})
	case side:
		b.add(path.Step{Node: o.node, Taken: o.k})
		b.at = o.node.Succs[o.k]
	case enter:
		g := b.in.calleesOf(o.node)[o.k]
		b.add(path.Step{Node: o.node, Callee: g})
		b.stack = append(b.stack, o.node)
		b.at = g.Entry
	case whole:
		b.add(path.Step{Node: o.node})
		b.leave(o.node)
	}
}

// leave goes on behind a node; from a function's exit to behind its call.
func (b *pathBuilder) leave(n *cil.Node) {
	if n != n.Func.Exit {
		if len(n.Succs) > 0 {
			b.at = n.Succs[0]
		}
		return
	}
	if len(b.stack) == 0 {
		return
	}
	call := b.stack[len(b.stack)-1]
	b.stack = b.stack[:len(b.stack)-1]
	b.at = call.Succs[0]
}

// fill takes the silent nodes up to n.
func (b *pathBuilder) fill(n *cil.Node) {
	for b.at != n {
		if len(b.at.Succs) != 1 {
			panic("c2bp: the path of the Boolean program leaves the C program")
		}
		b.add(path.Step{Node: b.at})
		b.at = b.at.Succs[0]
	}
}

func (b *pathBuilder) add(s path.Step) { b.p.Steps = append(b.p.Steps, s) }

func (in Input) calleesOf(n *cil.Node) []*cil.Func {
	if in.Callees == nil {
		return directCallees(n)
	}
	return in.Callees(n)
}
