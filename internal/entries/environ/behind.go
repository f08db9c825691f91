package environ

import (
	"slices"
	"strings"

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

// locks says where locks are held: between a call that takes one and one that leaves one, on all ways to there, and in what is called
// there. That is told by the functions' names. A call that may fail to take a lock does so on one way only.
type locks struct {
	// depth is how many locks of its own a function holds at its nodes at least, under those that are held of its caller.
	depth map[*cil.Func]map[*cil.Node]int
	// under are the functions that may be called with a lock held.
	under map[*cil.Func]bool
}

// maxHeld bounds how many locks are told apart, taken or left.
const maxHeld = 4

// locksOf finds the locks of prog.
func locksOf(prog *cil.Program) *locks {
	l := &locks{map[*cil.Func]map[*cil.Node]int{}, map[*cil.Func]bool{}}
	for _, f := range prog.Funcs {
		if IsMark(f.Name) {
			continue // the environment calls the driver with no lock held, whatever the driver has left
		}
		l.walk(f)
		for n, d := range l.depth[f] {
			if c, ok := n.Instr.(*cil.Call); ok && d > 0 {
				l.call(c.Callee())
			}
		}
	}
	return l
}

// held reports whether a lock is held at n, or may be held of a caller.
func (l *locks) held(n *cil.Node) bool { return l.under[n.Func] || l.depth[n.Func][n] > 0 }

// call records that f is called with a lock held, and so what it calls.
func (l *locks) call(f *cil.Func) {
	if f == nil || l.under[f] {
		return
	}
	l.under[f] = true
	for _, n := range f.Nodes {
		if c, ok := n.Instr.(*cil.Call); ok {
			l.call(c.Callee())
		}
	}
}

// walk finds how many locks are held at f's nodes, and returns how many more at its end than at its beginning.
func (l *locks) walk(f *cil.Func) int {
	if at, known := l.depth[f]; known || !f.HasBody() {
		return at[f.Exit]
	}
	at := map[*cil.Node]int{}
	l.depth[f] = at
	work := []*cil.Node{f.Entry}
	at[f.Entry] = 0
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		after := max(-maxHeld, min(maxHeld, at[n]+l.change(n)))
		for _, s := range n.Succs {
			if d, seen := at[s]; !seen || d > after {
				at[s] = after
				work = append(work, s)
			}
		}
	}
	return at[f.Exit]
}

// change is how many locks n takes, less those that it leaves.
func (l *locks) change(n *cil.Node) int {
	c, ok := n.Instr.(*cil.Call)
	if !ok || c.Callee() == nil {
		return 0
	}
	switch words := strings.Split(find.SourceName(c.Callee()), "_"); {
	case slices.Contains(words, "unlock"), words[0] == "up":
		return -1
	case slices.Contains(words, "init"):
		return 0
	case slices.Contains(words, "lock"), slices.Contains(words, "trylock"), words[0] == "down":
		return 1
	}
	return l.walk(c.Callee())
}
