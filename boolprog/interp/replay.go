package interp

import (
	"fmt"
	"slices"

	"hardbop/boolprog"
)

// Replay reports whether path is a run: whether it starts at the entry of main, each
// step is possible, and each return goes to its call. It returns nil or what is wrong
// and where. A path whose last node is an assert must be able to fail there. Replay
// works for programs of any size.
func Replay(graphs []*boolprog.Graph, path boolprog.Path) error {
	r := &replayer{graphs: graphs, path: path}
	if len(path) == 0 {
		return fmt.Errorf("the path is empty")
	}
	for i := range path {
		if err := r.state(i); err != nil {
			return err
		}
	}
	first := path[0]
	if g := graphs[first.Proc]; g.Proc.Name != "main" || first.Node != g.Entry {
		return r.wrong(0, "a path starts at the entry of main")
	}
	for i := range len(path) - 1 {
		if err := r.step(i); err != nil {
			return err
		}
	}
	last := path[len(path)-1]
	g := graphs[last.Proc]
	if g.Nodes[last.Node].Kind == boolprog.NodeAssert && !fails(g, last.Node, last.Values) {
		return r.wrong(len(path)-1, "the assert can't fail")
	}
	return nil
}

// replayer follows a path. calls are the indexes of the steps of open calls.
type replayer struct {
	graphs []*boolprog.Graph
	path   boolprog.Path
	calls  []int
}

// wrong returns an error about step i.
func (r *replayer) wrong(i int, what string) error {
	return fmt.Errorf("step %d (procedure %d, node %d): %s", i+1, r.path[i].Proc, r.path[i].Node, what)
}

// state reports whether step i is a state that exists.
func (r *replayer) state(i int) error {
	s := r.path[i]
	if s.Proc < 0 || s.Proc >= len(r.graphs) || s.Node < 0 || s.Node >= len(r.graphs[s.Proc].Nodes) {
		return r.wrong(i, "there is no such node")
	}
	g := r.graphs[s.Proc]
	if len(s.Values) != len(boolprog.NewValuation(g.NumSlots())) {
		return r.wrong(i, "the valuation has not one value per slot")
	}
	if !enforced(g, s.Node, s.Values) {
		return r.wrong(i, "an enforce condition is broken")
	}
	return nil
}

// step reports whether step i+1 may follow step i.
func (r *replayer) step(i int) error {
	s, next := r.path[i], r.path[i+1]
	g := r.graphs[s.Proc]
	switch g.Nodes[s.Node].Kind {
	case boolprog.NodeCall:
		return r.call(i)
	case boolprog.NodeExit:
		return r.ret(i)
	}
	if next.Proc != s.Proc || !slices.Contains(g.Nodes[s.Node].Succs, next.Node) {
		return r.wrong(i+1, "the node doesn't follow the one before")
	}
	slots := g.FirstResult()
	if g.Nodes[s.Node].Kind == boolprog.NodeReturn {
		slots = g.NumSlots()
	}
	if !follows(g, s, next.Values, slots) {
		return r.wrong(i+1, "the values don't follow from those before")
	}
	return nil
}

// follows reports whether executing a node can lead to values that agree with v on the
// first n slots. Unlike [step] it doesn't enumerate: it looks only for v.
func follows(g *boolprog.Graph, s boolprog.Step, v boolprog.Valuation, n int) bool {
	node := &g.Nodes[s.Node]
	f := frame{graph: g, before: s.Values, after: v}
	written := map[int]bool{} // slots that need not keep their value
	possible := true
	switch node.Kind {
	case boolprog.NodeAssume, boolprog.NodeAssert:
		possible = f.eval(node.Cond).has(true)
	case boolprog.NodeAssign:
		possible = f.assigned(node, written) && (node.Cond == nil || f.eval(node.Cond).has(true))
	case boolprog.NodeReturn:
		possible = f.returned(node, written)
	case boolprog.NodeDead:
		for _, ref := range node.Stmt.Lhs {
			written[g.Slot(ref)] = true
		}
	}
	return possible && agree(s.Values, v, n, written)
}

// assigned reports whether each left side has a possible value of its right side.
func (f frame) assigned(n *boolprog.Node, written map[int]bool) bool {
	for i, ref := range n.Stmt.Lhs {
		if ref.Scope == boolprog.Ignore {
			continue
		}
		slot := f.graph.Slot(ref)
		written[slot] = true
		if !f.eval(n.Stmt.Rhs[i]).has(f.after.Get(slot)) {
			return false
		}
	}
	return true
}

// returned reports whether each result has a possible value.
func (f frame) returned(n *boolprog.Node, written map[int]bool) bool {
	for i, e := range n.Stmt.Rhs {
		slot := f.graph.FirstResult() + i
		written[slot] = true
		if !f.eval(e).has(f.after.Get(slot)) {
			return false
		}
	}
	return true
}

// agree reports whether two valuations agree on the first n slots that aren't free.
func agree(v, w boolprog.Valuation, n int, free map[int]bool) bool {
	for slot := range n {
		if !free[slot] && v.Get(slot) != w.Get(slot) {
			return false
		}
	}
	return true
}

// call reports whether step i+1 is the entry of the callee of step i.
func (r *replayer) call(i int) error {
	s, next := r.path[i], r.path[i+1]
	g := r.graphs[s.Proc]
	n := &g.Nodes[s.Node]
	callee := r.graphs[n.Callee]
	if next.Proc != n.Callee || next.Node != callee.Entry {
		return r.wrong(i+1, "expected the entry of the procedure that is called")
	}
	f := frame{graph: g, before: s.Values}
	globals := len(g.Prog.Globals)
	if !agree(s.Values, next.Values, globals, nil) {
		return r.wrong(i+1, "a global changes at the entry")
	}
	for k, arg := range n.Stmt.Rhs {
		if !f.eval(arg).has(next.Values.Get(globals + k)) {
			return r.wrong(i+1, "a parameter differs from its argument")
		}
	}
	r.calls = append(r.calls, i)
	return nil
}

// ret reports whether step i+1 is behind the call that the exit at step i returns to.
func (r *replayer) ret(i int) error {
	s, next := r.path[i], r.path[i+1]
	if len(r.calls) == 0 {
		return r.wrong(i+1, "nothing follows the exit of main")
	}
	from := r.path[r.calls[len(r.calls)-1]]
	r.calls = r.calls[:len(r.calls)-1]
	g := r.graphs[from.Proc]
	if next.Proc != from.Proc || !slices.Contains(g.Nodes[from.Node].Succs, next.Node) {
		return r.wrong(i+1, "the node doesn't follow the call")
	}
	want := leave(g, r.graphs[s.Proc], from.Node, from.Values, s.Values)
	if !agree(want, next.Values, g.FirstResult(), nil) {
		return r.wrong(i+1, "the values don't follow from the call")
	}
	return nil
}
