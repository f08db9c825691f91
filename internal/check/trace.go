package check

import (
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/inline"
	"hardbop/internal/models"
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
	t := p.tracer(p.procedures())
	for i, s := range way.Steps {
		note := ""
		if i < len(notes) {
			note = notes[i]
		}
		t.step(s, note, i < len(needed) && needed[i])
		t.follow(way, i, note)
	}
	if t.event >= 0 {
		t.steps[t.event].Needed = true // the path ends in it
	}
	steps := t.brief()
	p.asWritten(t.text, steps)
	t.fold()
	t.still(steps)
	return steps
}

// tracer makes a trace.
type tracer struct {
	p       *Prepared
	rule    map[*cil.Func]bool
	steps   []result.Step
	about   []about   // of each of steps
	last    *cil.Node // what the last of steps is the step of
	event   int       // the index of the rule's event whose code the path is in; -1 outside
	depth   int       // of the function that the path is in
	open    []call    // of its callers
	inlined map[*cil.Node]int
	told    told
	text    asText
}

// call is an open one: the depth of its caller, and its step, -1 if it has none.
type call struct{ depth, step int }

// about is what is known of a step besides.
type about struct {
	in      cil.Instr // nil of an event
	node    *cil.Node // of a branch: which it is
	taken   int       // and the side of it
	calls   *cil.Func // whom a call enters; nil if it is none
	returns bool
	depth   int      // of calls, fewer than none in the start function
	ends    bool     // the program ends there
	outside bool     // it is the environment's, a model's, or the start's
	input   bool     // it gives a variable an arbitrary value
	result  string   // of a call: what its result gives a value
	told    bool     // what it gives a variable is told where that is read
	temp    *cil.Var // of an event: the variable that the source doesn't have which gets the call's result
	effect  bool     // it is a part of what a call of a function without a body changes
}

func (p *Prepared) tracer(rule map[*cil.Func]bool) *tracer {
	return &tracer{p: p, rule: rule, event: -1, inlined: map[*cil.Node]int{}, told: newTold(), text: textOf(p.Prog)}
}

// step adds the step s if people see it. Its note is one of the call or return that it is a
// part of, if that has none; what the rule's code gets for an event has only names of its own.
func (t *tracer) step(s path.Step, note string, needed bool) {
	o := t.p.inlined.Origin(s.Node)
	if o.Part != inline.Step {
		t.passes(o, s.Node, note, needed)
		t.told.reads(t, s.Node, -1, needed)
		return
	}
	in := t.p.inlined.Instr(s.Node)
	step := result.Step{Place: result.At(s.Node.Pos), Func: o.Func.Name, Depth: max(t.depth+len(o.Chain)-1, 0),
		Text: stepText(in), Note: note, Rule: t.rule[o.Func], Needed: needed}
	hidden := s.Node.Pos.Line <= 0 || o.Func.Name == entries.Name
	if _, ok := in.(*cil.Assume); ok && !strings.Contains(t.text.line(step.Place), "assume") {
		hidden = true // what is known of a call's result, say
	}
	c, isCall := in.(*cil.Call)
	switch {
	case isCall && !step.Rule && t.rule[c.Callee()]:
		if hidden {
			step.Place, step.Func = t.end(s.Node, c.Callee()), ""
		}
		var temp *cil.Var
		event := t.p.Rule.EventNames[c.Callee()]
		step.Statement, temp = t.p.statementAt(o, event)
		if words := markWords(event); words != "" {
			step.Statement = words
		}
		if strings.HasPrefix(event, environ.FreedMark) {
			t.inDriver(&step)
		}
		t.happens(step, c.Callee())
		t.about[len(t.about)-1].temp = temp
		t.last = o.Node
		return
	case isCall && c.As != nil: // told where the result is stored
		hidden = true
	case hidden && isCall && c.Callee() != nil && t.p.starts(c.Callee()):
		step.Place, step.Func, hidden = result.At(c.Callee().Pos), "", false
	}
	if step.Text == "" || hidden {
		t.told.reads(t, s.Node, -1, needed)
		return
	}
	if side := branchNote(s); side != "" {
		step.Note = side
	}
	t.last = o.Node
	t.add(step, in)
	k := len(t.steps) - 1
	if _, ok := in.(*cil.Branch); ok {
		t.about[k].node, t.about[k].taken = s.Node, s.Taken
	}
	t.about[k].depth = t.depth + len(o.Chain) - 1
	t.told.reads(t, s.Node, k, needed)
	if isCall {
		t.inlined[o.Node] = k
	}
}

