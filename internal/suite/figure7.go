package suite

import (
	"fmt"
	"io"
	"strings"
)

// Column is one strategy of figure 7, with the records of its run in the order of the tasks.
type Column struct {
	Strategy string
	Records  []*Record
}

// WriteFigure7 writes the table of figure 7 of Chaki, Clarke, Groce and Strichman, Predicate
// Abstraction with Minimum Predicates: for each task and strategy time in seconds,
// iterations, predicates and memory in MB. The predicates are counted in three ways, as there:
// expressions, the same with those that exclude each other as one, and those that were chosen.
// A star stands at the time of a task without a right verdict.
func WriteFigure7(w io.Writer, columns []Column) error {
	var b strings.Builder
	width := len("program")
	for _, r := range columns[0].Records {
		width = max(width, len(r.Task))
	}
	line := func(name string, cells []string) {
		text := fmt.Sprintf("%-*s | %s", width, name, strings.Join(cells, " | "))
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	var titles, heads []string
	for _, c := range columns {
		titles = append(titles, fmt.Sprintf("%-35s", c.Strategy))
		heads = append(heads, fmt.Sprintf("%8s %5s %14s %5s", "time", "iter", "pred", "mem"))
	}
	line("", titles)
	line("program", heads)
	for i, r := range columns[0].Records {
		var cells []string
		for _, c := range columns {
			cells = append(cells, c.cell(i))
		}
		line(r.Task, cells)
	}
	for _, average := range []bool{false, true} {
		name := "total"
		if average {
			name = "average"
		}
		var cells []string
		for _, c := range columns {
			cells = append(cells, c.sum(average))
		}
		line(name, cells)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell has the figures of the i-th task.
func (c Column) cell(i int) string {
	if i >= len(c.Records) {
		return fmt.Sprintf("%35s", "")
	}
	r := c.Records[i]
	time := fmt.Sprintf("%.2f", r.WallS)
	if r.Status != Correct && r.Status != Unrated {
		time = "*" + time
	}
	return fmt.Sprintf("%8s %5d %14s %5.0f", time, r.Iterations, fmt.Sprintf("%d/%d/%d", r.Expressions, r.Merged, r.Chosen), r.PeakMB)
}

// sum has the figures of all tasks together, or their averages.
func (c Column) sum(average bool) string {
	var time, memory, iterations float64
	var preds [3]float64
	for _, r := range c.Records {
		time, memory, iterations = time+r.WallS, memory+r.PeakMB, iterations+float64(r.Iterations)
		for k, n := range []int{r.Expressions, r.Merged, r.Chosen} {
			preds[k] += float64(n)
		}
	}
	n, format := 1.0, "%.0f/%.0f/%.0f"
	if average {
		n, format = float64(max(len(c.Records), 1)), "%.1f/%.1f/%.1f"
	}
	return fmt.Sprintf("%8.2f %5.0f %14s %5.0f", time/n, iterations/n, fmt.Sprintf(format, preds[0]/n, preds[1]/n, preds[2]/n), memory/n)
}
