package check

import (
	"maps"
	"slices"
	"strings"

	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/result"
	"hardbop/internal/rules"
)

// This file tells the returns that leave the rule's state so that a violation comes of it.

// still marks the return of the driver to the environment before which the rule's state changed last,
// where the violation comes in a later call: who locks a mutex that is locked isn't at fault if an
// earlier callback has returned with it. It is the cause if no later call rightly goes on from there;
// what the program ends with is told so only then, or if the function itself has left it so and no callback ends it. Without an environment,
// and where the violation comes before the callback has returned, only a function that it calls can have forgotten something.
func (t *tracer) still(steps []result.Step) {
	r := result.Result{Trace: steps}
	since := r.Since()
	if since == nil {
		return
	}
	changed, last, same := t.afterChange(since)
	if k := t.duringCall(changed); k >= 0 {
		last, same = k, false
	}
	left := leftBy(since.Note)
	t.wayOut(changed)
	if same && !r.AtEnd() {
		if t.p.mustEnd(left) {
			t.forgets(changed, len(steps), left, false)
		}
		return
	}
	if last < 0 {
		return
	}
	s := &steps[last]
	s.Cause = t.p.lasting(s.Func, left)
	if t.p.environment == "" {
		if t.forgets(changed, last, left, false) {
			s.Left, s.Brief = t.p.leftSo(since.Note, false), true
		}
		return
	}
	if s.Cause || !r.AtEnd() || since.Func == s.Func && t.p.unended(left) {
		s.Left, s.Brief = t.p.leftSo(since.Note, s.Cause), true
		t.forgets(changed, last, left, s.Cause)
		t.ends(steps, s)
	}
}

// afterChange returns the indices of the step since and of the last return of the driver before it is called again, -1 if there is none; same says
// that it isn't called again.
func (t *tracer) afterChange(since *result.Step) (changed, last int, same bool) {
	changed, last = -1, -1
	for k := range t.steps {
		s := &t.steps[k]
		if s == since {
			changed = k
		}
		if changed >= 0 && last >= 0 && t.called(k) {
			return changed, last, false
		}
		if changed >= 0 && t.about[k].returns && !t.about[k].outside && !s.Rule {
			last = k
		}
	}
	return changed, last, true
}

// duringCall is the return of the callback in which step k is, if that runs in a call of the driver, which waits for it; -1 otherwise.
func (t *tracer) duringCall(k int) int {
	c := t.callbackOf(k)
	if c < 0 || t.callbackOf(c) < 0 {
		return -1
	}
	return t.returnOf(c, k, len(t.steps))
}

// callbackOf is the call of the callback in which step k is; -1 if that is in none.
func (t *tracer) callbackOf(k int) int {
	parents := t.parents()
	c := parents[k]
	for c >= 0 && (t.about[c].depth >= t.steps[k].Depth || !t.called(c)) {
		c = parents[c]
	}
	return c
}

// wayOut shows by which return each function was left that has changed the rule's state at step changed, if it has several.
func (t *tracer) wayOut(changed int) {
	for _, c := range t.around(changed) {
		if k := t.returnOf(c, changed, len(t.steps)); k >= 0 && severalReturns(t.about[c].calls) {
			t.steps[k].Brief = true
		}
	}
}

// severalReturns reports whether f returns at several places.
func severalReturns(f *cil.Func) bool {
	n := 0
	for _, x := range f.Nodes {
		if _, ok := x.Instr.(*cil.Return); ok {
			n++
		}
	}
	return n > 1
}

// ends has the end of the program be told, if it is the violation, at the return that has left the rule's state so: whatever the driver
// does later is another matter.
func (t *tracer) ends(steps []result.Step, left *result.Step) {
	for k := len(steps) - 1; k >= 0; k-- {
		if steps[k].Event {
			if steps[k].Text == programEnd && steps[k].Func == "" {
				steps[k].Place = left.Place
			}
			return
		}
	}
}

