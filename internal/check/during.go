package check

import (
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/kinds"
	"hardbop/internal/inline"
)

// This file tells of the driver's calls during which the driver is called itself: who takes a work item back waits until it has run.

// during has the driver's calls say which functions of the driver run in them.
func (t *tracer) during() {
	parents := t.parents()
	for k := range t.steps {
		if !t.called(k) {
			continue
		}
		c := parents[k]
		for c >= 0 && t.about[c].hooked == "" && t.about[c].outside {
			c = parents[c]
		}
		if c >= 0 && t.about[c].hooked != "" {
			t.runs(c, t.about[k].calls.Name)
		}
	}
}

// runs has the call that step c, the call of a hook, is about say that the function called name runs in it: in a header, the call that leads there.
func (t *tracer) runs(c int, name string) {
	waits := kinds.Known().Waits(t.about[c].hooked)
	if t.inHeader(c) {
		for parents := t.parents(); c >= 0 && t.inHeader(c); {
			c = parents[c]
		}
		if c < 0 {
			return
		}
	} else {
		t.standsFor(c)
	}
	s := &t.steps[c]
	s.Brief, s.Waits = true, waits
	if !slices.Contains(s.Runs, name) {
		s.Runs = append(s.Runs, name)
	}
}

// standsFor has step c, the call of a hook, stand for the call that it is about, unless that tells a value.
func (t *tracer) standsFor(c int) {
	s := &t.steps[c]
	s.Outside, s.Statement = false, withArguments(t.about[c].hooks, t.text.line(s.Place))
	for k := c - 1; k >= 0 && t.steps[k].Place == s.Place; k-- {
		call, ok := t.about[k].in.(*cil.Call)
		if ok && !t.about[k].outside && strings.HasSuffix(stepText(call), t.about[c].hooks) && !strings.Contains(t.steps[k].Remarks(), " = ") {
			t.steps[k].Brief = false
		}
	}
}

// hookedAt is the name of the function of whose calls the one at o, of a hook, is told, and what the source says of that call; "" if it is no hook's.
func (p *Prepared) hookedAt(o inline.Origin, in cil.Instr) (name, call string) {
	if name = environ.Hooked(in); name == "" {
		return "", ""
	}
	call, temp := p.statementAt(o, name)
	if _, alone, ok := strings.Cut(call, " = "); ok && temp != nil {
		return name, alone
	}
	return name, call
}
