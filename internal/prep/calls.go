package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// calls knows which functions call which. A call through a pointer is of each function of that type whose address is taken.
type calls struct {
	prog   *cil.Program
	sites  map[*cil.Func][]*cil.Node
	below  map[*cil.Func][]*cil.Func // see calledFrom
	byNode map[*cil.Node][]*cil.Func
}

func newCalls(prog *cil.Program) *calls {
	c := &calls{prog: prog, sites: map[*cil.Func][]*cil.Node{}, below: map[*cil.Func][]*cil.Func{}, byNode: map[*cil.Node][]*cil.Func{}}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			for _, g := range c.find(n) {
				c.byNode[n] = append(c.byNode[n], g)
				c.sites[g] = append(c.sites[g], n)
			}
		}
	}
	return c
}

// find lists the functions that n may call.
func (c *calls) find(n *cil.Node) []*cil.Func {
	call, ok := n.Instr.(*cil.Call)
	if !ok {
		return nil
	}
	if f := call.Callee(); f != nil {
		return []*cil.Func{f}
	}
	p, ok := call.Fn.Type().(*cil.PtrType)
	if !ok {
		return nil
	}
	var list []*cil.Func
	for _, f := range c.prog.Funcs {
		if f.AddrTaken && f.HasBody() && cil.SameType(f.Type, p.Elem) {
			list = append(list, f)
		}
	}
	return list
}

// callees lists the functions with a body that n may call.
func (c *calls) callees(n *cil.Node) []*cil.Func {
	return slices.DeleteFunc(slices.Clone(c.byNode[n]), func(f *cil.Func) bool { return !f.HasBody() })
}

// calledFrom lists f and all functions with a body that are called from there.
func (c *calls) calledFrom(f *cil.Func) []*cil.Func {
	if list, ok := c.below[f]; ok {
		return list
	}
	list, in := []*cil.Func{f}, map[*cil.Func]bool{f: true}
	for i := 0; i < len(list); i++ {
		for _, n := range list[i].Nodes {
			for _, g := range c.byNode[n] {
				if g.HasBody() && !in[g] {
					list, in[g] = append(list, g), true
				}
			}
		}
	}
	c.below[f] = list
	return list
}

// closure finds the functions of which is is true, and those that call such.
func (c *calls) closure(is func(*cil.Func) bool) map[*cil.Func]bool {
	in := map[*cil.Func]bool{}
	var work []*cil.Func
	add := func(f *cil.Func) {
		if !in[f] {
			in[f], work = true, append(work, f)
		}
	}
	for _, f := range c.prog.Funcs {
		if is(f) {
			add(f)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range c.sites[f] {
			add(n.Func)
		}
	}
	return in
}

// calleeAt returns the function that n calls directly, or nil.
func calleeAt(n *cil.Node) *cil.Func {
	if c, ok := n.Instr.(*cil.Call); ok {
		return c.Callee()
	}
	return nil
}
