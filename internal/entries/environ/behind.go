package environ

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
)

// Who takes back a work item, or waits for it, and later the timer that queues it, or the files through which processes do, forgets that
// these may come in between. So what arms again what a call has waited for may run at the end of that call. Where the caller holds a lock
// it may have to wait for that, and doesn't run.

// behind writes the function that is called at the end of each call of the function called name, if that waits and others
// may arm again what it waits for.
func (w *writer) behind(name string, actions []action) {
	actions = slices.DeleteFunc(slices.Clone(actions), func(a action) bool { return !a.h.waits && !a.h.runs })
	groups := slices.DeleteFunc(slices.Clone(w.plan.groups), func(g *group) bool {
		return !g.comes() || !slices.ContainsFunc(actions, func(a action) bool { return w.plan.rearms(g, a) })
	})
	if len(groups) == 0 {
		return
	}
	w.printf("\n/* called at the end of each call of %s, where no lock is held: what comes before the next statement */\n", name)
	w.printf("void %s(void)\n{\n", suffixed(behindPrefix+name, w.unit))
	spins := actions[0].h.spins
	if spins {
		w.printf("\tint atomic = %s;\n", w.atomic())
	}
	for _, g := range groups {
		w.printf("\tif (%s__VERIFIER_nondet_int()) {\n", w.filled(g))
		if g.unit == w.unit {
			w.calls(g)
		} else {
			w.printf("\t\t%s();\n", w.stepper(g))
		}
		w.resume(spins)
		w.printf("\t}\n")
	}
	w.printf("}\n")
}

// comes reports whether g's callbacks may run while another waits: they were armed, or registered by a call, and don't belong to a
// driver's life, in which the kernel lets one callback wait for another.
func (g *group) comes() bool { return len(g.slots) > 0 && !g.pauses && !g.last() }

// rearms reports whether g's callbacks may arm what is in a's slot, which isn't their own, and never make a's call by name: one that does
// would be found running while it waits.
func (p *plan) rearms(g *group, a action) bool {
	if slices.Contains(g.slots, a.s) {
		return false
	}
	arms := false
	for _, m := range g.members {
		if slices.Contains(p.callees(m.cand.Func, false), find.SourceName(a.h.fn)) {
			return false
		}
		may := p.callees(m.cand.Func, true)
		arms = arms || slices.ContainsFunc(a.s.sets, func(h hook) bool { return slices.Contains(may, find.SourceName(h.fn)) })
	}
	return arms
}

// callees lists the names of the functions that f calls, also by way of others, and, if that is wanted, of those that pointers may lead to.
func (p *plan) callees(f *cil.Func, pointers bool) []string {
	var names []string
	seen, work := map[*cil.Func]bool{}, []*cil.Func{f}
	for ; len(work) > 0; work = work[1:] {
		d, _ := p.graph.Definition(work[0])
		if d == nil || seen[d] {
			continue
		}
		seen[d] = true
		for _, n := range d.Nodes {
			c, ok := n.Instr.(*cil.Call)
			switch {
			case ok && c.Callee() == nil && pointers:
				work = append(work, p.mayCall(c)...)
			case ok && c.Callee() != nil:
				names, work = append(names, find.SourceName(c.Callee())), append(work, c.Callee())
			}
		}
	}
	return names
}

// mayCall lists the functions of the units that c, which is through a pointer, may call.
func (p *plan) mayCall(c *cil.Call) []*cil.Func {
	var list []*cil.Func
	for _, u := range p.units {
		for _, f := range u.Prog.Funcs {
			if f.AddrTaken && f.HasBody() && callable(f, c) {
				list = append(list, f)
			}
		}
	}
	return list
}

// filled is the condition that there is what g's callbacks are called for, "" where its step asks for more than that.
func (w *writer) filled(g *group) string {
	conds := ""
	for _, s := range g.slots {
		if !g.lives {
			w.known(s)
			conds += s.name + " && "
		}
	}
	return conds
}
