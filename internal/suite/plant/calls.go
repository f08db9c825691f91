package plant

import (
	"fmt"
	"regexp"
	"strings"
)

// span is a piece of a text.
type span struct{ from, to int }

// ignored matches comments, strings, characters and lines of the preprocessor.
var ignored = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`)

// directives matches the lines of the preprocessor, with those that continue them.
var directives = regexp.MustCompile(`(?m)^[ \t]*#(?:.*\\\n)*.*$`)

// blank returns the text with blanks for what isn't code; line ends and offsets stay.
func blank(text string) string {
	code := []byte(text)
	for _, re := range []*regexp.Regexp{ignored, directives} {
		for _, at := range re.FindAllIndex(code, -1) {
			for i := at[0]; i < at[1]; i++ {
				if code[i] != '\n' {
					code[i] = ' '
				}
			}
		}
	}
	return string(code)
}

// calls returns the statements of text that are calls of a function and nothing else.
func calls(text, function string) []span {
	code := blank(text)
	name := regexp.MustCompile(`\b` + regexp.QuoteMeta(function) + `\s*\(`)
	var list []span
	for _, at := range name.FindAllStringIndex(code, -1) {
		end := closing(code, at[1])
		if begins(code[:at[0]]) && strings.HasPrefix(code[end:], ";") {
			list = append(list, span{at[0], end + 1})
		}
	}
	return list
}

// closing returns the offset behind the parenthesis that ends what at is inside of, and
// behind the space that follows.
func closing(code string, at int) int {
	for depth := 1; at < len(code) && depth > 0; at++ {
		switch code[at] {
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	return len(code) - len(strings.TrimLeft(code[at:], " \t\n"))
}

// begins reports whether a statement begins behind the code.
func begins(code string) bool {
	code = strings.TrimRight(code, " \t\n")
	return code == "" || strings.ContainsRune(";{}):", rune(code[len(code)-1])) || strings.HasSuffix(code, "else")
}

// Changed returns the text with the fault, and the line where it is.
func (f *Fault) Changed(text string) (string, int, error) {
	list := calls(text, f.Function)
	k := f.K
	if k == 0 {
		k = (len(list) + 1) / 2
	}
	if k < 1 || k > len(list) {
		return "", 0, fmt.Errorf("%s has %d statements that call %s", f.File, len(list), f.Function)
	}
	s := list[k-1]
	call := text[s.from:s.to]
	instead := ";" + strings.Repeat("\n", strings.Count(call, "\n"))
	if f.Twice {
		instead = "{ " + strings.Join(strings.Fields(call), " ") + " " + call + " }"
	}
	return text[:s.from] + instead + text[s.to:], 1 + strings.Count(text[:s.from], "\n"), nil
}
