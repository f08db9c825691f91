package environ

import (
	"slices"
	"strings"

	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// What calls that arm something or take it back return says whether it was armed: drivers count references by that. It is known of
// what is in a slot, and of all else as long as nothing was armed that no slot has, as when two objects were armed with one
// function.

// tells reports whether the hook of the function called name replaces its result. In another unit something else may be armed.
func (w *writer) tells(name string, actions []action) bool {
	for _, s := range w.plan.slots {
		if s.unit != w.unit && s.hooks(name) {
			return false
		}
	}
	return actions[0].refused() || actions[0].h.told != kinds.Nothing && actions[0].s.told()
}

// refused reports whether a's call fails while its object is blocked.
func (a action) refused() bool { return a.does == toSet && a.s.blocks && a.h.success == kinds.Zero }

// hooks reports whether s has a hook of the function called name.
func (s *slot) hooks(name string) bool {
	for _, hs := range [][]hook{s.sets, s.clears, s.asks} {
		for _, h := range hs {
			if find.SourceName(h.fn) == name {
				return true
			}
		}
	}
	return false
}

// told reports whether results of calls say what is in s.
func (s *slot) told() bool {
	for _, hs := range [][]hook{s.sets, s.clears, s.asks} {
		if slices.ContainsFunc(hs, func(h hook) bool { return h.told != kinds.Nothing }) {
			return s.once
		}
	}
	return false
}

// holds is the condition that one of the slots has the hook's argument, armed still if there is an armed.
func holds(actions []action, armed bool) string {
	var list []string
	for _, a := range actions {
		cond := a.same()
		if armed {
			cond = a.s.name + " && " + cond
		}
		list = append(list, cond)
	}
	return strings.Join(list, " || ")
}

// found writes what the hook finds: whether the argument is armed, and whether that is known; or that the call fails while the object
// is blocked.
func (w *writer) found(actions []action) {
	if !actions[0].refused() {
		w.printf("\tint armed = %s;\n", holds(actions, true))
		w.printf("\tint known = %s || !%s;\n", holds(actions, false), w.lost(actions[0].s))
		return
	}
	for _, a := range actions {
		w.printf("\tif (%s == %s)\n\t\tresult = -1;\n", a.h.object(), a.s.blocked())
	}
}

// tell writes what the hook returns.
func (w *writer) tell(a action) {
	cond, value := "known", "armed"
	switch {
	case a.h.told == kinds.Idle:
		value = "!armed"
	case a.h.told == kinds.Busy:
		cond, value = "armed", "1"
	case a.h.success == kinds.NotNegative:
		cond += " && result >= 0"
	}
	if !a.refused() {
		w.printf("\tif (%s)\n\t\tresult = %s;\n", cond, value)
	}
	w.printf("\treturn result;\n")
}

// displaced notes that the slots may lose what they have, as something else is armed.
func (w *writer) displaced(actions []action) {
	for _, a := range actions {
		w.printf("\tif (%s && !(%s))\n\t\t%s = 1;\n", a.s.name, a.same(), w.lost(a.s))
	}
}

// missed notes that no slot has what is armed.
func (w *writer) missed(actions []action) {
	w.printf("\tif (!(%s))\n\t\t%s = 1;\n", holds(actions, true), w.lost(actions[0].s))
}

// lost returns the variable that says that an object of s's struct was armed that may be in no slot, and has it declared.
func (w *writer) lost(s *slot) string {
	name := "hardbop_lost"
	if c, ok := pointee(s.values[0].typ); ok {
		name += "_" + c.Tag
	}
	if !w.declared[name] {
		w.declared[name] = true
		w.decls = append(w.decls, "static int "+name+";")
	}
	return name
}
