package environ

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/entries/kinds"
)

// An interrupt is handled until someone frees it: remove, the end of the module, or nobody. So its handler may come when its owner is gone.

// remaining finds the groups whose registrations the driver has to undo itself. Where functions do that too of which it isn't known when they
// are called, as those for other modules, what is left at the end says nothing.
func (p *plan) remaining() {
	for _, g := range p.groups {
		r := g.registration
		g.remains = r != nil && len(r.Ends) > 0 && !r.Managed && !r.Within && !r.Once && len(g.slots) > 0 && !p.undoneElsewhere(g)
	}
}

// undoneElsewhere reports whether a callback undoes what registered g's that belongs to none of its owners.
func (p *plan) undoneElsewhere(g *group) bool {
	owners := g.living()
	belongs := func(o *group) bool {
		return o.lives || slices.ContainsFunc(owners, func(x *group) bool { return o.ownedBy(x, map[*group]bool{}) })
	}
	return slices.ContainsFunc(p.groups, func(o *group) bool {
		return !belongs(o) && slices.ContainsFunc(o.members, func(m *member) bool { return p.undoes(m.cand.Func, g.registration.Ends) })
	})
}

// undoes reports whether f leads to a call of one of the ends.
func (p *plan) undoes(f *cil.Func, ends []kinds.End) bool {
	for reached := range p.graph.From(f, func(*cil.Var) bool { return false }).Funcs {
		for _, n := range reached.Nodes {
			if c, ok := n.Instr.(*cil.Call); ok && slices.ContainsFunc(ends, func(e kinds.End) bool { return e.Function == called(c) }) {
				return true
			}
		}
	}
	return false
}
