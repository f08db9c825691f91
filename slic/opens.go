package slic

import "hardbop/internal/cil"

// This file finds the events that begin something: those whose handlers, run in the initial
// state, may change it or abort. As long as no event with the followed object has begun
// something, the rule is in its initial state, whatever else has the object's value. So
// for what a rule says only those runs count in which the object is at such an event, and a comparison
// with it is false for what is never the value of one there.

// begins notes that the handler whose nodes these are, and which runs if the formal by has
// the object's value, or with nil for any, may begin something.
func (b *body) begins(nodes []*cil.Node, by *cil.Var) {
	switch {
	case b.bound != nil || !b.leavesInitial(nodes):
	case by == nil:
		b.anyBegins = true
	default:
		b.beginners = append(b.beginners, by)
	}
}

// among says of the followed object which formals have its value wherever that matters:
// of the events that begin something, or that bind it.
func (c *checker) among() {
	if c.object != nil && !c.anyBegins {
		c.object.Among = &cil.Among{Vars: c.beginners}
	}
}

// leavesInitial reports whether the state may change, or an abort be reached, if the nodes, the
// first of which is where they begin, are run in the initial state.
func (b *body) leavesInitial(nodes []*cil.Node) bool {
	inside := map[*cil.Node]bool{}
	for _, n := range nodes {
		inside[n] = true
	}
	var todo []*cil.Node
	visit := func(ns ...*cil.Node) {
		for _, n := range ns {
			if inside[n] {
				delete(inside, n)
				todo = append(todo, n)
			}
		}
	}
	if len(nodes) > 0 {
		visit(nodes[0])
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if b.leaves(n) {
			return true
		}
		visit(b.nextInitially(n)...)
	}
	return false
}

// leaves reports whether n aborts, or gives a state variable a value that may not be its initial one.
func (b *body) leaves(n *cil.Node) bool {
	switch in := n.Instr.(type) {
	case *cil.Skip:
		return len(n.Labels) > 0
	case *cil.Assign:
		for _, s := range b.state {
			if in.L.IsVar(s.v) {
				v, known := cil.ConstValue(b.initially(in.E))
				return !known || v.Cmp(s.init.Val) != 0
			}
		}
	}
	return false
}

// nextInitially lists where a run in the initial state may go on behind n.
func (b *body) nextInitially(n *cil.Node) []*cil.Node {
	br, ok := n.Instr.(*cil.Branch)
	if !ok {
		return n.Succs
	}
	v, known := cil.ConstValue(b.initially(br.E))
	switch {
	case !known:
		return n.Succs
	case v.Sign() != 0:
		return n.Succs[:1]
	}
	return n.Succs[1:]
}

// initially returns e with the initial values of the state variables, as far as it is made of them.
func (b *body) initially(e cil.Expr) cil.Expr {
	switch e := e.(type) {
	case *cil.Load:
		for _, s := range b.state {
			if e.L.IsVar(s.v) {
				return s.v.Init.Expr
			}
		}
	case *cil.Unary:
		if e.Op == cil.LogNot {
			return cil.Not(b.initially(e.X))
		}
		return cil.MakeUnary(e.Op, b.initially(e.X), e.T)
	case *cil.Binary:
		x, y := b.initially(e.X), b.initially(e.Y)
		for _, side := range []cil.Expr{x, y} {
			if e.Op == cil.LAnd && cil.IsZero(side) {
				return side
			}
		}
		return cil.MakeBinary(e.Op, x, y, e.T)
	case *cil.Cast:
		return cil.MakeCast(e.T, b.initially(e.X))
	}
	return e
}
