package check

import (
	"slices"

	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/inline"
)

// This file shows the program as it was before calls became bodies.

// written is a function with what stands for its nodes in the program: they themselves, or
// copies of them.
type written struct {
	f     *cil.Func
	nodes []*cil.Node
}

// written lists the functions with a body that runs may enter, the entry first, as
// [c2bp.Reachable] does.
func (p *Prepared) written() []written {
	bodies := map[*cil.Func][]*cil.Node{}
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			if o := p.inlined.Origin(n); o.Part == inline.Step {
				bodies[o.Func] = append(bodies[o.Func], n)
			}
		}
	}
	p.sort(bodies)
	list := []written{{p.Input.Entry, bodies[p.Input.Entry]}}
	seen := map[*cil.Func]bool{p.Input.Entry: true}
	for i := 0; i < len(list); i++ {
		for _, n := range list[i].nodes {
			for _, g := range p.callees(n) {
				if g.HasBody() && !seen[g] {
					seen[g] = true
					list = append(list, written{g, bodies[g]})
				}
			}
		}
	}
	return list
}

// sort puts the nodes of each function in the order that they had there.
func (p *Prepared) sort(bodies map[*cil.Func][]*cil.Node) {
	if p.inlined == nil {
		return
	}
	for _, nodes := range bodies {
		slices.SortStableFunc(nodes, func(a, b *cil.Node) int { return p.inlined.Place(a) - p.inlined.Place(b) })
	}
}

// callees lists what n may call; nothing if it neither is nor was a call.
func (p *Prepared) callees(n *cil.Node) []*cil.Func {
	if c := p.inlined.Replaced(n); c != nil {
		return []*cil.Func{c.Callee()}
	}
	if _, ok := n.Instr.(*cil.Call); ok {
		return p.Input.Callees(n)
	}
	return nil
}

// sites lists for each function of the program its nodes, each as what stands for it.
func (p *Prepared) sites() [][]site {
	entered := map[*cil.Func][]*cil.Node{}
	if p.inlined != nil {
		for _, w := range p.written() {
			entered[w.f] = w.nodes
		}
	}
	var all [][]site
	for _, f := range p.Prog.Funcs {
		nodes, ok := entered[f]
		if !ok {
			nodes = f.Nodes
		}
		all = append(all, p.group(nodes))
	}
	return all
}

// site is a node as it was written: what stands for it.
type site []*cil.Node

// group puts nodes together that have the same origin; they are next to each other.
func (p *Prepared) group(nodes []*cil.Node) []site {
	var sites []site
	for _, n := range nodes {
		if k := len(sites) - 1; k >= 0 && p.inlined.Origin(sites[k][0]).Node == p.inlined.Origin(n).Node {
			sites[k] = append(sites[k], n)
			continue
		}
		sites = append(sites, site{n})
	}
	return sites
}
