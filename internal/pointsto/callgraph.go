package pointsto

import (
	"cmp"
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
		v := r.meant(c.in.Fn)
		g.anything[n] = v.top || len(v.targets) == 0
		g.unknown[n] = g.anything[n]
		for _, t := range v.targets {
			switch {
			case t.Obj.Kind != Function:
				g.unknown[n] = true
			case r.a.accepts(t.Obj.Func, c.in):
				g.callees[n] = append(g.callees[n], t.Obj.Func)
			}
		}
		slices.SortFunc(g.callees[n], func(f, h *cil.Func) int { return cmp.Compare(f.Name, h.Name) })
	}
	for _, f := range r.a.order {
		g.direct[f] = g.calleesOf(f)
	}
	for _, f := range r.a.order {
		g.recursive[f] = g.reaches(f, f)
	}
	return g
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

// reaches reports whether a call of from may lead to one of to.
func (g *callGraph) reaches(from, to *cil.Func) bool {
	seen := map[*cil.Func]bool{}
	work := []*cil.Func{from}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, h := range g.calleesOf(f) {
			if h == to {
				return true
			}
			if !seen[h] {
				seen[h] = true
				work = append(work, h)
			}
		}
	}
	return false
}
