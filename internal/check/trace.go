package check

import (
	"hardbop/internal/cil"
	"hardbop/internal/entries"
	"hardbop/internal/inline"
	"hardbop/internal/path"
	"hardbop/internal/result"
)

// trace makes the steps that people see out of a path: statements with a place in the
// source, calls and returns, the sides of branches, all as they were before calls became
// bodies. notes has what happens at each step.
func (p *Prepared) trace(way *path.Path, notes []string) []result.Step {
	t := &tracer{p: p, rule: p.procedures()}
	for i, s := range way.Steps {
		note := ""
		if i < len(notes) {
			note = notes[i]
		}
		t.step(s, note)
		t.follow(way, i)
	}
	return t.steps
}

// tracer makes a trace.
type tracer struct {
	p     *Prepared
	rule  map[*cil.Func]bool
	steps []result.Step
	last  *cil.Node // what the last of steps is the step of
	depth int       // of the function that the path is in
	open  []int     // that of its callers
}

// step adds the step s if people see it. Its note is one of the call or return that it is a
// part of, if that has none.
func (t *tracer) step(s path.Step, note string) {
	o := t.p.inlined.Origin(s.Node)
	if o.Part != inline.Step {
		if n := len(t.steps); o.Part == inline.Pass && n > 0 && t.last == o.Node && t.steps[n-1].Note == "" {
			t.steps[n-1].Note = note
		}
		return
	}
	text := stepText(t.p.inlined.Instr(s.Node))
	if text == "" || s.Node.Pos.Line <= 0 || o.Func.Name == entries.Name {
		return
	}
	if side := branchNote(s); side != "" {
		note = side
	}
	t.steps = append(t.steps, result.Step{Place: result.At(s.Node.Pos), Func: o.Func.Name, Depth: max(t.depth+len(o.Chain)-1, 0),
		Text: text, Note: note, Rule: t.rule[o.Func]})
	t.last = o.Node
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
	return cil.InstrString(in)
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
