package report

import (
	"fmt"
	"strings"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

// trace writes all steps, indented by the depth of calls.
func (p paint) trace(b *strings.Builder, steps []result.Step) {
	if len(steps) == 0 {
		return
	}
	b.WriteString("  trace:\n")
	width := placeWidth(steps)
	for _, s := range steps {
		p.step(b, s, width)
	}
}

// brief writes the steps that the violation depends on, and how many are left out between them.
// What the rule's own code does is told in a word with its event. Without such steps, as of
// results that others made, it writes all.
func (p paint) brief(b *strings.Builder, r *result.Result) {
	steps := r.Trace
	var shown []result.Step
	var before []int // the number of steps left out before each
	folded := 0
	keep := Brief(steps)
	for i, s := range steps {
		switch {
		case keep[i]:
			shown, before, folded = append(shown, s), append(before, folded), 0
		case !s.Rule || s.Event:
			folded++
		}
	}
	if len(shown) == len(steps) || len(shown) == 0 {
		p.trace(b, steps)
		return
	}
	fmt.Fprintf(b, "  trace: %d of %d steps, %s (--full shows all)\n", len(shown), len(steps), Chosen(r.Slice))
	width := placeWidth(shown)
	for i, s := range shown {
		if before[i] >= worthALine {
			fmt.Fprintf(b, "    %-*s   %s\n", width, "", p.dim("... "+count(before[i], "step")))
		}
		p.step(b, s, width)
	}
}

// Chosen says how the steps of a trace in brief were chosen.
func Chosen(s *result.Slice) string {
	if s != nil && s.Proved {
		return "proved to suffice for the violation"
	}
	return "those that the violation depends on"
}

// Brief reports which steps a trace in brief shows: those that the violation depends on, apart from
// what the rule's own code does for its events.
func Brief(steps []result.Step) []bool {
	keep := make([]bool, len(steps))
	for i, s := range steps {
		keep[i] = (matters(s) || i+1 == len(steps) && !s.Rule) && !passesOn(steps[i:])
	}
	return keep
}

// worthALine is how many steps have to be left out in one place to be counted there.
const worthALine = 4

// matters reports whether s is shown in brief: steps that the violation depends on, and events
// that change the rule's state.
func matters(s result.Step) bool {
	return s.Needed && !s.Rule || s.Event && (s.Needed || s.Note != "")
}

// passesOn reports whether the first step is a branch that only passes on to the next one, which
// compares the same with another constant: one of the cases of a switch that it isn't.
func passesOn(steps []result.Step) bool {
	if len(steps) < 2 || steps[0].Note != "false" || steps[0].Func != steps[1].Func {
		return false
	}
	this, ok := compared(steps[0].Text)
	next, also := compared(steps[1].Text)
	return ok && also && this == next
}

// compared returns what a branch compares with a constant.
func compared(text string) (what string, ok bool) {
	inner, isBranch := strings.CutPrefix(text, "if (")
	what, constant, ok := strings.Cut(strings.TrimSuffix(inner, ")"), " == ")
	return what, isBranch && ok && strings.Trim(constant, "-0123456789") == ""
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

func placeWidth(steps []result.Step) int {
	width := 0
	for _, s := range steps {
		width = max(width, len(source.Printable(s.Place.String())))
	}
	return width
}

// step writes one step. Events of the rule are marked by a star, what the rule's code does for
// them by a dot.
func (p paint) step(b *strings.Builder, s result.Step, width int) {
	mark := "  "
	switch {
	case s.Event:
		mark = "* "
	case s.Rule:
		mark = ". "
	}
	place, text := fmt.Sprintf("%-*s", width, source.Printable(s.Place.String())), source.Printable(s.Text)
	if s.Event {
		text = p.bold(text)
	}
	fmt.Fprintf(b, "    %s %s%s%s", p.dim(place), mark, strings.Repeat("  ", max(s.Depth, 0)), text)
	if s.Note != "" {
		fmt.Fprintf(b, "    [%s]", source.Printable(s.Note))
	}
	b.WriteByte('\n')
}
