package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"hardbop/internal/source"
	"hardbop/internal/suite"
)

// live shows a suite's run while it goes on: a line for each finished task and, on a
// terminal, below them the table of the suites so far.
type live struct {
	w        io.Writer
	terminal bool
	total    int
	recs     []*suite.Record
	drawn    int // lines of the table that are on the screen
}

// maxTable is the height above which the table isn't drawn: it has to fit a screen.
const maxTable = 20

func newLive(w io.Writer, total int) *live {
	return &live{w: w, terminal: isTerminal(w), total: total}
}

// isTerminal reports whether w is a terminal that can move its cursor.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// finished shows one more finished task.
func (l *live) finished(r *suite.Record) {
	l.recs = append(l.recs, r)
	l.erase()
	what := source.Printable(r.ID())
	if r.Reason != "" {
		what += ": " + source.Printable(r.Reason)
	}
	n := len(fmt.Sprint(l.total))
	fmt.Fprintf(l.w, "[%*d/%d] %-8s %-14s %6.2fs %6.0fMB  %s\n", n, len(l.recs), l.total, r.Status, r.Verdict, r.WallS, r.PeakMB, what)
	if l.terminal {
		l.draw()
	}
}

// draw puts the table below the lines.
func (l *live) draw() {
	sorted := append([]*suite.Record(nil), l.recs...)
	suite.Sort(sorted)
	var b strings.Builder
	if suite.WriteSummary(&b, sorted) != nil {
		return
	}
	if n := strings.Count(b.String(), "\n"); n <= maxTable {
		l.drawn = n
		io.WriteString(l.w, b.String())
	}
}

// erase takes the table off the screen.
func (l *live) erase() {
	if l.drawn > 0 {
		fmt.Fprintf(l.w, "\x1b[%dA\x1b[J", l.drawn)
		l.drawn = 0
	}
}

// end takes the table away: the final one is printed as the result.
func (l *live) end() { l.erase() }
