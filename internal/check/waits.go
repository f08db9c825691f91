package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries"
	"hardbop/internal/prep"
	"hardbop/internal/result"
)

// This file makes one step of a wait: macros such as wait_event are loops with conditions, of which the source has one use. What others have
// changed meanwhile is told with it.

// waits folds what macros that wait become into the statements that have them, and elsewhere what others have changed into the step that reads it.
func (t *tracer) waits() {
	shown := t.shown()
	for i := 0; i < len(shown); {
		n := t.partsOf(shown[i:])
		if !t.wait(shown[i:i+n], shown[i+n:]) {
			n = 1
		}
		i += n
	}
	shown = t.shown()
	for i := len(shown) - 2; i >= 0; i-- {
		if k, next := shown[i], shown[i+1]; t.byOthers(k) && t.oneLine(k, next) && next+1 < len(t.steps) {
			t.steps[k].Brief = false
			t.steps[next].Reads = joined(t.given([]int{k}, ""), t.steps[next].Reads)
		}
	}
}

// partsOf counts the steps at the place of the first, with those of functions that they call, which can be told by one.
func (t *tracer) partsOf(shown []int) int {
	n := 0
	for n < len(shown) && t.foldable(shown[n]) && shown[n]+1 < len(t.steps) && t.partOf(shown[0], shown[n]) {
		n++
	}
	return n
}

// partOf reports whether step k is at the place of step first, or in a function that is called there.
func (t *tracer) partOf(first, k int) bool {
	return t.together(first, k) || t.foldable(k) && t.steps[k].Depth > t.steps[first].Depth
}

// wait folds the steps in run, if they are of a macro that waits: into one that the source has, or the one behind that has its value. It reports whether
// they are.
func (t *tracer) wait(run, behind []int) bool {
	if len(run) == 0 || !t.waitsAt(run[0]) {
		return false
	}
	first := &t.steps[run[0]]
	use, alone := t.macroUse(first.Place)
	told := t.given(run, use)
	switch {
	case use == "" || len(run) == 1 && strings.Contains(first.Text, use):
		return false
	case alone:
		first.Text, first.Note, first.Reads = use, "", told
		run = run[1:]
	case len(behind) > 0 && t.oneLine(run[0], behind[0]) && t.takesValue(behind[0], use):
		next := &t.steps[behind[0]]
		next.Reads = joined(next.Reads, told)
	default:
		return false
	}
	for _, k := range run {
		t.steps[k].Brief = false
	}
	return true
}

// takesValue reports whether step k has the value of the use of a macro, and has it say so.
func (t *tracer) takesValue(k int, use string) bool {
	s := &t.steps[k]
	if to, _, ok := strings.Cut(t.text.from(s.Place), use); ok && toAssign.MatchString(to) {
		s.Text = to + use
	}
	return strings.Contains(s.Text, use)
}

// toAssign matches what stands before the value of an assignment.
var toAssign = regexp.MustCompile(`^[\w.>\[\]-]+ = $`)

// waitsAt reports whether others may change something at the place of step k.
func (t *tracer) waitsAt(k int) bool {
	f := t.p.Prog.FuncNamed(t.steps[k].Func)
	return f != nil && slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool {
		return prep.ByOthers(n.Instr) && result.At(n.Pos) == t.steps[k].Place
	})
}

// byOthers reports whether step k is a change that others make.
func (t *tracer) byOthers(k int) bool {
	return prep.ByOthers(t.about[k].in)
}

// whenChanged says when others have made the change of step k: in a wait, if a function that waits is called before, or by a macro that is there.
func (t *tracer) whenChanged(k int) string {
	if slices.ContainsFunc(t.about[:k], func(a about) bool { c, ok := a.in.(*cil.Call); return ok && callsWait(c) }) {
		return result.WhileWaiting
	}
	f := t.p.Prog.FuncNamed(t.steps[k].Func)
	if f != nil && slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool {
		c := t.p.inlined.Call(n)
		return c != nil && callsWait(c) && result.At(n.Pos) == t.steps[k].Place
	}) {
		return result.WhileWaiting
	}
	return result.ByOthers
}

