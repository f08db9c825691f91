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

// List writes results with view, and behind them in one list the rules with the same entry whose events the
// program doesn't have, if they are many.
func List(w io.Writer, rs []*result.Result, view func(io.Writer, *result.Result) error) error {
	absent := map[string][]string{} // names of rules by the entry
	for _, r := range rs {
		if plain(r) {
			absent[r.Entry] = append(absent[r.Entry], r.Property)
		}
	}
	var entries []string
	for _, r := range rs {
		switch names := absent[r.Entry]; {
		case !plain(r) || len(names) < manyRules:
			if err := view(w, r); err != nil {
				return err
			}
		case names[0] == r.Property:
			entries = append(entries, r.Entry)
		}
	}
	for _, e := range entries {
		if err := listAbsent(w, e, absent[e]); err != nil {
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

func listAbsent(w io.Writer, entry string, names []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %d rules (entry %s): the program has none of their events", result.NotApplicable, len(names), source.Printable(entry))
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
	_, err := io.WriteString(w, b.String())
	return err
}
