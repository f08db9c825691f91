package environ

import (
	"slices"
	"strings"
)

// What is managed (devm_...) ends when the life of its owner has ended: remove has returned, or probe has failed. The
// kernel undoes then what was done, the last first, and until its turn comes each thing is there: an interrupt is still
// handled behind remove, before devres frees it.

// ending is the state of a group while what is managed ends.
const ending = 3

// ends reports whether the life of g's object has an end: a callback, or the kernel alone ends something then.
func (g *group) ends() bool { return g.teardown() != nil || g.silent }

// silently finds the groups whose lives the kernel ends without a word to the driver, as one without remove is unbound all the
// same. Where nothing ends with them, a next life may just begin.
func (p *plan) silently() {
	for _, g := range p.groups {
		g.silent = g.lives && g.teardown() == nil &&
			(len(p.managed(g)) > 0 || p.freesManaged(g) || slices.ContainsFunc(p.slots, func(s *slot) bool { return slices.Contains(p.enders(s), g) }))
	}
}

// enders returns the drivers at whose end the kernel takes back what is in s, before they hear of it: those that own what has the
// slot, or, if none does, all of the kind.
func (p *plan) enders(s *slot) []*group {
	all := slices.DeleteFunc(slices.Clone(p.groups), func(o *group) bool { return s.until == "" || o.tag != s.until || !o.lives })
	own := slices.DeleteFunc(slices.Clone(all), func(o *group) bool {
		return !slices.ContainsFunc(p.having(s), func(g *group) bool { return g.ownedBy(o, map[*group]bool{}) })
	})
	if len(own) > 0 {
		return own
	}
	return all
}

// until empties s at the end of the driver g, if no other of those is left at whose end the kernel does.
func (w *writer) until(g *group, s *slot) {
	var left []string
	enders := w.plan.enders(s)
	for _, e := range enders {
		if e != g {
			left = append(left, w.stateOf(e))
		}
	}
	switch {
	case !slices.Contains(enders, g):
	case len(left) > 0:
		w.line("if (!%s) {", strings.Join(left, " && !"))
		w.empty(s)
		w.line("}")
	default:
		w.empty(s)
	}
}

// managed returns the slots that the kernel empties when a life of g's object has ended. What a file has managed
// ends with the device, not with the file.
func (p *plan) managed(g *group) []*slot {
	if g.living() != nil {
		return nil
	}
	return p.owned(g, func(s *slot) bool { return s.managed })
}

// within returns the slots that are empty when a life of g's object has ended, the kernel or the driver having seen to that.
func (p *plan) within(g *group) []*slot {
	return p.owned(g, func(s *slot) bool { return s.within })
}

// owned returns the slots of what g owns for which ok holds.
func (p *plan) owned(g *group, ok func(*slot) bool) []*slot {
	return slices.DeleteFunc(slices.Clone(p.slots), func(s *slot) bool {
		return !ok(s) || !slices.ContainsFunc(p.having(s), func(o *group) bool { return o.ownedBy(g, map[*group]bool{}) })
	})
}

// having returns the groups that have the slot s.
func (p *plan) having(s *slot) []*group {
	return slices.DeleteFunc(slices.Clone(p.groups), func(g *group) bool { return !slices.Contains(g.slots, s) })
}

// roots returns the groups with lives that g's use depends on and that depend on none themselves; g if it is one.
func (g *group) roots() []*group {
	living := g.living()
	if living == nil {
		return []*group{g}
	}
	var list []*group
	for _, o := range living {
		list = append(list, o.roots()...)
	}
	return list
}

// over writes what follows when the callback that ends a life of g's object has returned, or there is none: what the
// kernel itself took back before, then what was opened of the objects that it had registered, then what is managed.
func (w *writer) over(g *group) {
	for _, s := range w.plan.slots {
		w.until(g, s)
	}
	for _, s := range w.plan.owned(g, func(s *slot) bool { return s.object && !s.once && !s.managed }) {
		w.undo(s)
	}
	if !w.releases(g) {
		w.line("%s = 0;", w.stateOf(g))
		return
	}
	w.line("%s();", w.releaser(g))
}

