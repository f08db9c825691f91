package check

import (
	"regexp"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/result"
	"hardbop/internal/source"
)

// This file has steps say what the source says where that is certain: conditions as they are
// written, with the side that is taken of them, the values of returns, and statements that are macros.

// asText is what is needed to look at the source.
type asText struct {
	prog  *cil.Program
	files map[string][]string
}

// asWritten rewrites the steps that people see.
func (p *Prepared) asWritten(steps []result.Step) {
	a := asText{p.Prog, map[string][]string{}}
	for k := range steps {
		s := &steps[k]
		if s.Says != "" || s.Rule && !s.Event || p.outside(s.Place.File) {
			continue
		}
		line := a.line(s.Place)
		switch {
		case line == "" || s.Place.Col <= 0 || s.Place.Col > len(line):
		case s.Event:
			a.event(s, line)
		case strings.HasPrefix(s.Text, "return"):
			if text := statement(line[s.Place.Col-1:]); strings.HasPrefix(text, "return") {
				s.Text = text
			}
		case s.Note == "true" || s.Note == "false":
			a.branch(s, line)
		}
	}
}

// line is the line of the source; "" if it isn't known.
func (a asText) line(at result.Place) string {
	lines, ok := a.files[at.File]
	if !ok {
		if text, err := source.ReadRegular(at.File); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		a.files[at.File] = lines
	}
	if at.Line <= 0 || at.Line > len(lines) {
		return ""
	}
	return lines[at.Line-1]
}

// event says which statement an event is of that no call is left of: one of a macro.
func (a asText) event(s *result.Step, line string) {
	name, _, _ := strings.Cut(s.Text, ".")
	if s.Statement != "" {
		return
	}
	if text := statement(line[s.Place.Col-1:]); strings.HasPrefix(text, name) && strings.Contains(text, "(") {
		s.Statement = text
	}
}

// statement is the statement that text begins with; "" if it doesn't end in the line.
func statement(text string) string {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '"', '\'', '{', '}':
			return ""
		case ';':
			if depth == 0 {
				return strings.TrimSpace(text[:i])
			}
		}
		if depth < 0 {
			return ""
		}
	}
	return ""
}

// before matches what stands between if and the operand that a branch asks for.
var before = regexp.MustCompile(`\bif \(([!( ]*)$`)

// called matches a call of a function by its name.
var called = regexp.MustCompile(`^(\w+)\(.*\)$`)

// branch has a branch say its condition as it is written, if that has no parts, and whether that holds.
func (a asText) branch(s *result.Step, line string) {
	col := s.Place.Col - 1
	m := before.FindStringSubmatchIndex(line[:col])
	if m == nil {
		return
	}
	whole := balanced(line[m[2]:])
	skipped := line[m[2]:col]
	if whole == "" || strings.Contains(whole, "&&") || strings.Contains(whole, "||") || strings.Contains(whole, "?") || len(whole) < len(skipped) {
		return
	}
	operand := strings.TrimRight(whole[len(skipped):], ") ")
	operand += strings.Repeat(")", max(0, strings.Count(operand, "(")-strings.Count(operand, ")")))
	if !a.asks(s.Text, operand, strings.HasSuffix(strings.TrimSpace(skipped), "!")) {
		return
	}
	s.Text = "if (" + whole + ")"
	if strings.Count(skipped, "!")%2 == 1 {
		s.Note = map[string]string{"true": "false", "false": "true"}[s.Note]
	}
}

// balanced is text up to the parenthesis that closes the one before it; "" if that isn't there.
func balanced(text string) string {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth < 0 {
			return text[:i]
		}
	}
	return ""
}

// tempBranch matches a branch that asks for the result of a call, which is in a temporary.
var tempBranch = regexp.MustCompile(`^if \(tmp(_\d+)? != 0\)$`)

// asks reports whether the branch whose text is known asks for operand as it is written; negated says
// that an operator stands before it that would take but a part of a comparison.
func (a asText) asks(text, operand string, negated bool) bool {
	packed := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	inner := strings.TrimSuffix(strings.TrimPrefix(text, "if ("), ")")
	if !negated && packed(inner) == packed(operand) || packed(inner) == packed(operand)+"!=0" {
		return true
	}
	m := called.FindStringSubmatch(operand)
	return m != nil && tempBranch.MatchString(text) && a.prog.FuncNamed(m[1]) != nil
}