// callsWait reports whether c is a call of a function that waits.
func callsWait(c *cil.Call) bool { return c.Callee() != nil && c.Callee().Waits }

// given has what steps give variables that a text names, and what others have changed, the last that is known of each.
func (t *tracer) given(run []int, text string) string {
	var notes []string
	at := map[string]int{}
	for _, k := range run {
		name, note := t.gives(k), t.steps[k].Note
		switch base := words.FindString(name); {
		case note == "" || name == "":
			continue
		case t.byOthers(k):
			note = joined(note+" "+t.whenChanged(k), t.storedAt(k))
		case !slices.Contains(words.FindAllString(text, -1), base):
			continue
		}
		if i, again := at[name]; again {
			notes[i] = note
			continue
		}
		at[name], notes = len(notes), append(notes, note)
	}
	return strings.Join(notes, ", ")
}

// storedAt says where other functions of the program store what others have changed at step k: two places at most.
func (t *tracer) storedAt(k int) string {
	l := cil.Stored(t.about[k].in)
	var places []string
	for _, f := range t.p.Prog.Funcs {
		if f.Name == t.steps[k].Func || f.Name == entries.Name || ofSystem(f.Pos.File) || t.p.outside(f.Pos.File) {
			continue
		}
		for _, n := range f.Nodes {
			in, ok := n.Instr.(*cil.Assign)
			at := result.At(n.Pos)
			if ok && sameMember(in.L, l) && t.text.assigns(at, in.L) && !slices.Contains(places, at.String()) {
				places = append(places, at.String())
			}
		}
	}
	switch n := len(places); n {
	case 0:
		return ""
	case 1, 2:
		return "stored at " + strings.Join(places, " and ")
	default:
		return fmt.Sprintf("stored at %s and %d other places", places[0], n-1)
	}
}

// assigns reports whether the source assigns l by its name at a place: initialisers don't, nor do allocations of memory that is zero.
func (a asText) assigns(at result.Place, l *cil.Lval) bool {
	text := statement(a.from(at))
	if end := strings.LastIndex(text, "="); end >= 0 {
		text = text[:end]
	}
	named := words.FindAllString(cil.SourceLval(l), -1)
	return len(named) > 0 && slices.Contains(words.FindAllString(text, -1), named[len(named)-1])
}

// sameMember reports whether two lvalues are the same member of a struct, whichever one, or the same variable.
func sameMember(a, b *cil.Lval) bool {
	if len(a.Path) == 0 || len(b.Path) == 0 {
		return len(a.Path)+len(b.Path) == 0 && a.Base != nil && a.Base == b.Base
	}
	f, g := a.Path[len(a.Path)-1].Field, b.Path[len(b.Path)-1].Field
	return f != nil && f == g
}

// gives is what step k gives a value; "" if that is nothing that has a name in the source.
func (t *tracer) gives(k int) string {
	var l *cil.Lval
	switch in := t.about[k].in.(type) {
	case *cil.Assign:
		l = in.L
	case *cil.Call:
		l = in.Ret
	case *cil.Havoc:
		l = in.L
	}
	if l == nil || l.Base != nil && l.Base.Kind == cil.Temp || l.Base == nil && !t.byOthers(k) {
		return ""
	}
	return cil.SourceLval(l)
}

// beforeStatement matches what may stand in a line before a statement.
var beforeStatement = regexp.MustCompile(`(^|[;{}:)]|\belse)\s*$`)

// macroUse is the use of a macro that begins at a place, as the source has it; alone says that it is a statement. It is "" if none does.
func (t *tracer) macroUse(at result.Place) (use string, alone bool) {
	line := t.text.line(at)
	text := t.text.from(at)
	m := macroCall.FindStringSubmatch(text)
	if m == nil || t.p.Prog.FuncNamed(m[1]) != nil {
		return "", false
	}
	args := balanced(text[len(m[0]):])
	use = m[0] + args + ")"
	behind, ok := strings.CutPrefix(text, use)
	if !ok {
		return "", false
	}
	return use, strings.HasPrefix(strings.TrimSpace(behind), ";") && beforeStatement.MatchString(line[:at.Col-1])
}