// passes adds what an argument or a result of a call gets, at n, to the call's step, or the return's.
func (t *tracer) passes(o inline.Origin, n *cil.Node, note string, needed bool) {
	last := len(t.steps) - 1
	switch k, open := t.inlined[o.Node]; {
	case o.Part == inline.Glue:
		if _, ok := n.Instr.(*cil.Assign); ok && open {
			t.about[k].result = note
		}
	case o.Part == inline.Pass && last >= 0 && t.last == o.Node:
		s := &t.steps[last]
		s.Needed = s.Needed || needed
		f := t.about[last].calls
		switch calls := f != nil; {
		case calls && (cil.IsPointer(n.Instr.(*cil.Assign).L.Type()) || ofSystem(f.Pos.File)): // as the call says
		case !s.Event && (s.Note == "" || calls):
			s.Note = joined(s.Note, note)
		}
	}
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// end is the place of an event that happens in the start function, such as the end of the program:
// where the function returned, or where the path was last.
func (t *tracer) end(n *cil.Node, handler *cil.Func) result.Place {
	for k := len(t.steps) - 1; k >= 0; k-- {
		if t.about[k].returns && !t.about[k].outside && !t.steps[k].Rule {
			t.about[k].ends = true
			return t.steps[k].Place
		}
	}
	if n.Pos.Line > 0 {
		return result.At(n.Pos)
	}
	return result.At(handler.Pos)
}

// inDriver gives s the place of the driver's last statement, which the environment tells something of.
func (t *tracer) inDriver(s *result.Step) {
	for k := len(t.steps) - 1; k >= 0; k-- {
		if last := &t.steps[k]; !t.about[k].outside && !last.Rule && last.Place.Line > 0 {
			s.Place, s.Func, s.Depth = last.Place, last.Func, last.Depth
			return
		}
	}
}

// happens adds the rule's event whose code is in f; s is the call of it.
func (t *tracer) happens(s result.Step, f *cil.Func) {
	s.Text, s.Note, s.Rule, s.Event = t.p.Rule.EventNames[f], "", true, true
	t.event = len(t.steps)
	t.steps, t.about = append(t.steps, s), append(t.about, about{})
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
			e.Note = joined(e.Note, s.Note)
		}
	}
	a := about{in: in, outside: t.p.outside(s.Place.File) || s.Func == "" || environ.Woven(in)}
	s.Outside = a.outside
	switch in := in.(type) {
	case *cil.Call:
		if f := in.Callee(); f != nil && f.HasBody() {
			a.calls = f
		}
	case *cil.Return:
		a.returns = true
	case *cil.Havoc:
		a.input = arbitrary(in)
		a.effect = strings.HasPrefix(in.Why, "call of ")
	}
	t.steps, t.about = append(t.steps, s), append(t.about, a)
}

// outside reports whether positions in the file are in the environment or in a model.
func (p *Prepared) outside(file string) bool {
	return p.environment != "" && file == p.environment || models.Is(file)
}

// model reports whether the step is a call of a model.
func (a about) model() bool { return a.calls != nil && models.Is(a.calls.Pos.File) }

// starts reports whether f is a function of the program's own that the start function calls.
func (p *Prepared) starts(f *cil.Func) bool {
	return f.Pos.Line > 0 && f.Name != "main" && !p.outside(f.Pos.File)
}

// follow goes into the function that step i enters, or back to where it was called.
func (t *tracer) follow(way *path.Path, i int, note string) {
	n := way.Steps[i].Node
	switch {
	case n == n.Func.Exit && len(t.open) > 0:
		c := t.open[len(t.open)-1]
		t.depth, t.open = c.depth, t.open[:len(t.open)-1]
		if c.step >= 0 {
			t.about[c.step].result = note
		}
	case way.Enters(i):
		c := call{t.depth, -1}
		if k := len(t.steps) - 1; k >= 0 && t.last == t.p.inlined.Origin(n).Node {
			c.step = k
			t.about[k].calls = way.Steps[i+1].Node.Func
		}
		t.open = append(t.open, c)
		t.depth += 1 + len(t.p.inlined.Origin(n).Chain)
	}
}

// markWords says in words what an environment tells rules by a mark; "" of other events.
func markWords(event string) string {
	name, _, _ := strings.Cut(event, ".")
	if !environ.IsMark(name) {
		return ""
	}
	switch {
	case strings.HasPrefix(name, environ.FreedMark):
		return "the " + armedObject(name) + " in it is pending"
	case strings.HasPrefix(name, environ.UnloadedMark):
		return "a " + armedObject(name) + " is pending when the module is gone"
	}
	switch strings.TrimPrefix(name, "hardbop_") {
	case "context_process":
		return "in process context"
	case "context_atomic":
		return "in atomic context"
	case "context_interrupt":
		return "in an interrupt"
	case "callback_result":
		return "the result of the callback"
	case "dispatch_begin":
		return "a request is dispatched"
	case "dispatch_end":
		return "the dispatch routine has returned"
	case "start_io_begin":
		return "StartIo is called"
	case "start_io_end":
		return "StartIo has returned"
	case "request_begin":
		return "there is a request"
	}
	return ""
}

// armedObject is the kind of object that a mark is about.
func armedObject(mark string) string {
	switch {
	case strings.Contains(mark, "timer"):
		return "timer"
	case strings.Contains(mark, "tasklet"):
		return "tasklet"
	}
	return "work item"
}

// statementAt is the statement at which the event called name happens, whose code the call at o is
// of, and the variable that it gives a value if the source doesn't have it; "" for one that isn't at a call.
func (p *Prepared) statementAt(o inline.Origin, name string) (text string, temp *cil.Var) {
	f, _, _ := strings.Cut(name, ".")
	for _, n := range o.Func.Nodes {
		if n.Pos != o.Node.Pos {
			continue
		}
		if c := p.inlined.Call(n); c != nil && c.Callee() != nil && find.SourceName(c.Callee()) == f {
			if c.Ret != nil && c.Ret.IsVar(nil) && c.Ret.Base.Kind == cil.Temp {
				temp = p.inlined.Source(c.Ret.Base)
			}
			return cil.SourceInstr(p.inlined.Instr(n)), temp
		}
	}
	return "", nil
}

// stepText is what the source says of in. A result that a hook alone looks at the source doesn't mention.
func stepText(in cil.Instr) string {
	switch in := in.(type) {
	case *cil.Skip:
		return ""
	case *cil.Call:
		if environ.Kept(in.Ret) {
			return cil.SourceInstr(&cil.Call{Fn: in.Fn, Args: in.Args})
		}
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