// failure writes what happens if a life didn't begin; where it has no end, another one may be under way.
func (w *writer) failure(g *group) {
	if g.ends() && w.releases(g) {
		w.line("else")
		w.line("\t%s();", w.releaser(g))
	}
}

// releases reports whether something ends with the lives of g's object.
func (w *writer) releases(g *group) bool {
	return len(w.plan.managed(g))+len(w.plan.within(g)) > 0 || w.plan.freesManaged(g)
}

// releaser returns the function that ends what ends with a life of g's object.
func (w *writer) releaser(g *group) string { return "hardbop_release_" + g.name }

// release writes that function.
func (w *writer) release(g *group) {
	if !g.ends() || !w.releases(g) {
		return
	}
	managed := w.plan.undone(g)
	meanwhile := w.meanwhile(g)
	w.printf("\n/* what ends when %s has */\nvoid %s(void)\n{\n", g.name, w.releaser(g))
	w.indent = "\t"
	for _, s := range w.plan.within(g) {
		w.undo(s)
	}
	if meanwhile != "" {
		w.line("%s = %d;", w.stateOf(g), ending)
	}
	for i, class := range managed {
		if meanwhile != "" && (i == 0 || slices.ContainsFunc(managed[i-1], func(s *slot) bool { return s.last })) {
			w.line("%s();", meanwhile)
		}
		w.undoAll(class, meanwhile)
	}
	w.freesManaged(g)
	w.line("%s = 0;", w.stateOf(g))
	w.printf("}\n")
}

// meanwhile writes the function that calls what is there still while things end with a life of g's object, and returns
// its name; "" if there is nothing.
func (w *writer) meanwhile(g *group) string {
	var groups []*group
	for _, s := range w.plan.managed(g) {
		for _, o := range w.plan.having(s) {
			if !s.last && !slices.Contains(groups, o) {
				groups = append(groups, o)
			}
		}
	}
	if len(w.plan.managed(g)) > 0 {
		groups = append(groups, w.plan.armed()...)
	}
	if len(groups) == 0 {
		return ""
	}
	name := "hardbop_meanwhile_" + g.name
	w.printf("\n/* what is called before it ends with %s */\nvoid %s(void)\n{\n", g.name, name)
	w.loop(groups)
	w.printf("}\n")
	return name
}

// undoAll ends what is in the slots of one class: if there are several, in any order, and meanwhile is called in between.
func (w *writer) undoAll(class []*slot, meanwhile string) {
	if len(class) > 1 {
		w.line("while (__VERIFIER_nondet_int()) {")
		w.line("\tswitch (__VERIFIER_nondet_int()) {")
		indent := w.indent
		for i, s := range class {
			w.indent = indent + "\t"
			w.line("case %d:", i)
			w.indent += "\t"
			w.undo(s)
			w.line("break;")
		}
		if w.indent = indent + "\t"; meanwhile != "" {
			w.line("case %d:", len(class))
			w.line("\t%s();", meanwhile)
			w.line("\tbreak;")
		}
		w.indent = indent
		w.line("\t}")
		w.line("}")
	}
	for _, s := range class {
		w.undo(s)
		if s.deep {
			if meanwhile != "" {
				w.line("%s();", meanwhile)
			}
			w.undo(s)
		}
	}
}

// undo ends what is in s: what was opened of it is closed, what runs last runs.
func (w *writer) undo(s *slot) {
	for _, g := range w.plan.having(s) {
		switch {
		case s.last:
			w.line("%s();", w.stepper(g))
			return
		case !s.object && s.gift == nil:
		case g.ends():
			w.ended(g)
		case s.gift != nil && g.lives:
			w.line("%s = 0;", w.stateOf(g))
		}
	}
	w.empty(s)
}

// empty forgets what is in s, which may be in another unit.
func (w *writer) empty(s *slot) {
	w.known(s)
	w.line("%s = 0;", s.name)
}

// known has the variable declared that says whether there is something in s.
func (w *writer) known(s *slot) {
	if s.unit != w.unit && !w.declared[s.name] {
		w.declared[s.name] = true
		w.decls = append(w.decls, "extern int "+s.name+";")
	}
}
