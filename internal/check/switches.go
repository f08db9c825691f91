package check

import (
	"fmt"
	"regexp"
	"strings"

	"hardbop/internal/result"
)

// This file has a switch be one step. In cil it compares with one case after the other; people see which
// case it takes, or that it takes none.

// chosenBy is a switch in the source: the place of the word, what it asks for, and whether it has a default.
type chosenBy struct {
	at        result.Place
	asks      string
	fallsBack bool
}

// switches folds the comparisons of a switch into the last of them, if the violation depends on any. A case with two bounds is two
// comparisons at one place.
func (t *tracer) switches(a asText) {
	for k := 0; k < len(t.steps); k++ {
		sw := a.switchAt(&t.steps[k])
		if sw == nil {
			continue
		}
		last, shown, reads := k, false, ""
		for {
			s := &t.steps[last]
			shown, reads = shown || s.Brief, joined(reads, s.Reads)
			s.Brief, s.Reads = false, ""
			if last+1 == len(t.steps) {
				break
			}
			next := &t.steps[last+1]
			if other := a.switchAt(next); other == nil || *other != *sw || next.Place != s.Place && s.Note != "false" {
				break
			}
			last++
		}
		if s := &t.steps[last]; shown {
			s.Brief, s.Reads = true, reads
			a.decides(s, *sw)
		}
		k = last
	}
}

// decides has a step say what the switch decides.
func (a asText) decides(s *result.Step, sw chosenBy) {
	label := caseLabel.FindStringSubmatch(a.from(s.Place))
	s.Text = "switch (" + sw.asks + ")"
	switch {
	case s.Note == "true":
		s.Note = label[1]
	case sw.fallsBack:
		s.Note, s.Place = "default", sw.at
	default:
		s.Note, s.Place = "no case", sw.at
	}
}

// caseLabel matches a label of a case that is whole in its line; defaultLabel the other one.
var (
	caseLabel    = regexp.MustCompile(`^(case\s+[^:?"'{};]+?)\s*:`)
	defaultLabel = regexp.MustCompile(`^default\s*:`)
	switchHead   = regexp.MustCompile(`\bswitch\s*\(([^;{}"']*)\)\s*$`)
)

// switchAt returns the switch that the step compares a case of; nil if it isn't such a step, or nobody can tell.
func (a asText) switchAt(s *result.Step) *chosenBy {
	if s.Rule || s.Note != "true" && s.Note != "false" || !caseLabel.MatchString(a.from(s.Place)) {
		return nil
	}
	sw, known := a.switched[s.Place]
	if !known {
		sw = a.switchOf(s.Place)
		a.switched[s.Place] = sw
	}
	return sw
}

// switchOf finds the switch that the case at a place is of; nil if it can't be told.
func (a asText) switchOf(at result.Place) *chosenBy {
	lines := a.files[at.File]
	open := braceAround(lines, at)
	if open == nil {
		return nil
	}
	head := lines[open.Line-1][:open.Col-1]
	m := switchHead.FindStringSubmatchIndex(head)
	if m == nil || balanced(head[m[2]:m[3]]+")") != head[m[2]:m[3]] {
		return nil
	}
	word := result.Place{File: at.File, Line: open.Line, Col: m[0] + 1}
	return &chosenBy{word, strings.TrimSpace(head[m[2]:m[3]]), hasDefault(lines, *open)}
}

// from is the source from a place on, up to the end of the line; "" if that isn't known.
func (a asText) from(at result.Place) string {
	if line := a.line(at); at.Col > 0 && at.Col <= len(line) {
		return line[at.Col-1:]
	}
	return ""
}

// braceAround is the place of the brace that is open at a place; nil if there is none.
func braceAround(lines []string, at result.Place) *result.Place {
	var open []result.Place
	found := false
	scan(lines, 1, func(p result.Place, c byte) bool {
		if found = p.Line > at.Line || p.Line == at.Line && p.Col >= at.Col; found {
			return false
		}
		switch {
		case c == '{':
			open = append(open, p)
		case c == '}' && len(open) > 0:
			open = open[:len(open)-1]
		}
		return true
	})
	if !found || len(open) == 0 {
		return nil
	}
	return &open[len(open)-1]
}

// hasDefault reports whether the block that a brace opens has a default among its labels.
func hasDefault(lines []string, open result.Place) bool {
	depth, has := 0, false
	scan(lines, open.Line, func(p result.Place, c byte) bool {
		switch {
		case p.Line == open.Line && p.Col < open.Col:
		case c == '{':
			depth++
		case c == '}':
			depth--
		case depth == 1 && c == 'd' && defaultLabel.MatchString(lines[p.Line-1][p.Col-1:]):
			has = true
		}
		return !has && (depth > 0 || p.Line == open.Line && p.Col < open.Col)
	})
	return has
}

// scan calls f with each character of code, from a line on, until it returns false: none of comments, strings and character
// constants.
func scan(lines []string, from int, f func(at result.Place, c byte) bool) {
	comment := false
	for n := from; n <= len(lines); n++ {
		line := lines[n-1]
		for i := 0; i < len(line); i++ {
			rest := line[i:]
			switch {
			case comment:
				if comment = !strings.HasPrefix(rest, "*/"); !comment {
					i++
				}
			case strings.HasPrefix(rest, "/*"):
				comment = true
				i++
			case strings.HasPrefix(rest, "//"):
				i = len(line)
			case rest[0] == '"' || rest[0] == '\'':
				i += quoted(rest)
			case !f(result.Place{Line: n, Col: i + 1}, rest[0]):
				return
			}
		}
	}
}

// quoted is the index at which the literal ends that text begins with, or the text does.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i
		}
	}
	return len(text) - 1
}

// chains folds the comparisons of one value with constants, each in the else of the one before, into the last that the violation
// depends on: of one that holds that says all, of one that doesn't how many there were before it.
func (t *tracer) chains() {
	for k := 0; k < len(t.steps); k++ {
		end := k
		for t.passesOn(end) {
			end++
		}
		last, before, reads := -1, 0, ""
		for i := k; i <= end && end > k; i++ {
			s := &t.steps[i]
			if !s.Brief {
				continue
			}
			if last >= 0 {
				before++
				t.steps[last].Brief = false
			}
			reads, last = joined(reads, s.Reads), i
			s.Reads = ""
		}
		if last >= 0 {
			if t.steps[last].Note == "false" && before > 0 {
				reads = joined(reads, fmt.Sprintf("as %d before it", before))
			}
			t.steps[last].Reads = reads
		}
		k = end
	}
}
