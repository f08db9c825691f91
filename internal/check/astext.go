package check

import (
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/result"
	"hardbop/internal/source"
)

// This file has steps say what the source says where that is certain: conditions as they are
// written, with the side that is taken of them, the values of returns, and statements that are macros.

// asText is what is needed to look at the source.
type asText struct {
	prog     *cil.Program
	files    map[string][]string
	switched map[result.Place]*chosenBy // what switchOf returns
}

func textOf(prog *cil.Program) asText {
	return asText{prog, map[string][]string{}, map[result.Place]*chosenBy{}}
}

// asWritten rewrites the steps that people see.
func (p *Prepared) asWritten(a asText, steps []result.Step) {
	for k := range steps {
		s := &steps[k]
		if s.Says != "" || s.Rule && !s.Event || p.outside(s.Place.File) {
			continue
		}
		line := a.line(s.Place)
		plainly(s, line)
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
		case k+1 < len(steps): // fingerprints are of the last one's text
			a.call(s, line)
			a.assignment(s, line)
		}
	}
}

// madeMember matches a member of an object of the environment's.
var madeMember = regexp.MustCompile(`\bhardbop_\w+\.(\w+)`)

// plainly calls objects of the environment's what the source calls them: it has pointers to them.
func plainly(s *result.Step, line string) {
	for _, m := range madeMember.FindAllStringSubmatch(s.Text, -1) {
		if of := pointersTo(line, m[1]); len(of) == 1 {
			s.Text, s.Note = strings.ReplaceAll(s.Text, m[0], of[0]), strings.ReplaceAll(s.Note, m[0], of[0])
		}
	}
}

// pointersTo lists the different ways in which a line reads a member through a pointer.
func pointersTo(line, member string) []string {
	list := regexp.MustCompile(`\w+((->|\.)\w+)*->`+member+`\b`).FindAllString(line, -1)
	slices.Sort(list)
	return slices.Compact(list)
}

// line is the line of the source, with those behind it up to where the parentheses close that it opens; "" if it isn't known.
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
	return unbroken(lines[at.Line-1:])
}

// unbroken is the first line, with those behind it that belong to what its parentheses hold. Where comments or directives are between them, or they
// are many, it is the first line alone.
func unbroken(lines []string) string {
	const most = 12
	text := strings.TrimRight(lines[0], " \t\r")
	for n := 1; opens(text) > 0; n++ {
		if n == len(lines) || n == most || strings.Contains(text, "//") || strings.Contains(text, "/*") || strings.HasPrefix(lines[n], "#") {
			return lines[0]
		}
		next := strings.TrimSpace(lines[n])
		if !strings.HasSuffix(text, "(") {
			next = " " + next
		}
		text += next
	}
	return text
}

// opens counts the parentheses that are open at the end of a text.
func opens(text string) int {
	depth := 0
	scan([]string{text}, 1, func(_ result.Place, c byte) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth = max(depth-1, 0)
		}
		return true
	})
	return depth
}

// event says which statement an event is of that no call is left of: one of a macro.
func (a asText) event(s *result.Step, line string) {
	name, _, _ := strings.Cut(s.Text, ".")
	if s.Statement != "" {
		s.Statement = withArguments(s.Statement, line)
		return
	}
	if text := statement(line[s.Place.Col-1:]); strings.HasPrefix(text, name) && strings.Contains(text, "(") {
		s.Statement = text
	}
}

// statement is the statement that text begins with; "" if it doesn't end in the line.
func statement(text string) string {
	end := closing(text, ';')
	if end < 0 || strings.ContainsAny(text[:end], "{}") {
		return ""
	}
	return strings.TrimSpace(text[:end])
}

// closing is the index of the first end in text that is in no parentheses of its own; -1 if a parenthesis closes before
// that which doesn't open in text, or if there is none.
func closing(text string, end byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == end && depth == 0:
			return i
		case c == '"' || c == '\'':
			i += quoted(text[i:])
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		if depth < 0 {
			return -1
		}
	}
	return -1
}

// call has a call say its arguments as they are written, macros and all.
func (a asText) call(s *result.Step, line string) { s.Text = withArguments(s.Text, line) }

// withArguments is the text of a call with its arguments as they are written in the line, if it is the only one of the function there.
func withArguments(text, line string) string {
	m := callText.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	from := strings.Index(line, m[2]+"(")
	if from < 0 || strings.Count(line, m[2]+"(") != 1 || from > 0 && isWord(line[from-1]) {
		return text // which one it is can't be told
	}
	args := line[from+len(m[2])+1:]
	if end := closing(args, ')'); end >= 0 && !strings.ContainsAny(args[:end], "{}") {
		return m[1] + m[2] + "(" + args[:end] + ")"
	}
	return text
}

// assignment has an assignment say what the source assigns.
func (a asText) assignment(s *result.Step, line string) {
	to, _, ok := strings.Cut(s.Text, " = ")
	text := statement(line[s.Place.Col-1:])
	if end := closing(text, ','); end >= 0 {
		text = text[:end]
	}
	if plainName.MatchString(to) {
		text = strings.TrimLeft(text, "* ") // of a declaration: the assignment would be to *to
	}
	left, _, is := strings.Cut(text, "=")
	packed := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	if _, member, isMember := strings.Cut(to, "."); isMember && ok && strings.HasPrefix(to, "hardbop_") && strings.HasSuffix(packed(left), "->"+member) {
		// An object of the environment's, of which the source has a pointer.
		to, s.Note = left, strings.ReplaceAll(s.Note, to+" = ", strings.TrimSpace(left)+" = ")
	}
	if ok && is && packed(left) == packed(to) && !strings.HasPrefix(text[len(left):], "==") {
		s.Text = strings.TrimSpace(left) + " = " + strings.TrimSpace(text[len(left)+1:])
	}
}

