package slic

import (
	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// chain builds a piece of control flow from its start on. It keeps the edges that don't
// lead anywhere yet; the next node gets them all.
type chain struct {
	fn    *cil.Func
	first *cil.Node // nil while the chain is empty
	open  []edge
}

// edge is a successor of a node that is still to be set.
type edge struct {
	from *cil.Node
	succ int
}

// empty reports whether nothing was emitted.
func (c *chain) empty() bool { return c == nil || c.first == nil }

// emit appends a node with one successor, at the end of all open edges.
func (c *chain) emit(in cil.Instr, pos source.Pos) *cil.Node {
	n := c.fn.NewNode(in, pos)
	n.Succs = make([]*cil.Node, 1)
	if c.first == nil {
		c.first = n
	}
	c.close(n)
	c.open = []edge{{n, 0}}
	return n
}

// branch appends a branch on cond. then and otherwise, which may be nil, build its sides.
func (c *chain) branch(cond cil.Expr, pos source.Pos, then, otherwise func()) {
	n := c.emit(&cil.Branch{E: cond}, pos)
	n.Succs = make([]*cil.Node, 2)
	c.open = []edge{{n, 0}}
	then()
	joined := c.open
	c.open = []edge{{n, 1}}
	if otherwise != nil {
		otherwise()
	}
	c.open = append(joined, c.open...)
}

// choice appends a nondeterministic branch.
func (c *chain) choice(pos source.Pos, names *namer, boolean *cil.IntType, then, otherwise func()) {
	v := c.fn.NewTemp(names.local("choice"), boolean, pos)
	c.emit(&cil.Havoc{L: cil.VarLval(v), Why: "choice of the rule"}, pos)
	zero := cil.IntConst(boolean, 0)
	c.branch(&cil.Binary{Op: cil.Ne, X: cil.LoadVar(v), Y: zero, T: boolean}, pos, then, otherwise)
}

// close leads all open edges to n.
func (c *chain) close(n *cil.Node) {
	for _, e := range c.open {
		e.from.Succs[e.succ] = n
	}
	c.open = nil
}
