package lts

import (
	"strings"
	"unicode/utf8"

	"hardbop/internal/source"
)

type tokenKind int

const (
	bad tokenKind = iota
	eof
	ident
	number
	dollar // $1
	punct
)

type token struct {
	kind tokenKind
	text string
	pos  source.Pos
}

// describe returns the token as messages name it.
func (t token) describe() string {
	if t.kind == eof {
		return "the end of the file"
	}
	return "'" + t.text + "'"
}

// operators has the longer ones first, so that the first match is the longest.
var operators = []string{"->", "..", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||",
	"{", "}", "(", ")", "[", "]", ";", ",", ".", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", ":"}

// scanner cuts a text into tokens. Its errors go to errs.
type scanner struct {
	text string
	off  int
	pos  source.Pos
	errs *source.ErrorList
}

// scan returns the tokens of text up to and with the one for its end.
func scan(file, text string, errs *source.ErrorList) []token {
	s := &scanner{text: text, pos: source.Pos{File: file, Line: 1, Col: 1}, errs: errs}
	var toks []token
	for {
		s.space()
		if len(*errs) >= maxErrors {
			s.off = len(text)
		}
		t := s.next()
		if t.kind != bad {
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
			if n = strings.IndexByte(r, '\n'); n < 0 {
				n = len(r)
			}
		case strings.HasPrefix(r, "/*"):
			n = s.comment(r)
		default:
			return
		}
		s.take(n)
	}
}

// comment returns the length of the comment that r begins with.
func (s *scanner) comment(r string) int {
	if end := strings.Index(r[2:], "*/"); end >= 0 {
		return end + 4
	}
	s.errs.Add(s.pos, s.text, "the comment that starts here has no end: expected */")
	return len(r)
}

// next returns the next token, a bad one behind a complaint.
func (s *scanner) next() token {
	r, pos := s.rest(), s.pos
	switch {
	case r == "":
		return token{kind: eof, pos: pos}
	case isLetter(r[0]):
		return token{ident, s.take(span(r, isWord)), pos}
	case isDigit(r[0]):
		return token{number, s.take(span(r, isWord)), pos}
	case r[0] == '$':
		return s.parameter(r, pos)
	}
	for _, op := range operators {
		if strings.HasPrefix(r, op) {
			return token{punct, s.take(len(op)), pos}
		}
	}
	_, n := utf8.DecodeRuneInString(r)
	s.errs.Add(pos, s.text, "unexpected character '%s'", s.take(n))
	return token{kind: bad}
}

// parameter reads $ and a number.
func (s *scanner) parameter(r string, pos source.Pos) token {
	n := 1 + span(r[1:], isDigit)
	if n == 1 {
		s.errs.Add(pos, s.text, "unexpected '$': expected $0, $1, ...")
		s.take(n)
		return token{kind: bad}
	}
	return token{dollar, s.take(n), pos}
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isWord(c byte) bool   { return isLetter(c) || isDigit(c) }

// span returns the length of the bytes at the start of r that are in the class.
func span(r string, in func(byte) bool) int {
	n := 0
	for n < len(r) && in(r[n]) {
		n++
	}
	return n
}