var plainName = regexp.MustCompile(`^\w+$`)

// callText matches a call of a function by its name, with what gets its result.
var callText = regexp.MustCompile(`^((?:.* = )?)(\w+)\(.*\)$`)

func isWord(c byte) bool { return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// before matches what stands between if and the operand that a branch asks for.
var before = regexp.MustCompile(`\bif \(([!( ]*)$`)

// called matches a call of a function by its name.
var called = regexp.MustCompile(`^(\w+)\(.*\)$`)

// branch has a branch say its condition as it is written, if that has no parts, and whether that holds.
func (a asText) branch(s *result.Step, line string) {
	col := s.Place.Col - 1
	m := before.FindStringSubmatchIndex(line[:col])
	if m == nil {
		a.part(s, line, col)
		return
	}
	whole := balanced(line[m[2]:])
	skipped := line[m[2]:col]
	if whole == "" || strings.Contains(whole, "&&") || strings.Contains(whole, "||") || strings.Contains(whole, "?") || len(whole) < len(skipped) {
		a.part(s, line, col)
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

// part has a branch that asks for a part of a condition say that as it is written, where it is the same but for names of numbers, or an
// operator ! stands before it.
func (a asText) part(s *result.Step, line string, col int) {
	rest, end := line[col:], -1
	for _, by := range []byte("&|?;)") {
		if k := partEnd(rest, by); k >= 0 && (end < 0 || k < end) {
			end = k
		}
	}
	if end < 0 || !strings.HasPrefix(rest[end:], "&&") && !strings.HasPrefix(rest[end:], "||") && rest[end] != ')' {
		return
	}
	packed := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	operand, inner := strings.TrimSpace(rest[:end]), strings.TrimSuffix(strings.TrimPrefix(s.Text, "if ("), ")")
	switch {
	case packed(inner) == packed(operand)+"!=0" && strings.HasSuffix(line[:col], "!"):
		s.Text, s.Note = "if (!"+operand+")", map[string]string{"true": "false", "false": "true"}[s.Note]
	case packed(inner) == packed(operand)+"!=0", sameButNames(conversion.ReplaceAllString(inner, ""), operand), sameBits(inner, operand):
		s.Text = "if (" + operand + ")"
	}
}

// partEnd is [closing] for what may end a part of a condition: of & and | only where they are doubled.
func partEnd(text string, end byte) int {
	for from := 0; ; {
		k := closing(text[from:], end)
		if k < 0 {
			return -1
		}
		if from += k + 1; end != '&' && end != '|' || strings.HasPrefix(text[from:], string(end)) {
			return from - 1
		}
	}
}

// balanced is text up to the parenthesis that closes the one before it; "" if that isn't there.
func balanced(text string) string { return text[:max(0, closing(text, ')'))] }

// words matches the words and operators of a condition, isNumber and isName two kinds of words.
var (
	words    = regexp.MustCompile(`\w+|->|[=!<>]=|&&|\|\||<<|>>|[^\s\w]`)
	isNumber = regexp.MustCompile(`^\d+$`)
	isName   = regexp.MustCompile(`^[A-Za-z_]\w*$`)
)

// conversion matches conversions between integers, which C makes without being told.
var conversion = regexp.MustCompile(`\((unsigned |signed )?(char|short|int|long|long long|__int128|_Bool)\)`)

// sameButNames reports whether a comparison is one in the source that has names where it has numbers: x == 3 is x == LIMIT.
func sameButNames(text, source string) bool {
	x, y := words.FindAllString(text, -1), words.FindAllString(source, -1)
	if len(x) != len(y) || !slices.ContainsFunc(x, func(w string) bool { return slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, w) }) {
		return false
	}
	for i := range x {
		if x[i] != y[i] && !(isNumber.MatchString(x[i]) && isName.MatchString(y[i])) {
			return false
		}
	}
	return true
}

// bitsSet matches the question whether some bits are set.
var bitsSet = regexp.MustCompile(`^\((.* & .*)\) != 0$`)

// sameBits reports whether a question for bits is one in the source, which may have names where it has numbers: (f & 4) != 0 is f & FLAG.
func sameBits(text, source string) bool {
	m := bitsSet.FindStringSubmatch(conversion.ReplaceAllString(text, ""))
	return m != nil && sameButNames(m[1]+" != 0", strings.TrimSuffix(strings.TrimPrefix(source, "("), ")")+" != 0")
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
	// A name in the place of a number is a macro's, an enumerator's, or a variable's that is known.
	if !negated && (sameButNames(conversion.ReplaceAllString(inner, ""), operand) || sameBits(inner, operand)) {
		return true
	}
	m := called.FindStringSubmatch(operand)
	return m != nil && tempBranch.MatchString(text) && a.prog.FuncNamed(m[1]) != nil
}

// asmWord matches what stands where inline assembly does: its word, or a macro's name.
var asmWord = regexp.MustCompile(`^\w+`)

// ofMacro is what a note says; of inline assembly that a macro stands for, with the macro's name.
func (a asText) ofMacro(n cil.Note) string {
	asm, ok := strings.CutPrefix(n.Text, "inline assembly: ")
	macro := asmWord.FindString(a.from(result.At(n.Pos)))
	if !ok || n.Code != "inline-asm" || macro == "" || strings.HasPrefix(strings.TrimLeft(macro, "_"), "asm") {
		return n.Text
	}
	return "inline assembly in the macro " + macro + ": " + asm
}
