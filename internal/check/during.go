package check

import (
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
	"hardbop/internal/result"
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
		for c >= 0 && environ.Hooked(t.about[c].in) == "" && t.about[c].outside {
			c = parents[c]
		}
		if c >= 0 && environ.Hooked(t.about[c].in) != "" {
			t.runs(c, t.about[k].calls.Name)
		}
	}
}

// runs has the call that step c, the call of a hook, is about say that the function called name runs in it: in a header, the call that leads there.
func (t *tracer) runs(c int, name string) {
	ends := environ.Ends(t.about[c].in)
	waits := !ends && kinds.Known().Waits(environ.Hooked(t.about[c].in))
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
	s.Brief, s.Waits, s.Ends = true, waits, ends
	if !slices.Contains(s.Runs, name) {
		s.Runs = append(s.Runs, name)
	}
}

// standsFor has step c, the call of a hook, stand for the call that it is about, unless that tells a value.
func (t *tracer) standsFor(c int) {
	s, text := &t.steps[c], t.hookedAt(c)
	s.Outside, s.Statement = false, withArguments(text, t.text.line(s.Place))
	for k := c - 1; k >= 0 && t.steps[k].Place == s.Place; k-- {
		call, ok := t.about[k].in.(*cil.Call)
		if ok && !t.about[k].outside && strings.HasSuffix(stepText(call), text) && !strings.Contains(t.steps[k].Remarks(), " = ") {
			t.steps[k].Brief = false
		}
	}
}

// hookedAt is the call of the driver's that step c, the call of a hook, is about, as the source has it; without arguments if that is through a pointer.
func (t *tracer) hookedAt(c int) string {
	f, name := t.p.Prog.FuncNamed(t.steps[c].Func), environ.Hooked(t.about[c].in)
	if f == nil {
		return name + "()"
	}
	for _, n := range f.Nodes {
		in := t.p.inlined.Call(n)
		if in == nil || in.Callee() == nil || find.SourceName(in.Callee()) != name || result.At(n.Pos) != t.steps[c].Place {
			continue
		}
		if l := in.Ret; l != nil && l.IsVar(nil) && l.Base.Kind == cil.Temp {
			in = &cil.Call{Fn: in.Fn, Args: in.Args}
		}
		return cil.SourceInstr(in)
	}
	return name + "()"
}
