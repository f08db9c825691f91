package suite

import (
	"fmt"
	"io"
	"strings"
)

// WriteDrivers writes the records of lists of drivers as a Markdown table for readers: a
// row for each file, with what became of each rule.
func WriteDrivers(w io.Writer, recs []*Record) error {
	var b strings.Builder
	b.WriteString("| file | rules |\n|---|---|\n")
	for i, r := range recs {
		if i == 0 || r.Task != recs[i-1].Task {
			fmt.Fprintf(&b, "| %s | ", r.Task)
		}
		b.WriteString(r.outcome())
		if i+1 < len(recs) && recs[i+1].Task == r.Task {
			b.WriteString("; ")
		} else {
			b.WriteString(" |\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// outcome says in a few words what became of a rule.
func (r *Record) outcome() string {
	verdict, why := r.Verdict, ""
	switch verdict {
	case "":
		verdict, why = "error", r.Reason
	case "UNKNOWN":
		why = r.Reason
		if _, stage, ok := strings.Cut(r.Detail, `in stage "`); ok {
			why += " in " + strings.TrimRight(stage, `"`)
		}
	case "UNSAFE":
		why = fmt.Sprintf("line %d", r.Line)
	}
	if why != "" {
		why = " (" + strings.ReplaceAll(why, "|", `\|`) + ")"
	}
	return fmt.Sprintf("%s %s%s %.1f s", r.Property, verdict, why, r.WallS)
}