// leftSo says what a change of the rule's state, such as "lock: FREE -> HELD", has left behind: as something that should have been ended,
// if it is at fault or nothing may end with it.
func (p *Prepared) leftSo(note string, fault bool) string {
	left, is := leftBy(note), " is "
	if fault || p.mustEnd(left) {
		is = " is still "
	}
	var parts []string
	for _, l := range left {
		parts = append(parts, l.name+is+l.value)
	}
	return strings.Join(parts, ", ")
}

// mustEnd reports whether the program may not end with the rule's state as left.
func (p *Prepared) mustEnd(left []stateValue) bool {
	if p.Rule == nil {
		return false
	}
	m := rules.MachineOf(p.Rule.Rule)
	if m == nil {
		return slices.Contains(slices.Collect(maps.Values(p.Rule.EventNames)), programEnd)
	}
	return slices.ContainsFunc(m.Edges, func(e rules.Transition) bool {
		return e.Event == programEnd && e.To == rules.Violation && within(m, e.From, left)
	})
}

// programEnd is the event of the end of the program.
const programEnd = "program.end"

// forgets marks the return of the function that may be at fault where step changed is the last that changed the rule's state, and the callback
// has returned at step last, if it has: the innermost that has code to end what was left, and has returned without. Functions that are meant to leave
// the state changed, such as wrappers of locks, have no such code; of the callback itself its own return is told. It reports whether there is one.
func (t *tracer) forgets(changed, last int, left []stateValue, fault bool) bool {
	able := t.p.enders(left)
	for _, c := range t.around(changed) {
		if f := t.about[c].calls; !able[f] || t.p.outside(f.Pos.File) {
			continue
		}
		if k := t.returnOf(c, changed, last); k >= 0 {
			t.steps[k].Forgets, t.steps[k].Brief = t.p.leftSo(t.steps[changed].Note, fault), true
			return true
		}
	}
	return false
}

// around lists the calls that step k is in, the innermost first, up to that of the callback.
func (t *tracer) around(k int) []int {
	parents := t.parents()
	c := parents[k]
	for c >= 0 && t.about[c].depth >= t.steps[k].Depth {
		c = parents[c] // it has returned
	}
	var list []int
	for ; c >= 0 && !t.called(c); c = parents[c] {
		list = append(list, c)
	}
	return list
}

// returnOf is the return between two steps from what step c calls; -1 if there is none.
func (t *tracer) returnOf(c, from, to int) int {
	for k := from + 1; k < to; k++ {
		if s := &t.steps[k]; t.about[k].returns && !s.Rule && s.Func == t.about[c].calls.Name && s.Depth == t.steps[c].Depth+1 {
			return k
		}
	}
	return -1
}

// enders are the functions in which, or in what they call, an event may happen that rightly ends what was left.
func (p *Prepared) enders(left []stateValue) map[*cil.Func]bool {
	able := map[*cil.Func]bool{}
	m := rules.MachineOf(p.Rule.Rule)
	if m == nil {
		return able
	}
	own, callers := p.procedures(), map[*cil.Func][]*cil.Func{}
	var todo []*cil.Func
	add := func(f *cil.Func) {
		if !able[f] {
			able[f], todo = true, append(todo, f)
		}
	}
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			c := p.inlined.Call(n)
			if c == nil {
				continue
			}
			in := p.inlined.Func(n)
			if g := c.Callee(); own[g] && leaves(m, left, p.Rule.EventNames[g]) {
				add(in)
			} else if g != nil {
				callers[g] = append(callers[g], in)
			}
		}
	}
	for ; len(todo) > 0; todo = todo[1:] {
		for _, f := range callers[todo[0]] {
			add(f)
		}
	}
	return able
}

// leaves reports whether the event takes a rule from a state as left to another one that is right.
func leaves(m *rules.Machine, left []stateValue, event string) bool {
	return slices.ContainsFunc(m.Edges, func(e rules.Transition) bool {
		return e.Event == event && within(m, e.From, left) && e.To != rules.Violation && (e.To == rules.More || !within(m, e.To, left))
	})
}
