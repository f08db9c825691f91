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
// what the program ends with is told so only then, or if the function itself has left it so and no callback ends it.
func (t *tracer) still(steps []result.Step) {
	r := result.Result{Trace: steps}
	since := r.Since()
	if since == nil {
		return
	}
	last, changed, after := -1, -1, false
	for k := range steps {
		if &steps[k] == since {
			changed, after = k, true
		}
		if after && last >= 0 && t.called(k) {
			break
		}
		if after && t.about[k].returns && !t.about[k].outside && !steps[k].Rule {
			last = k
		}
		if k+1 == len(steps) && !r.AtEnd() {
			return
		}
	}
	if last < 0 {
		return
	}
	s := &steps[last]
	left := leftBy(since.Note)
	s.Cause = t.p.lasting(s.Func, left)
	if s.Cause || !r.AtEnd() || since.Func == s.Func && t.p.unended(left) {
		s.Left, s.Brief = t.p.leftSo(since.Note, s.Cause), true
		t.forgets(changed, last, left)
		t.ends(steps, s)
	}
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
// has returned at step last: the innermost that has code to end what was left, and has returned without. Functions that are meant to leave
// the state changed, such as wrappers of locks, have no such code; of the callback itself its own return is told.
func (t *tracer) forgets(changed, last int, left []stateValue) {
	parents := t.parents()
	c := parents[changed]
	for c >= 0 && t.about[c].depth >= t.steps[changed].Depth {
		c = parents[c] // it has returned
	}
	able := t.p.enders(left)
	for ; c >= 0 && !t.called(c); c = parents[c] {
		f := t.about[c].calls
		if !able[f] || t.p.outside(f.Pos.File) {
			continue
		}
		for k := changed + 1; k < last; k++ {
			if s := &t.steps[k]; t.about[k].returns && !s.Rule && s.Func == f.Name && s.Depth == t.steps[c].Depth+1 {
				s.Forgets, s.Brief = t.p.leftSo(t.steps[changed].Note, t.steps[last].Cause), true
				return
			}
		}
	}
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
