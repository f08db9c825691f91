package check

import (
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/environ"
	"hardbop/internal/models"
	"hardbop/internal/result"
)

// This file chooses the steps that a trace in brief shows.

// brief marks the steps in brief: those that the violation depends on, but not the insides of the
// environment, of models, of functions in headers of a system and of the rule, for which the calls of them stand; the calls that lead to
// what is shown; and each call of the driver by the environment, with its return.
func (t *tracer) brief() []result.Step {
	parents := t.parents()
	for k := range t.steps {
		s, a := &t.steps[k], t.about[k]
		switch {
		case t.called(k):
			s.Brief, s.Says = true, "call of "+a.calls.Name
			if at := result.At(a.calls.Pos); at.File != s.Place.File {
				s.Target = &at
			}
		case s.Event:
			s.Brief = s.Needed || s.Note != ""
		case s.Rule || a.outside || a.told || t.inHeader(k) && k+1 < len(t.steps):
		case a.returns && (a.ends || parents[k] >= 0 && t.called(parents[k])):
			s.Brief = true
		default:
			s.Brief = s.Needed || k+1 == len(t.steps)
		}
	}
	t.switches(t.text)
	t.chains()
	t.filled()
	t.effects()
	t.empties()
	t.lead(parents)
	t.leaves(parents)
	t.merge()
	return t.steps
}

// filled leaves out that a variable has no value yet where the next that is done with it is a call that fills it.
func (t *tracer) filled() {
	for k := range t.steps {
		in, ok := t.about[k].in.(*cil.Havoc)
		if !ok || !t.steps[k].Brief || in.Why != "uninitialised" || in.L.Base == nil {
			continue
		}
		name := regexp.MustCompile(`\b` + regexp.QuoteMeta(cil.SourceLval(&cil.Lval{Base: in.L.Base})) + `\b`)
		for j := k + 1; j < len(t.steps); j++ {
			if s := &t.steps[j]; s.Func != t.steps[k].Func || s.Depth != t.steps[k].Depth || s.Rule || !name.MatchString(s.Text) {
				continue
			}
			t.steps[k].Brief = !t.fills(j, in.L.Base, name)
			break
		}
	}
}

// fills reports whether step j is a call that gets the address of v and gives it a value.
func (t *tracer) fills(j int, v *cil.Var, name *regexp.Regexp) bool {
	f := t.about[j].calls
	if _, ok := t.about[j].in.(*cil.Call); !ok || f != nil && !models.Is(f.Pos.File) || !strings.Contains(t.steps[j].Text, "&"+name.FindString(t.steps[j].Text)) || len(name.FindAllString(t.steps[j].Text, -1)) > 1 {
		return false
	}
	for _, part := range strings.Split(t.steps[j].Note, ", ") {
		if at := name.FindStringIndex(part); at != nil && at[0] == 0 {
			return true
		}
	}
	for j++; j < len(t.steps) && t.about[j].effect && t.steps[j].Place == t.steps[j-1].Place; j++ {
		if in, ok := t.about[j].in.(*cil.Havoc); ok && in.L.Base == v {
			return true
		}
	}
	return false
}

// effects has the call of a function without a body stand for what it changes.
func (t *tracer) effects() {
	for k := range t.steps {
		if !t.about[k].effect || !t.steps[k].Brief || k+1 == len(t.steps) {
			continue
		}
		t.steps[k].Brief = false
		for i := k - 1; i >= 0 && t.steps[i].Place == t.steps[k].Place; i-- {
			if s := &t.steps[i]; !t.about[i].effect {
				s.Brief = s.Brief || !s.Rule && !t.about[i].outside
				break
			}
		}
	}
}

// called reports whether step k is a call of a function of the program's own from outside of it.
func (t *tracer) called(k int) bool {
	a := t.about[k]
	return a.calls != nil && a.outside && !t.steps[k].Rule && t.steps[k].Place.Line > 0 && !t.p.outside(a.calls.Pos.File) && a.calls.Pos.Line > 0
}

// parents finds for each step the call that it is in; -1 if that is none of the steps.
func (t *tracer) parents() []int {
	list := make([]int, len(t.steps))
	var open []int
	for k, s := range t.steps {
		for len(open) > 0 && t.about[open[len(open)-1]].depth >= t.about[k].depth && !s.Rule {
			open = open[:len(open)-1]
		}
		list[k] = -1
		if len(open) > 0 {
			list[k] = open[len(open)-1]
		}
		if t.about[k].calls != nil && !s.Rule {
			open = append(open, k)
		}
	}
	return list
}

// lead marks the calls that lead to what is shown, and those of models that something depends on.
func (t *tracer) lead(parents []int) {
	for k := range t.steps {
		if t.steps[k].Brief || t.steps[k].Needed && (t.about[k].outside || t.inHeader(k)) {
			for c := parents[k]; c >= 0; c = parents[c] {
				switch {
				case environ.Woven(t.about[c].in):
					t.hooked(c)
				case !t.about[c].outside && (t.steps[k].Brief || !t.inHeader(c)):
					t.steps[c].Brief = true
				}
			}
		}
	}
}

// hooked marks the call that the hook which step c calls is about: in the environment's words it has told of a timer, say.
func (t *tracer) hooked(c int) {
	for k := c - 1; k >= 0 && t.steps[k].Place == t.steps[c].Place; k-- {
		if _, ok := t.about[k].in.(*cil.Call); ok && !t.about[k].outside {
			t.steps[k].Brief = !t.inHeader(k)
			return
		}
	}
}

// inHeader reports whether step k is in a function that a header of a system defines.
func (t *tracer) inHeader(k int) bool { return !t.steps[k].Rule && ofSystem(t.steps[k].Place.File) }

