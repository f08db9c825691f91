package environ

import (
	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// A table is in use only after it was registered. The owners of a group are the groups in
// whose objects' lives that happens: those that have the table's address in their own
// table, as a driver has its pm operations, and those with a callback that leads to where
// the group's table or registration call is.

// owners finds the owners of all groups.
func (p *plan) owners() {
	stop := func(v *cil.Var) bool { return p.tableOf(v) != nil }
	starts := map[*find.Candidate]find.Reach{}
	reach := func(c *find.Candidate) find.Reach {
		r, ok := starts[c]
		if !ok {
			r = p.graph.From(c.Func, stop)
			starts[c] = r
		}
		return r
	}
	for _, g := range p.groups {
		p.ownersOf(g, reach, stop)
		g.always = len(g.owners) == 0
	}
	for _, g := range p.groups {
		g.breakCycles()
	}
}

// tableOf returns the group whose table v is, or has, if its objects have lives.
func (p *plan) tableOf(v *cil.Var) *group {
	for _, g := range p.groups {
		if g.lives && g.base() == v {
			return g
		}
	}
	return nil
}

// base returns the variable with g's table; nil if it isn't a variable of file scope.
func (g *group) base() *cil.Var {
	for _, u := range g.uses {
		if u.Table != nil && u.Table.Base != nil && u.Table.Base.Func == nil {
			return u.Table.Base
		}
	}
	return nil
}

func (p *plan) ownersOf(g *group, reach func(*find.Candidate) find.Reach, stop func(*cil.Var) bool) {
	base := g.base()
	for _, o := range p.groups {
		ob := o.base()
		switch {
		case o == g || !o.lives || ob == nil || base == nil:
		case ob == base && len(g.path()) > len(o.path()), ob != base && p.graph.Behind(ob, stop)[base]:
			g.owners = append(g.owners, o)
		}
	}
	if len(g.owners) > 0 {
		return
	}
	for _, c := range p.starts() {
		if p.leads(reach(c), g) {
			return
		}
	}
	for _, o := range p.groups {
		if o != g && p.ownsByCode(o, g, reach) {
			g.owners = append(g.owners, o)
		}
	}
}

// path returns where in its variable g's table is.
func (g *group) path() []cil.Sel {
	if len(g.uses) == 0 || g.uses[0].Table == nil {
		return nil
	}
	return g.uses[0].Table.Path
}

// starts are the functions that run first.
func (p *plan) starts() []*find.Candidate {
	list := append([]*find.Candidate{}, p.init...)
	if p.entry != nil {
		list = append(list, p.entry)
	}
	return list
}

// ownsByCode reports whether a callback of o, other than one that ends a life, leads to
// where g is registered.
func (p *plan) ownsByCode(o, g *group, reach func(*find.Candidate) find.Reach) bool {
	for _, m := range o.members {
		if m.kind.Role != kinds.Teardown && p.leads(reach(m.cand), g) {
			return true
		}
	}
	return false
}

// leads reports whether r has the place where g is registered.
func (p *plan) leads(r find.Reach, g *group) bool {
	for _, u := range g.uses {
		if u.In != nil && r.Funcs[u.In] {
			return true
		}
	}
	b := g.base()
	return b != nil && r.Vars[b]
}

// breakCycles drops the owners that g owns itself.
func (g *group) breakCycles() {
	var kept []*group
	for _, o := range g.owners {
		if !o.ownedBy(g, map[*group]bool{}) {
			kept = append(kept, o)
		}
	}
	g.owners = kept
	g.always = len(kept) == 0
}

func (g *group) ownedBy(o *group, seen map[*group]bool) bool {
	if seen[g] {
		return false
	}
	seen[g] = true
	for _, x := range g.owners {
		if x == o || x.ownedBy(o, seen) {
			return true
		}
	}
	return false
}

// living returns the groups with lives that g's use depends on: one of them must be alive.
// Nil if it can be used at any time.
func (g *group) living() []*group {
	var list []*group
	for _, o := range g.owners {
		if o.lives {
			list = append(list, o)
			continue
		}
		if o.always {
			return nil
		}
		l := o.living()
		if l == nil {
			return nil
		}
		list = append(list, l...)
	}
	return list
}
