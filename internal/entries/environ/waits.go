package environ

import (
	"slices"
	"strings"

	"hardbop/internal/entries/kinds"
)

// Who takes back what is armed, and waits for it, may find it running: whatever it does there finds what was done before
// the call. So it may run at the beginning of the call, if it is armed.

// before writes the function that is called at the beginning of each call of the function called name, if that waits.
func (w *writer) before(name string, actions []action) {
	actions = slices.DeleteFunc(slices.Clone(actions), func(a action) bool { return !a.h.waits })
	if len(actions) == 0 {
		return
	}
	t := actions[0].h.fn.Type
	w.printf("\n/* called at the beginning of each call of %s */\nvoid %s(%s)\n{\n", name, suffixed(beforePrefix+name, w.unit), strings.Join(w.params(t), ", "))
	if actions[0].h.spins {
		w.printf("\tint atomic = %s;\n", w.atomic())
	}
	for _, a := range actions {
		w.printf("\tif (%s && %s && __VERIFIER_nondet_int()) {\n", a.s.name, a.same())
		w.run(a)
		w.printf("\t}\n")
	}
	w.printf("}\n")
}

// run writes calls of the callbacks of a's slot, for which a process waits, or who spins. Where it runs for certain, that what is
// waited for is what is in the slot is said by an assignment too, which is easier to see than the comparison.
func (w *writer) run(a action) {
	if a.h.value == 0 && a.h.of == "" && a.h.arg >= 0 && !a.h.waits {
		v := a.s.values[0]
		w.printf("\t\t%s = %s;\n", v.name, w.cast(v.typ, a.h.object()))
	}
	for _, g := range w.plan.groups {
		if !slices.Contains(g.slots, a.s) {
			continue
		}
		w.calls(g)
		w.resume(a.h.spins)
	}
}

// resume has a caller, who may be in any context if it spins, go on in its own.
func (w *writer) resume(spins bool) {
	if spins {
		w.printf("\t\t%s = atomic;\n\t\tif (atomic)\n\t\t\thardbop_context_atomic();\n\t\telse\n\t", w.atomic())
	}
	w.printf("\t\thardbop_context_process();\n")
}

// drained returns the actions by which a call waits for what is on a queue, if the order matters: where that is more than one, or the
// queue is empty then.
func drained(actions []action) []action {
	actions = slices.DeleteFunc(slices.Clone(actions), func(a action) bool { return !a.h.runs || a.h.value == 0 })
	if len(actions) == 1 && actions[0].h.stays {
		return nil
	}
	return actions
}

// drain has what waits on a queue run in any order, as it may be queued in any. Where the queue is empty then, that goes on as
// long as something is on it; otherwise what is left runs behind it.
func (w *writer) drain(actions []action) {
	var conds []string
	for _, a := range actions {
		conds = append(conds, a.s.name+" && "+a.same())
	}
	goes := strings.Join(conds, " || ")
	if actions[0].h.stays {
		goes = "__VERIFIER_nondet_int()"
	}
	w.printf("\twhile (%s) {\n\t\tswitch (__VERIFIER_nondet_int()) {\n", goes)
	for i, a := range actions {
		w.printf("\t\tcase %d:\n\t\t\tif (!(%s))\n\t\t\t\tbreak;\n", i, conds[i])
		w.run(a)
		w.printf("\t\t\tbreak;\n")
	}
	w.printf("\t\t}\n\t}\n")
}

// calls writes calls of g's callbacks: in its step, or, as that asks whether the life of its owner has begun, which is what
// fails where what was registered is taken back again, here.
func (w *writer) calls(g *group) {
	if len(g.needed()) == 0 || g.lives {
		w.printf("\t\t%s();\n", w.stepper(g))
		return
	}
	for _, m := range g.called() {
		w.member(g, m, "\t\t", "")
	}
}

// during has the environment remember whether the context is that of a process while a callback in context c runs, if there is
// a function that asks.
func (w *writer) during(c kinds.Context, atomic int) {
	if c != kinds.Process && w.plan.spun() {
		w.line("%s = %d;", w.atomic(), atomic)
	}
}

// atomic returns the variable that says whether the context isn't that of a process, and has it declared.
func (w *writer) atomic() string {
	const name = "hardbop_atomic"
	if !w.declared[name] {
		w.declared[name] = true
		w.decls = append(w.decls, w.plan.external(w.unit)+"int "+name+";")
	}
	return name
}

// spun reports whether the units call a function that waits in any context.
func (p *plan) spun() bool {
	return slices.ContainsFunc(p.slots, func(s *slot) bool {
		return slices.ContainsFunc(s.clears, func(h hook) bool { return h.spins })
	})
}

// external is what comes before the declaration of a variable that the first unit defines.
func (p *plan) external(unit int) string {
	if unit == p.first() {
		return ""
	}
	return "extern "
}
