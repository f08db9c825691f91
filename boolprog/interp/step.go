package interp

import (
	"slices"

	"hardbop/boolprog"
)

// evalAll returns every combination of values of a list of expressions, in order.
func (f frame) evalAll(list []*boolprog.Expr) [][]bool {
	combos := [][]bool{nil}
	for _, e := range list {
		o := f.eval(e)
		var longer [][]bool
		for _, c := range combos {
			for _, value := range []bool{false, true} {
				if o.has(value) {
					longer = append(longer, append(slices.Clone(c), value))
				}
			}
		}
		combos = longer
	}
	return combos
}

// enforced reports whether a state may exist at a node.
func enforced(g *boolprog.Graph, node int, v boolprog.Valuation) bool {
	f := frame{graph: g, before: v}
	for _, e := range g.Nodes[node].Enforce {
		if !f.eval(e).has(true) {
			return false
		}
	}
	return true
}

// fails reports whether a run may fail at an assert in state v.
func fails(g *boolprog.Graph, node int, v boolprog.Valuation) bool {
	n := &g.Nodes[node]
	return n.Kind == boolprog.NodeAssert && frame{graph: g, before: v}.eval(n.Cond).has(false)
}

// step returns the states in which a node other than a call or exit can leave v,
// regardless of enforce conditions behind it. Each is a copy.
func step(g *boolprog.Graph, node int, v boolprog.Valuation) []boolprog.Valuation {
	n := &g.Nodes[node]
	f := frame{graph: g, before: v}
	switch n.Kind {
	case boolprog.NodeAssume, boolprog.NodeAssert:
		if !f.eval(n.Cond).has(true) {
			return nil
		}
	case boolprog.NodeAssign:
		return f.assign(n)
	case boolprog.NodeReturn:
		return f.results(n)
	case boolprog.NodeDead:
		return f.havoc(n)
	case boolprog.NodeCall, boolprog.NodeExit:
		panic("interp: a call or exit isn't one step")
	}
	return []boolprog.Valuation{slices.Clone(v)}
}

// assign returns the states after a parallel assignment.
func (f frame) assign(n *boolprog.Node) []boolprog.Valuation {
	var states []boolprog.Valuation
	for _, values := range f.evalAll(n.Stmt.Rhs) {
		f.after = slices.Clone(f.before)
		store(f.graph, f.after, n.Stmt.Lhs, values)
		if n.Cond == nil || f.eval(n.Cond).has(true) {
			states = append(states, f.after)
		}
	}
	return states
}

// store writes values into the left sides that aren't ignored.
func store(g *boolprog.Graph, v boolprog.Valuation, lhs []boolprog.Ref, values []bool) {
	for i, r := range lhs {
		if r.Scope != boolprog.Ignore {
			v.Set(g.Slot(r), values[i])
		}
	}
}

// results returns the states after a return.
func (f frame) results(n *boolprog.Node) []boolprog.Valuation {
	var states []boolprog.Valuation
	for _, values := range f.evalAll(n.Stmt.Rhs) {
		after := slices.Clone(f.before)
		for i, value := range values {
			after.Set(f.graph.FirstResult()+i, value)
		}
		states = append(states, after)
	}
	return states
}

// havoc returns the states after dead.
func (f frame) havoc(n *boolprog.Node) []boolprog.Valuation {
	states := []boolprog.Valuation{slices.Clone(f.before)}
	for _, r := range n.Stmt.Lhs {
		for _, s := range states {
			other := slices.Clone(s)
			slot := f.graph.Slot(r)
			other.Set(slot, !s.Get(slot))
			states = append(states, other)
		}
	}
	return states
}

// enter returns the values of globals and formals at the entry of the callee, for each
// choice of arguments. Locals and results are false.
func enter(caller, callee *boolprog.Graph, call int, v boolprog.Valuation) []boolprog.Valuation {
	f := frame{graph: caller, before: v}
	globals := len(caller.Prog.Globals)
	var states []boolprog.Valuation
	for _, args := range f.evalAll(caller.Nodes[call].Stmt.Rhs) {
		w := boolprog.NewValuation(callee.NumSlots())
		copySlots(w, v, globals)
		for i, a := range args {
			w.Set(globals+i, a)
		}
		states = append(states, w)
	}
	return states
}

// leave returns the state behind a call: the caller's before it, and the callee's at
// its exit.
func leave(caller, callee *boolprog.Graph, call int, v, exit boolprog.Valuation) boolprog.Valuation {
	after := slices.Clone(v)
	copySlots(after, exit, len(caller.Prog.Globals))
	lhs := caller.Nodes[call].Stmt.Lhs
	results := make([]bool, len(lhs))
	for i := range lhs {
		results[i] = exit.Get(callee.FirstResult() + i)
	}
	store(caller, after, lhs, results)
	return after
}

// copySlots copies the first n slots.
func copySlots(to, from boolprog.Valuation, n int) {
	for i := range n {
		to.Set(i, from.Get(i))
	}
}
