package environ

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// The order in which what is managed was registered is that of the calls in the callbacks. Where one may come before the other, and the
// other before the one, it isn't known.

// undone returns what is managed by g's object in classes, what the kernel undoes first before the others. Those of a class come in any order.
func (p *plan) undone(g *group) [][]*slot {
	slots := p.managed(g)
	before := p.before(g, slots)
	both := func(a, b *slot) bool { return a == b || before[a][b] && before[b][a] }
	rank := func(s *slot) int { // how many are always before it
		n := 0
		for _, o := range slots {
			if before[o][s] && !before[s][o] {
				n++
			}
		}
		return n
	}
	left := slices.Clone(slots)
	slices.SortStableFunc(left, func(a, b *slot) int { return rank(b) - rank(a) })
	var classes [][]*slot
	for len(left) > 0 {
		first := left[0]
		class := slices.DeleteFunc(slices.Clone(left), func(s *slot) bool { return !both(first, s) })
		left = slices.DeleteFunc(left, func(s *slot) bool { return both(first, s) })
		classes = append(classes, class)
	}
	return classes
}

// before says which of the slots may be filled before which others in a life of g's object; it is transitive.
func (p *plan) before(g *group, slots []*slot) map[*slot]map[*slot]bool {
	r := &registrations{plan: p, slots: slots, before: map[*slot]map[*slot]bool{}, by: map[*cil.Func][]*slot{}}
	for _, s := range slots {
		r.before[s] = map[*slot]bool{}
	}
	r.functions()
	r.callbacks(g)
	for _, k := range slots {
		for _, a := range slots {
			for _, b := range slots {
				r.before[a][b] = r.before[a][b] || r.before[a][k] && r.before[k][b]
			}
		}
	}
	return r.before
}

// registrations are the slots that functions fill, and in which order.
type registrations struct {
	plan   *plan
	slots  []*slot
	by     map[*cil.Func][]*slot
	before map[*slot]map[*slot]bool
}

// functions finds what the functions fill, by themselves and by what they call, and the order inside of each.
func (r *registrations) functions() {
	for more := true; more; {
		more = false
		r.each(func(f *cil.Func, n *cil.Node) {
			for _, s := range r.at(n) {
				if !slices.Contains(r.by[f], s) {
					r.by[f], more = append(r.by[f], s), true
				}
			}
		})
	}
	r.each(func(f *cil.Func, n *cil.Node) {
		if here := r.at(n); len(here) > 0 {
			for m := range behind(n) {
				r.order(here, r.at(m))
			}
		}
	})
}

// each calls visit for the calls in the bodies of the units.
func (r *registrations) each(visit func(*cil.Func, *cil.Node)) {
	for _, u := range r.plan.units {
		for _, f := range u.Prog.Funcs {
			for _, n := range f.Nodes {
				if _, ok := n.Instr.(*cil.Call); ok {
					visit(f, n)
				}
			}
		}
	}
}

// at returns the slots that the call at n may fill.
func (r *registrations) at(n *cil.Node) []*slot {
	c, ok := n.Instr.(*cil.Call)
	if !ok {
		return nil
	}
	list := slices.DeleteFunc(slices.Clone(r.slots), func(s *slot) bool { return !s.filledBy(c) })
	if f, _ := r.plan.graph.Definition(c.Callee()); f != nil {
		return append(list, r.by[f]...)
	}
	if c.Callee() == nil { // it may be any
		for _, u := range r.plan.units {
			for _, f := range u.Prog.Funcs {
				if len(r.by[f]) > 0 && cil.SameType(c.Fn.Type(), &cil.PtrType{Elem: f.Type}) {
					list = append(list, r.by[f]...)
				}
			}
		}
	}
	return list
}

// filledBy reports whether c may fill s.
func (s *slot) filledBy(c *cil.Call) bool {
	if s.calls != nil {
		return slices.ContainsFunc(s.calls, func(o *cil.Call) bool {
			return o == c || called(o) == called(c) && slices.ContainsFunc(c.Args, s.hands)
		})
	}
	return slices.ContainsFunc(s.sets, func(h hook) bool { return find.SourceName(h.fn) == called(c) })
}

// called returns the name of the function that c calls; "" if it goes through a pointer.
func called(c *cil.Call) string {
	if c.Callee() == nil {
		return ""
	}
	return find.SourceName(c.Callee())
}

// hands reports whether e has the address of the callback of s: several calls in the text of one macro count as one where they are found.
func (s *slot) hands(e cil.Expr) bool {
	found := false
	cil.Walk(e, func(x cil.Expr) {
		fa, ok := x.(*cil.FuncAddr)
		found = found || ok && s.callback != nil && find.SourceName(fa.F) == s.callback.Name()
	})
	return found
}

// order says that each of a may be filled before each of b.
func (r *registrations) order(a, b []*slot) {
	for _, s := range a {
		for _, t := range b {
			r.before[s][t] = true
		}
	}
}

// behind returns the nodes that may follow n.
func behind(n *cil.Node) map[*cil.Node]bool {
	seen, work := map[*cil.Node]bool{}, slices.Clone(n.Succs)
	for len(work) > 0 {
		m := work[0]
		work = work[1:]
		if m != nil && !seen[m] {
			seen[m] = true
			work = append(work, m.Succs...)
		}
	}
	return seen
}

// callbacks adds the order between callbacks: those that begin a life of g's object come first, the others in any order.
func (r *registrations) callbacks(g *group) {
	var first, others []*cil.Func
	for _, o := range r.plan.groups {
		for _, m := range o.members {
			switch f := m.cand.Func; {
			case len(r.by[f]) == 0:
			case m.kind.Role != kinds.Init || o.living() != nil:
				others = append(others, f)
			case o == g:
				first = append(first, f)
			}
		}
	}
	for i, f := range first {
		for _, o := range slices.Concat(first[:i], first[i+1:], others) {
			r.order(r.by[f], r.by[o])
		}
	}
	for _, f := range others {
		for _, o := range others {
			r.order(r.by[f], r.by[o])
		}
	}
}
