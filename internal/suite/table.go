package suite

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
)

// Summary counts the records of one suite.
type Summary struct {
	Suite                                   string
	Tasks, Correct, Wrong, Unknown, Failed  int
	Unrated, Safe, Unsafe, NotChecked       int
	WallS, CPUS, MaxWallS, PeakMB           float64
	Iterations, Predicates, Queries, MaxPre int
}

// Summarise counts records by suite, in their order; the last summary is the total.
func Summarise(recs []*Record) []*Summary {
	total := &Summary{Suite: "total"}
	var list []*Summary
	for _, r := range recs {
		if len(list) == 0 || list[len(list)-1].Suite != r.Suite {
			list = append(list, &Summary{Suite: r.Suite})
		}
		list[len(list)-1].add(r)
		total.add(r)
	}
	return append(list, total)
}

func (s *Summary) add(r *Record) {
	s.Tasks++
	switch r.Status {
	case Correct:
		s.Correct++
	case Wrong:
		s.Wrong++
	case Unknown:
		s.Unknown++
	case Failed:
		s.Failed++
	case Unrated:
		s.Unrated++
	case NotChecked:
		s.NotChecked++
	}
	switch r.Verdict {
	case "SAFE":
		s.Safe++
	case "UNSAFE":
		s.Unsafe++
	}
	s.WallS += r.WallS
	s.CPUS += r.CPUS
	s.MaxWallS = max(s.MaxWallS, r.WallS)
	s.PeakMB = max(s.PeakMB, r.PeakMB)
	s.Iterations += r.Iterations
	s.Predicates += r.Predicates
	s.Queries += r.Queries
}

// WriteSummary writes the table of suites for people.
func WriteSummary(w io.Writer, recs []*Record) error {
	if _, err := fmt.Fprintf(w, "%-22s %5s %7s %5s %7s %5s %5s %6s %8s %8s %8s\n", "suite", "tasks", "correct", "wrong", "unknown", "error", "SAFE", "UNSAFE", "wall s", "max s", "peak MB"); err != nil {
		return err
	}
	all := Summarise(recs)
	for _, s := range all {
		if _, err := fmt.Fprintf(w, "%-22s %5d %7d %5d %7d %5d %5d %6d %8.1f %8.1f %8.0f\n", s.Suite, s.Tasks, s.Correct, s.Wrong, s.Unknown, s.Failed, s.Safe, s.Unsafe, s.WallS, s.MaxWallS, s.PeakMB); err != nil {
			return err
		}
	}
	if n := all[len(all)-1].NotChecked; n > 0 {
		_, err := fmt.Fprintf(w, "%d not checked: not changed\n", n)
		return err
	}
	return nil
}

var columns = []string{"suite", "task", "property", "expected", "verdict", "status", "reason", "wall_s", "cpu_s", "peak_mb", "iterations", "predicates", "queries"}

func (r *Record) cells() []string {
	return []string{r.Suite, r.Task, r.Property, r.Expected, r.Verdict, string(r.Status), r.Reason,
		fmt.Sprintf("%.2f", r.WallS), fmt.Sprintf("%.2f", r.CPUS), fmt.Sprintf("%.0f", r.PeakMB),
		fmt.Sprint(r.Iterations), fmt.Sprint(r.Predicates), fmt.Sprint(r.Queries)}
}

// WriteCSV writes all records as CSV with a heading.
func WriteCSV(w io.Writer, recs []*Record) error {
	c := csv.NewWriter(w)
	c.Write(columns)
	for _, r := range recs {
		c.Write(r.cells())
	}
	c.Flush()
	return c.Error()
}

// WriteMarkdown writes all records as a Markdown table.
func WriteMarkdown(w io.Writer, recs []*Record) error {
	var b strings.Builder
	row := func(cells []string) {
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(c, "|", `\|`)
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	row(append([]string(nil), columns...))
	b.WriteString(strings.Repeat("|---", len(columns)) + "|\n")
	for _, r := range recs {
		row(r.cells())
	}
	_, err := io.WriteString(w, b.String())
	return err
}
