package slic

import (
	"strings"
	"unicode/utf8"

	"hardbop/internal/source"
)

// tokenKind says what a token is. Operators and punctuation are punct.
type tokenKind int

const (
	bad tokenKind = iota
	eof
	ident
	number
	char
	str
	dollar // $1, $return
	punct
)

type token struct {
	kind tokenKind
	text string // as written; of a str, without quotes and escapes
	pos  source.Pos
}

// describe returns the token as messages name it.
func (t token) describe() string {
	switch t.kind {
	case eof:
		return "the end of the file"
	case str:
		return "a string"
	}
	return "'" + t.text + "'"
}

// scanner cuts a text into tokens. Its errors go to errs.
type scanner struct {
	text string
	off  int
	pos  source.Pos
	errs *source.ErrorList
}

// operators has the longer ones first, so that the first match is the longest.
var operators = []string{"->", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||",
	"{", "}", "(", ")", "[", "]", ";", ",", ".", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":"}

// scan returns the tokens of text up to and with the one for its end.
func scan(file, text string, errs *source.ErrorList) []token {
	s := &scanner{text: text, pos: source.Pos{File: file, Line: 1, Col: 1}, errs: errs}
	var toks []token
	for {
		s.space()
		if len(*errs) >= maxErrors {
			s.off = len(text)
		}
		t, ok := s.next()
		if ok {
			toks = append(toks, t)
		}
		if t.kind == eof {
			return toks
		}
	}
}

// take moves on by n bytes and returns them.
func (s *scanner) take(n int) string {
	part := s.text[s.off : s.off+n]
	s.off += n
	if i := strings.LastIndexByte(part, '\n'); i >= 0 {
		s.pos.Line += strings.Count(part, "\n")
		s.pos.Col = n - i
	} else {
		s.pos.Col += n
	}
	return part
}

func (s *scanner) rest() string { return s.text[s.off:] }

// space skips white space and comments.
func (s *scanner) space() {
	for {
		r := s.rest()
		n := len(r) - len(strings.TrimLeft(r, " \t\r\n\f\v"))
		switch {
		case n > 0:
		case strings.HasPrefix(r, "//"):
			n = upTo(r, "\n")
		case strings.HasPrefix(r, "/*"):
			end := strings.Index(r[2:], "*/")
			if end < 0 {
				s.errs.Add(s.pos, s.text, "the comment that starts here has no end: expected */")
				n = len(r)
			} else {
				n = end + 4
			}
		default:
			return
		}
		s.take(n)
	}
}

// upTo returns the length of r before stop, or of all of r.
func upTo(r, stop string) int {
	if i := strings.Index(r, stop); i >= 0 {
		return i
	}
	return len(r)
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isWord(c byte) bool   { return isLetter(c) || isDigit(c) }

func wordLen(r string) int {
	n := 0
	for n < len(r) && isWord(r[n]) {
		n++
	}
	return n
}

// next returns the token at the current place, which isn't space. It reports whether
// there is one; if not, it has said so and moved on.
func (s *scanner) next() (token, bool) {
	t := token{pos: s.pos}
	r := s.rest()
	switch {
	case r == "":
		t.kind = eof
	case isLetter(r[0]):
		t.kind, t.text = ident, s.take(wordLen(r))
	case isDigit(r[0]):
		t.kind, t.text = number, s.take(wordLen(r))
	case r[0] == '$':
		t.kind, t.text = dollar, s.take(1+wordLen(r[1:]))
	case r[0] == '"':
		t.kind, t.text = str, s.quoted('"')
	case r[0] == '\'':
		t.kind, t.text = char, s.quoted('\'')
	default:
		return s.operator()
	}
	return t, true
}

func (s *scanner) operator() (token, bool) {
	t := token{kind: punct, pos: s.pos}
	for _, op := range operators {
		if strings.HasPrefix(s.rest(), op) {
			t.text = s.take(len(op))
			return t, true
		}
	}
	if s.rest()[0] == '#' {
		s.errs.Add(s.pos, s.text, "a rule has no preprocessor: it uses the program's constants and types, and declares others by enum { NAME = value };")
		s.take(upTo(s.rest(), "\n"))
	} else {
		_, n := utf8.DecodeRuneInString(s.rest())
		s.errs.Add(s.pos, s.text, "unexpected character %q", s.rest()[:n])
		s.take(n)
	}
	return token{}, false
}

// quoted reads a string or character constant and returns its content.
func (s *scanner) quoted(quote byte) string {
	start := s.pos
	s.take(1)
	var b strings.Builder
	for {
		r := s.rest()
		switch {
		case r == "" || r[0] == '\n':
			s.errs.Add(start, s.text, "the constant that starts here has no end on its line: expected %c", quote)
			return b.String()
		case r[0] == quote:
			s.take(1)
			return b.String()
		case r[0] == '\\' && len(r) > 1 && r[1] != '\n':
			b.WriteByte(s.escape())
		default:
			b.WriteString(s.take(1))
		}
	}
}

// escape reads one of the escapes \n \t \0 \\ \" \'.
func (s *scanner) escape() byte {
	const from, to = "nt0\\\"'", "\n\t\x00\\\"'"
	pos := s.pos
	c := s.take(2)[1]
	i := strings.IndexByte(from, c)
	if i < 0 {
		s.errs.Add(pos, s.text, `unknown escape: expected one of \n \t \0 \\ \" \'`)
		return c
	}
	return to[i]
}
