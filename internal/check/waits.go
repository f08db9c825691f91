package check

import (
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/cil"
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
		t.wait(shown[i:i+n], shown[i+n:])
		i += max(n, 1)
	}
	shown = t.shown()
	for i := len(shown) - 2; i >= 0; i-- {
		if k, next := shown[i], shown[i+1]; t.byOthers(k) && t.oneLine(k, next) && next+1 < len(t.steps) {
			t.steps[k].Brief = false
			t.steps[next].Reads = joined(t.meanwhile([]int{k}), t.steps[next].Reads)
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

// wait folds the steps in run, if they are of a macro that waits: into one that the source has, or the one behind that has its value.
func (t *tracer) wait(run, behind []int) {
	if len(run) == 0 || !t.waitsIn(run) {
		return
	}
	first := &t.steps[run[0]]
	use, alone := t.macroUse(first.Place)
	told := t.meanwhile(run)
	switch {
	case use == "" || len(run) == 1 && strings.Contains(first.Text, use):
		return
	case alone:
		first.Text, first.Note, first.Reads = use, "", told
		run = run[1:]
	case len(behind) > 0 && t.oneLine(run[0], behind[0]) && strings.Contains(t.steps[behind[0]].Text, use):
		next := &t.steps[behind[0]]
		next.Reads = joined(next.Reads, told)
	default:
		return
	}
	for _, k := range run {
		t.steps[k].Brief = false
	}
}

// waitsIn reports whether others may get on at the place of steps, between the first and the last or before.
func (t *tracer) waitsIn(run []int) bool {
	for k := run[len(run)-1]; k >= 0 && (k >= run[0] || t.partOf(run[0], k)); k-- {
		c, _ := t.about[k].in.(*cil.Call)
		if !t.together(run[0], k) {
			continue
		}
		if t.byOthers(k) || c != nil && c.Callee() != nil && c.Callee().Waits {
			return true
		}
	}
	return false
}

// byOthers reports whether step k is a change that others make.
func (t *tracer) byOthers(k int) bool {
	in, ok := t.about[k].in.(*cil.Havoc)
	return ok && prep.ByOthers(in)
}

// meanwhile is what others have changed at steps, the last that is known of each variable.
func (t *tracer) meanwhile(run []int) string {
	var list []string
	for i, k := range run {
		later := func(o int) bool { return t.byOthers(o) && t.steps[o].Text == t.steps[k].Text }
		if note := t.steps[k].Note; t.byOthers(k) && note != "" && !slices.ContainsFunc(run[i+1:], later) {
			list = append(list, note+" (changed while waiting)")
		}
	}
	return strings.Join(list, ", ")
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
