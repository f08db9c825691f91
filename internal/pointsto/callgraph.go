package pointsto

import (
	"slices"

	"hardbop/internal/cil"
)

// callGraph is who may call whom, among the functions that are reached.
type callGraph struct {
	callees   map[*cil.Node][]*cil.Func
	unknown   map[*cil.Node]bool
	anything  map[*cil.Node]bool
	direct    map[*cil.Func][]*cil.Func // by caller
	recursive map[*cil.Func]bool
}

func newCallGraph(r *Result) *callGraph {
	g := &callGraph{map[*cil.Node][]*cil.Func{}, map[*cil.Node]bool{}, map[*cil.Node]bool{}, map[*cil.Func][]*cil.Func{}, map[*cil.Func]bool{}}
	for n, c := range r.a.sites {
		if c.in.Callee() != nil {
			continue
		}
		g.anything[n] = c.fn < 0 || r.a.leadsNowhere(r.a.nodes[r.root(c.fn)].pts)
		g.unknown[n] = g.anything[n] || c.outside
		g.callees[n] = c.callees()
	}
	for _, f := range r.a.order {
		g.direct[f] = g.calleesOf(f)
	}
	g.findRecursive(r.a.order)
	return g
}

// findRecursive finds which of fs may call themselves.
func (g *callGraph) findRecursive(fs []*cil.Func) {
	number := map[*cil.Func]int{}
	for i, f := range fs {
		number[f] = i
	}
	succs := make([][]int, len(fs))
	for i, f := range fs {
		g.recursive[f] = slices.Contains(g.direct[f], f)
		for _, h := range g.direct[f] {
			if j, ok := number[h]; ok {
				succs[i] = append(succs[i], j)
			}
		}
	}
	t := newTarjan(len(fs), func(n int) []int { return succs[n] }, func(n int) int { return n })
	for i := range fs {
		if t.index[i] == 0 {
			t.search(i)
		}
	}
	for _, group := range t.groups {
		for _, i := range group {
			g.recursive[fs[i]] = g.recursive[fs[i]] || len(group) > 1
		}
	}
}

// calleesOf lists what the calls in f may call, each once.
func (g *callGraph) calleesOf(f *cil.Func) []*cil.Func {
	if fs, ok := g.direct[f]; ok {
		return fs
	}
	var out []*cil.Func
	seen := map[*cil.Func]bool{}
	for _, n := range f.Nodes {
		for _, h := range g.Callees(n) {
			if !seen[h] {
				seen[h] = true
				out = append(out, h)
			}
		}
	}
	return out
}

// Callees lists the functions that the call at n may call, by name: the callee of a
// direct call, and those that the pointer may point to and that may be called so.
// If it is empty, nothing is known.
func (g *callGraph) Callees(n *cil.Node) []*cil.Func {
	if c, ok := n.Instr.(*cil.Call); ok && c.Callee() != nil {
		return []*cil.Func{c.Callee()}
	}
	return g.callees[n]
}

// CallsAnything reports whether the analysis doesn't know what the indirect call at n may
// call, not even that it is a function of the program or from outside.
func (g *callGraph) CallsAnything(n *cil.Node) bool {
	known, ok := g.anything[n]
	return !ok && g.CallsUnknown(n) || known
}

// CallsUnknown reports whether the indirect call at n may call something that isn't
// among [Result.Callees]: a function from outside.
func (g *callGraph) CallsUnknown(n *cil.Node) bool {
	c, ok := n.Instr.(*cil.Call)
	if !ok || c.Callee() != nil {
		return false
	}
	known, ok := g.unknown[n]
	return !ok || known
}

// Recursive reports whether f may call itself, directly or not. It holds of functions
// that aren't reached.
func (g *callGraph) Recursive(f *cil.Func) bool {
	rec, ok := g.recursive[f]
	return !ok || rec
}
