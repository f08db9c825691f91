package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

// manyRules is from how many rules on those are listed together whose events the program doesn't have: a family has
// dozens, and a driver uses what a few of them are about.
const manyRules = 4

// listWidth is the length of the lines of such a list.
const listWidth = 100

// Writer writes the results of a run as text, those of each question as soon as they are there. Behind the last stand,
// once, what would stand with each of them: the rules of whose events the program has none, if they are many; what several
// results take for granted; and the verdicts in short.
type Writer struct {
	w    io.Writer
	view func(w io.Writer, r *result.Result, assumptions bool) error
	p    paint
	full bool
	// asked counts the questions with an entry, all of them with "".
	asked func(entry string) int
	// Names says that questions that weren't begun are named, not only counted.
	Names bool
	// NoTrace says that traces are left out.
	NoTrace bool
	all     []*result.Result
	held    []*result.Result // are plain, and perhaps many
	never   []*result.Result // weren't begun
}

// NewWriter returns a Writer to w. With full each result shows all that there is to it. asked counts the questions of the run
// with an entry, and all of them for "".
func NewWriter(w io.Writer, full, colours bool, asked func(entry string) int) *Writer {
	t := &Writer{w: w, p: paint(colours), full: full, asked: asked}
	t.view = func(w io.Writer, r *result.Result, assumptions bool) error {
		return t.p.text(w, r, full, assumptions, !t.NoTrace)
	}
	return t
}

// Add writes the results of one question.
func (t *Writer) Add(rs []*result.Result) error {
	t.all = append(t.all, rs...)
	for _, r := range rs {
		if notBegun(r) {
			t.never = append(t.never, r)
		} else if plain(r) && t.asked(r.Entry) >= manyRules {
			t.held = append(t.held, r)
		} else if err := t.view(t.w, r, t.full || !t.several()); err != nil {
			return err
		}
	}
	return nil
}

// several reports whether there are several results, or will be.
func (t *Writer) several() bool { return len(t.all) > 1 || t.asked("") > 1 }

// End writes what stands behind the results.
func (t *Writer) End() error {
	if err := t.listHeld(); err != nil {
		return err
	}
	if err := t.listNever(); err != nil || !t.several() || len(t.all) == 0 {
		return err
	}
	var b strings.Builder
	if !t.full {
		t.p.shared(&b, t.all)
	}
	t.p.summary(&b, t.all)
	_, err := io.WriteString(t.w, b.String())
	return err
}

// listHeld writes the results that were held back: those of an entry in one list, if they are many.
func (t *Writer) listHeld() error {
	entries, absent := absences(t.held)
	for _, r := range t.held {
		if len(absent[r.Entry]) < manyRules {
			if err := t.view(t.w, r, true); err != nil {
				return err
			}
		}
	}
	for _, e := range entries {
		if len(absent[e]) < manyRules {
			continue
		}
		if err := listAbsent(t.w, e, absent[e]); err != nil {
			return err
		}
	}
	return nil
}

// plain reports whether nothing more is to be said of r than that the program has none of the rule's events:
// a name that may be a slip, or a macro that can't be an event, is told.
func plain(r *result.Result) bool {
	return r.Verdict == result.NotApplicable && r.Events != nil && r.Note == "" && strings.Contains(r.Property, "/") &&
		!slices.ContainsFunc(r.Events.Missing, func(m string) bool {
			return !strings.Contains(m, ": the program has no function") || strings.Contains(m, "did you mean")
		})
}

func listAbsent(w io.Writer, entry string, rs []*result.Result) error {
	var b strings.Builder
	var names []string
	for _, r := range rs {
		names = append(names, r.Property)
	}
	fmt.Fprintf(&b, "%s  %d rules (entry %s): the program has none of their events", result.NotApplicable, len(names), source.Printable(entry))
	listNames(&b, names)
	_, err := io.WriteString(w, b.String())
	return err
}

// listNever writes the questions that weren't begun: in one line if they are several, with their names if that was asked for.
func (t *Writer) listNever() error {
	if len(t.never) == 1 {
		return t.view(t.w, t.never[0], t.full)
	}
	if len(t.never) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s", t.p.verdict(result.Unknown), NeverBegun(t.never))
	if !t.Names && !t.full {
		b.WriteString("; -v names them\n")
	} else {
		var names []string
		for _, r := range t.never {
			names = append(names, nameOf(r, t.all))
		}
		listNames(&b, names)
	}
	_, err := io.WriteString(t.w, b.String())
	return err
}

// NeverBegun says in a line that several questions weren't begun, and why.
func NeverBegun(rs []*result.Result) string {
	what := "rules"
	if slices.ContainsFunc(rs, func(r *result.Result) bool { return !strings.Contains(r.Property, "/") || r.Entry != rs[0].Entry }) {
		what = "questions"
	}
	return fmt.Sprintf("not begun: %d %s (%s)", len(rs), what, source.Printable(strings.TrimSuffix(rs[0].Reason.Text, " before it was begun")))
}

// listNames writes names in lines below.
func listNames(b *strings.Builder, names []string) {
	column := listWidth
	for _, n := range names {
		n = source.Printable(n)
		if column+2+len(n) > listWidth {
			b.WriteString("\n ")
			column = 1
		}
		b.WriteString(" " + n)
		column += 1 + len(n)
	}
	b.WriteByte('\n')
}
