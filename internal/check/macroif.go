package check

import (
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/result"
)

// This file has a condition that is a macro's be told as the source has it. What a macro becomes doesn't say whether the condition holds, since
// it may begin with an operator !; where the program goes on does.

// macroIfs has branches that macros of conditions become be told so, with what the macros assign.
func (t *tracer) macroIfs() {
	shown := t.shown()
	for i, k := range shown {
		s := &t.steps[k]
		if !t.foldable(k) || k+1 == len(t.steps) || t.about[k].node == nil || !strings.Contains(s.Text, "__") {
			continue
		}
		whole, behind := t.macroCondition(s.Place)
		holds, known := t.goesOn(k, behind)
		if whole == "" || !known {
			continue
		}
		s.Text, s.Note, s.Reads = "if ("+whole+")", map[bool]string{true: "true", false: "false"}[holds], ""
		first := i
		for first > 0 && t.partOf(k, shown[first-1]) {
			first--
		}
		for !t.together(shown[first], k) {
			first++ // what the statement before calls
		}
		s.Reads = joined(s.Reads, t.given(shown[first:i], whole))
		for _, j := range shown[first:i] {
			t.steps[j].Brief = false
		}
	}
}

// behindUse matches what may stand behind the use of a macro that is a condition, or is compared in one with a constant.
var behindUse = regexp.MustCompile(`^[) ]*([=!<>]=|[<>])?[) ]*-?\w*[) ]*$`)

// macroCondition is the condition that begins at a place and is one use of a macro, compared perhaps, and the place behind the parenthesis that closes it; "" if it isn't so.
func (t *tracer) macroCondition(at result.Place) (whole string, behind result.Place) {
	line := t.text.line(at)
	if at.Col <= 0 || at.Col > len(line) {
		return "", at
	}
	m := before.FindStringSubmatchIndex(line[:at.Col-1])
	if m == nil {
		return "", at
	}
	whole = balanced(line[m[2]:])
	use, _ := t.macroUse(at)
	if whole == "" || use == "" || !strings.HasPrefix(whole[at.Col-1-m[2]:], use) || !behindUse.MatchString(whole[at.Col-1-m[2]+len(use):]) {
		return "", at
	}
	return whole, behindParenthesis(t.text.files[at.File], result.Place{File: at.File, Line: at.Line, Col: m[2]})
}

// behindParenthesis is the place behind the parenthesis that closes the one at a place.
func behindParenthesis(lines []string, open result.Place) result.Place {
	depth, behind := 0, open
	scan(lines, open.Line, func(p result.Place, c byte) bool {
		switch {
		case less(p, open):
		case c == '(':
			depth++
		case c == ')':
			depth--
			behind.Line, behind.Col = p.Line, p.Col+1
		}
		return depth > 0 || less(p, open)
	})
	return behind
}

// goesOn reports whether the program goes on from branch k with the statement that begins behind a place, or with what comes after that; known is
// false if neither can be told.
func (t *tracer) goesOn(k int, behind result.Place) (holds, known bool) {
	first, end, next := statementBehind(t.text.files[behind.File], behind)
	if end.Line == 0 {
		return false, false
	}
	within := func(p result.Place) bool { return p.File == behind.File && !less(p, first) && !less(end, p) }
	after := func(p result.Place) bool { return p.File == behind.File && p.Line == next.Line && !less(p, next) }
	n, taken := t.about[k].node, t.about[k].taken
	if len(n.Succs) != 2 {
		return false, false
	}
	here, there := placed(n.Succs[taken]), placed(n.Succs[1-taken])
	switch {
	case within(here) != within(there):
		return within(here), true
	case after(here) != after(there): // the statement is a jump
		return !after(here), true
	}
	return false, false
}

// placed is the place of the first node from n on that has one, up to where ways part.
func placed(n *cil.Node) result.Place {
	const far = 50
	for range far {
		if _, skip := n.Instr.(*cil.Skip); !skip && n.Pos.Line > 0 || len(n.Succs) != 1 {
			break
		}
		n = n.Succs[0]
	}
	return result.At(n.Pos)
}

func less(a, b result.Place) bool { return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col }

// statementBehind finds where the statement behind a place begins and ends, and where the code goes on behind it; nothing of one that has other
// statements in it without braces.
func statementBehind(lines []string, behind result.Place) (first, end, next result.Place) {
	depth, word := 0, ""
	scan(lines, behind.Line, func(p result.Place, c byte) bool {
		switch {
		case less(p, behind) || strings.IndexByte(" \t\r", c) >= 0:
			return true
		case end.Line > 0:
			next = p
			return false
		case first.Line == 0:
			first = p
			word = asmWord.FindString(lines[p.Line-1][p.Col-1:])
		}
		switch c {
		case '{', '(':
			depth++
		case '}', ')':
			depth--
		}
		if depth == 0 && (c == ';' || c == '}') {
			end = p
		}
		return depth >= 0
	})
	if next.Line == 0 || slices.Contains([]string{"if", "for", "while", "do", "switch"}, word) {
		return first, result.Place{}, next
	}
	return first, end, next
}
