package rules

import (
	"fmt"
	"path/filepath"
	"strings"
)

// mark begins the comment that describes a fault of its line.
const mark = "// mutant: "

// Mutant is a driver with a fault in one line.
type Mutant struct {
	Driver
	Line int
	What string // drop, twice, or the line that stands there now
}

// Name is what a table calls the mutant.
func (m *Mutant) Name() string { return fmt.Sprintf("%s:%d %s", filepath.Base(m.File), m.Line, m.What) }

// Mutants returns the faults that the marks of a conforming driver describe. A mark is a
// comment at the end of a line:
//
//	// mutant: drop         the line is left out, an empty statement stays
//	// mutant: twice        the line is there twice
//	// mutant: CODE         the line is CODE instead
//
// Several marks can stand in a line, one behind the other. Each fault violates the rule.
func (d *Driver) Mutants() []*Mutant {
	if !d.Safe {
		return nil
	}
	lines := strings.Split(d.Text, "\n")
	var ms []*Mutant
	for i, line := range lines {
		parts := strings.Split(line, mark)
		code := strings.TrimRight(parts[0], " \t")
		for _, what := range parts[1:] {
			what = strings.TrimSpace(what)
			m := &Mutant{Driver: *d, Line: i + 1, What: what}
			m.Safe, m.Text = false, replaceLine(lines, i, mutate(code, what))
			ms = append(ms, m)
		}
	}
	return ms
}

// mutate returns the line that stands for code.
func mutate(code, what string) string {
	switch what {
	case "drop":
		return ";"
	case "twice":
		return code + " " + strings.TrimSpace(code)
	}
	return what
}

// replaceLine returns the text of lines with the i-th one replaced.
func replaceLine(lines []string, i int, line string) string {
	changed := append([]string{}, lines...)
	changed[i] = line
	return strings.Join(changed, "\n")
}
