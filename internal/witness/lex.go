package witness

import (
	"regexp"
	"sort"
	"strings"
)

// token is a word, number, literal or sign of a C text.
type token struct {
	text string
	at   int // offset
}

func (t token) end() int { return t.at + len(t.text) }

// isWord reports whether t is a name or keyword.
func (t token) isWord() bool { return wordStart.MatchString(t.text) }

var wordStart = regexp.MustCompile(`^[A-Za-z_]`)

// lexeme matches what a C text has next, apart from space: comments, directives (at the beginning
// of a line), words, numbers, literals, signs.
var lexeme = regexp.MustCompile(`^(?s:` +
	`(?P<skip>//(?:[^\n\\]|\\.)*|/\*.*?\*/)|` +
	`[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|` +
	`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` +
	`\.\.\.|->|\+\+|--|<<=|>>=|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||.)`)

// directive matches a line of the preprocessor.
var directive = regexp.MustCompile(`^#(?s:(?:[^\n\\]|\\.)*)`)

// tokens lists what text has for the compiler, as it is before preprocessing.
func tokens(text string) []token {
	var list []token
	start := true // of a line
	for at := 0; at < len(text); {
		switch c := text[at]; {
		case strings.IndexByte(" \t\r\n\f\v", c) >= 0:
			start = start || c == '\n'
			at++
		case c == '#' && start:
			at += len(directive.FindString(text[at:]))
		default:
			m := lexeme.FindStringSubmatch(text[at:])
			if m[1] == "" {
				list = append(list, token{m[0], at})
				start = false
			}
			at += len(m[0])
		}
	}
	return list
}

// index finds lines and columns.
type index []int // offsets of the lines

func indexOf(text string) index {
	x := index{0}
	for i := range len(text) {
		if text[i] == '\n' {
			x = append(x, i+1)
		}
	}
	return x
}

// place returns the line and column of an offset.
func (x index) place(at int) (line, col int) {
	line = sort.SearchInts(x, at+1)
	return line, at - x[line-1] + 1
}

// offset returns the offset of a place; -1 if there is no such line.
func (x index) offset(line, col int) int {
	if line < 1 || line > len(x) {
		return -1
	}
	return x[line-1] + col - 1
}