// systemHeader matches the names of headers that aren't a driver's own: those in the system's folders, and those of a kernel.
var systemHeader = regexp.MustCompile(`^/usr/.*/include/|(^|/)(include/(linux|uapi|vdso|asm-generic|net|crypto)|arch/[^/]+/include)/`)

func ofSystem(file string) bool { return systemHeader.MatchString(file) }

// leaves folds calls that just return something: what they return is told with the call, as it is of
// models.
func (t *tracer) leaves(parents []int) {
	more := make([]bool, len(t.steps)) // whether a call shows more than that
	for k, s := range t.steps {
		if c := parents[k]; c >= 0 && s.Brief && !t.about[k].returns && !t.about[k].input {
			more[c] = true
		}
	}
	for k := range t.steps {
		s, a := &t.steps[k], t.about[k]
		switch {
		case a.model():
			s.Note = a.result
			continue
		case !s.Brief || a.calls == nil || more[k] || t.called(k):
			continue
		}
		s.Note = joined(s.Note, a.result)
		for i := k + 1; i < len(t.steps); i++ {
			if parents[i] == k {
				t.steps[i].Brief = false
			}
		}
	}
}

// merge leaves out calls whose statement stands at an event beside: the event tells what they
// return.
func (t *tracer) merge() {
	for k := range t.steps {
		s := &t.steps[k]
		if _, ok := t.about[k].in.(*cil.Call); !s.Brief || s.Event || !ok && t.about[k].calls == nil {
			continue
		}
		for _, e := range t.beside(k) {
			if e.Statement != "" && e.Statement == s.Text && e.Place == s.Place {
				s.Brief, e.Reads = false, joined(e.Reads, s.Note)
				break
			}
		}
	}
}

// beside lists the events shown before and behind step k, without another step of the function
// between them.
func (t *tracer) beside(k int) []*result.Step {
	var list []*result.Step
	for i := k - 1; i >= 0; i-- {
		if s := &t.steps[i]; s.Event && s.Brief {
			list = append(list, s)
			break
		} else if !s.Rule && !t.beneath(i) {
			break
		}
	}
	for i := k + 1; i < len(t.steps); i++ {
		s := &t.steps[i]
		if s.Event && s.Brief && s.Depth <= t.steps[k].Depth {
			list = append(list, s)
			break
		} else if !s.Rule && !t.beneath(i) && s.Depth <= t.steps[k].Depth {
			break
		}
	}
	slices.Reverse(list)
	return list
}

// beneath reports whether step i is a part of the call before it.
func (t *tracer) beneath(i int) bool {
	return t.about[i].effect || !t.steps[i].Brief && t.asksForNothing(i)
}

// passesOn reports whether step k is a branch that only passes on to the next one, which compares the
// same with another constant: one of a chain that it isn't.
func (t *tracer) passesOn(k int) bool {
	if k+1 >= len(t.steps) || t.steps[k].Note != "false" || t.steps[k].Func != t.steps[k+1].Func {
		return false
	}
	this, ok := comparedBy(t.steps[k].Text)
	next, also := comparedBy(t.steps[k+1].Text)
	return ok && also && this == next
}

// comparedBy returns what a branch compares with a constant.
func comparedBy(text string) (what string, ok bool) {
	inner, isBranch := strings.CutPrefix(text, "if (")
	what, constant, ok := strings.Cut(strings.TrimSuffix(inner, ")"), " == ")
	return what, isBranch && ok && strings.Trim(constant, "-0123456789") == ""
}

// told remembers which variables have an arbitrary value: a branch that is the first to read one tells
// it, in the place of the step at which the variable got it.
type told struct{ waiting map[*cil.Var]int }

func newTold() told { return told{map[*cil.Var]int{}} }

// reads looks at the statement at n, which is step k; -1 if it is none.
func (d told) reads(t *tracer, n *cil.Node, k int, needed bool) {
	switch in := n.Instr.(type) {
	case *cil.Havoc:
		delete(d.waiting, in.L.Base)
		if v := in.L.Base; k >= 0 && needed && in.L.IsVar(nil) && arbitrary(in) && cil.IsScalar(v.Type) && !v.AddrTaken {
			d.waiting[v] = k
		}
		return
	case *cil.Branch:
		d.tell(t, in.E, k, needed)
	case *cil.Assume:
		d.tell(t, in.E, k, needed)
	default:
		if needed {
			d.stay(in)
		}
	}
	if a, ok := n.Instr.(*cil.Assign); ok && a.L.IsVar(nil) {
		delete(d.waiting, a.L.Base)
	}
}

// arbitrary reports whether the value comes from nowhere in the program.
func arbitrary(in *cil.Havoc) bool {
	return in.Why == "uninitialised" || strings.HasPrefix(in.Why, "__VERIFIER_nondet")
}

// tell has step k tell the values of what waits and is read by e.
func (d told) tell(t *tracer, e cil.Expr, k int, needed bool) {
	if !needed {
		return
	}
	for _, v := range cil.Vars(e) {
		from, ok := d.waiting[v]
		if !ok {
			continue
		}
		delete(d.waiting, v)
		if note := t.steps[from].Note; k >= 0 && note != "" {
			t.steps[k].Reads = joined(t.steps[k].Reads, note)
			t.about[from].told = true
		}
	}
}

// stay has variables that in reads no more waiting.
func (d told) stay(in cil.Instr) {
	cil.EachExpr(in, func(e cil.Expr) {
		for _, v := range cil.Vars(e) {
			delete(d.waiting, v)
		}
	})
}
