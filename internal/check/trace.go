package check

import (
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries"
	"hardbop/internal/inline"
	"hardbop/internal/path"
	"hardbop/internal/result"
)

// trace makes the steps that people see out of a path: statements with a place in the
// source, calls and returns, the sides of branches, all as they were before calls became
// bodies. notes has what happens at each step.
//
// needed has the steps that the end depends on ([newton.Slicer]). An event of the rule, with the
// rule's code for it, is needed if one of that code's steps is.
func (p *Prepared) trace(way *path.Path, notes []string, needed []bool) []result.Step {
	t := &tracer{p: p, rule: p.procedures(), event: -1}
	for i, s := range way.Steps {
		note := ""
		if i < len(notes) {
			note = notes[i]
		}
		t.step(s, note, i < len(needed) && needed[i])
		t.follow(way, i)
	}
	if t.event >= 0 {
		t.steps[t.event].Needed = true // the path ends in it
	}
	return t.steps
}

// tracer makes a trace.
type tracer struct {
	p     *Prepared
	rule  map[*cil.Func]bool
	steps []result.Step
	last  *cil.Node // what the last of steps is the step of
	event int       // the index of the rule's event whose code the path is in; -1 outside
	depth int       // of the function that the path is in
	open  []int     // that of its callers
}

// step adds the step s if people see it. Its note is one of the call or return that it is a
// part of, if that has none; what the rule's code gets for an event has only names of its own.
func (t *tracer) step(s path.Step, note string, needed bool) {
	o := t.p.inlined.Origin(s.Node)
	if o.Part != inline.Step {
		if n := len(t.steps); o.Part == inline.Pass && n > 0 && t.last == o.Node {
			t.steps[n-1].Needed = t.steps[n-1].Needed || needed
			if t.steps[n-1].Note == "" && !t.steps[n-1].Event {
				t.steps[n-1].Note = note
			}
		}
		return
	}
	in := t.p.inlined.Instr(s.Node)
	step := result.Step{Place: result.At(s.Node.Pos), Func: o.Func.Name, Depth: max(t.depth+len(o.Chain)-1, 0),
		Text: stepText(in), Note: note, Rule: t.rule[o.Func], Needed: needed}
	hidden := s.Node.Pos.Line <= 0 || o.Func.Name == entries.Name
	if c, ok := in.(*cil.Call); ok && !step.Rule && t.rule[c.Callee()] {
		if hidden {
			step.Place, step.Func = result.At(c.Callee().Pos), ""
		}
		t.happens(step, c.Callee())
		t.last = o.Node
		return
	}
	if step.Text == "" || hidden {
		return
	}
	if side := branchNote(s); side != "" {
		step.Note = side
	}
	t.last = o.Node
	t.add(step, in)
}

// happens adds the rule's event whose code is in f; s is the call of it.
func (t *tracer) happens(s result.Step, f *cil.Func) {
	s.Text, s.Note, s.Rule, s.Event = t.p.Rule.EventNames[f], "", true, true
	t.event = len(t.steps)
	t.steps = append(t.steps, s)
}

// add adds a step whose instruction is in. What the rule's code assigns is told with its event.
func (t *tracer) add(s result.Step, in cil.Instr) {
	switch {
	case !s.Rule:
		t.event = -1
	case t.event >= 0:
		e := &t.steps[t.event]
		e.Needed = e.Needed || s.Needed
		if _, ok := in.(*cil.Assign); ok && s.Note != "" {
			e.Note = strings.TrimPrefix(e.Note+", "+s.Note, ", ")
		}
	}
	t.steps = append(t.steps, s)
}

// follow goes into the function that step i enters, or back to where it was called.
func (t *tracer) follow(way *path.Path, i int) {
	n := way.Steps[i].Node
	switch {
	case n == n.Func.Exit && len(t.open) > 0:
		t.depth = t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
	case way.Enters(i):
		t.open = append(t.open, t.depth)
		t.depth += 1 + len(t.p.inlined.Origin(n).Chain)
	}
}

func stepText(in cil.Instr) string {
	if _, ok := in.(*cil.Skip); ok {
		return ""
	}
	return cil.SourceInstr(in)
}

func branchNote(s path.Step) string {
	if _, ok := s.Node.Instr.(*cil.Branch); !ok || len(s.Node.Succs) != 2 {
		return ""
	}
	if s.Taken == 0 {
		return "true"
	}
	return "false"
}
