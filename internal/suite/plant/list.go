package plant

import (
	"fmt"
	"strconv"
	"strings"

	"hardbop/internal/source"
)

// Fault is a mistake in a C file that a rule is to find.
type Fault struct {
	File string // in the tree
	Rule string
	// Twice makes a call twice; else it is left out.
	Twice bool
	// Function is what is called, and K which of its calls is meant, from 1; 0 is the
	// middle one.
	Function string
	K        int

	pos source.Pos
}

// ReadList reads a list of faults: a line each, with the file, the rule, drop or twice, the
// function and perhaps the number of the call. What stands behind # is left out.
func ReadList(name string) ([]*Fault, error) {
	b, err := source.ReadText(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var faults []*Fault
	var errs source.ErrorList
	text := string(b)
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		pos := source.Pos{File: name, Line: i + 1, Col: 1}
		f, err := parse(words)
		if err != nil {
			errs.Add(pos, text, "%v", err)
			continue
		}
		f.pos = pos
		faults = append(faults, f)
	}
	return faults, errs.Err()
}

// parse reads the words of a line.
func parse(words []string) (*Fault, error) {
	if len(words) != 4 && len(words) != 5 || words[2] != "drop" && words[2] != "twice" {
		return nil, fmt.Errorf("expected a file, a rule, drop or twice, a function and perhaps a number")
	}
	f := &Fault{File: words[0], Rule: words[1], Twice: words[2] == "twice", Function: words[3]}
	if len(words) == 5 {
		k, err := strconv.Atoi(words[4])
		if err != nil || k < 1 {
			return nil, fmt.Errorf("%q isn't the number of a call: expected 1 or more", words[4])
		}
		f.K = k
	}
	return f, nil
}
