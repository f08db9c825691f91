package report

import (
	"fmt"
	"regexp"
	"slices"
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
	told := toldBeside(steps, keep)
	for i, s := range steps {
		switch {
		case keep[i]:
			shown, before, folded = append(shown, s), append(before, folded), 0
		case s.Outside, s.Rule && !s.Event, s.Needed, told[i]:
		default:
			folded++
		}
	}
	if len(shown) == len(steps) || len(shown) == 0 {
		p.trace(b, steps)
		return
	}
	fmt.Fprintf(b, "  trace: %d of %d steps, %s (--full shows all%s)\n", len(shown), len(steps), Chosen(r.Slice), whereIs(shown))
	width := placeWidth(shown)
	var depth shownDepth
	for i, s := range shown {
		if before[i] >= worthALine {
			fmt.Fprintf(b, "    %-*s   %s\n", width, "", p.dim("... "+count(before[i], "step")))
		}
		s.Depth = depth.of(s)
		p.step(b, s, width)
	}
}

// whereIs says where to read the environment, if some of the steps are there.
func whereIs(steps []result.Step) string {
	if !slices.ContainsFunc(steps, func(s result.Step) bool { return s.Place.File == "environment" }) {
		return ""
	}
	return "; --env-out FILE writes the environment"
}

// toldBeside reports which steps are parts of a line that a step which is kept tells, the one before or behind.
func toldBeside(steps []result.Step, keep []bool) []bool {
	told := make([]bool, len(steps))
	for i, s := range steps {
		for _, by := range []int{-1, 1} {
			for j := i + by; keep[i] && j >= 0 && j < len(steps) && !keep[j] && (steps[j].Depth > s.Depth || inLineOf(steps[j], s)); j += by {
				told[j] = inLineOf(steps[j], s)
			}
		}
	}
	return told
}

// inLineOf reports whether two steps are of one line in one activation of a function.
func inLineOf(a, b result.Step) bool {
	return a.Place.File == b.Place.File && a.Place.Line == b.Place.Line && a.Func == b.Func && a.Depth == b.Depth
}

// Chosen says how the steps of a trace in brief were chosen.
func Chosen(s *result.Slice) string {
	if s != nil && s.Proved {
		return "proved to suffice for the violation"
	}
	return "those that the violation depends on"
}

// Brief reports which steps a trace in brief shows. Results of others don't say so: of theirs it
// shows the steps that are needed, and events that change the rule's state.
func Brief(steps []result.Step) []bool {
	keep := make([]bool, len(steps))
	if slices.ContainsFunc(steps, func(s result.Step) bool { return s.Brief }) {
		for i, s := range steps {
			keep[i] = s.Brief
		}
		return keep
	}
	for i, s := range steps {
		keep[i] = s.Needed && !s.Rule || s.Event && (s.Needed || s.Note != "") || i+1 == len(steps) && !s.Rule
	}
	return keep
}

// shownDepth counts the open calls that are shown: steps of a function whose call isn't are no deeper
// than the call's place.
type shownDepth []shownStep

type shownStep struct {
	depth int
	runs  bool // the driver is called in it
}

func (d *shownDepth) of(s result.Step) int {
	if s.Event && s.Func == "" {
		*d = nil // the end of the program
	}
	for n := len(*d); n > 0 && (*d)[n-1].depth >= s.Depth; n-- {
		*d = (*d)[:n-1]
	}
	if n := len(*d); s.Says != "" && (n == 0 || !(*d)[n-1].runs) {
		*d = shownDepth{{depth: -1}} // the driver is called, but not by itself
		return 0
	}
	*d = append(*d, shownStep{s.Depth, len(s.Runs) > 0})
	return len(*d) - 1
}

// worthALine is how many steps have to be left out in one place to be counted there.
const worthALine = 8

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

func placeWidth(steps []result.Step) int {
	width := 0
	for _, s := range steps {
		width = max(width, len(shortPlace(s.Place)))
	}
	return min(width, widest)
}

// widest is the width of the column with places: longer ones push the rest of their line to the right.
const widest = 32

// systemHeader matches the name of a header of the system up to what an include names.
var systemHeader = regexp.MustCompile(`^/usr/.*/include/`)

// shortPlace is the place of a step; a header of the system is called as it is included.
func shortPlace(at result.Place) string {
	if rest := systemHeader.ReplaceAllString(at.File, ""); rest != at.File {
		at.File = "<" + rest + ">"
	}
	return source.Printable(at.String())
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
	place, text := fmt.Sprintf("%-*s", width, shortPlace(s.Place)), source.Printable(s.Words())
	if s.Event {
		text = p.bold(text)
	}
	fmt.Fprintf(b, "    %s %s%s%s", p.dim(place), mark, strings.Repeat("  ", max(s.Depth, 0)), text)
	if about := s.Remarks(); about != "" {
		fmt.Fprintf(b, "    [%s]", source.Printable(about))
	}
	b.WriteByte('\n')
}
