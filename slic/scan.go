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

// scanner cuts a text into tokens.
type scanner struct{ source.Scanner }

// operators has the longer ones first, so that the first match is the longest.
var operators = []string{"->", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||",
	"{", "}", "(", ")", "[", "]", ";", ",", ".", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":"}

// scan returns the tokens of text up to and with the one for its end.
func scan(file, text string, errs *source.ErrorList) []token {
	s := &scanner{source.NewScanner(file, text, errs)}
	var toks []token
	for {
		s.Space()
		if len(*errs) >= maxErrors {
			s.End()
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

// next returns the token at the current place, which isn't space. It reports whether
// there is one; if not, it has said so and moved on.
func (s *scanner) next() (token, bool) {
	t := token{pos: s.Pos()}
	r := s.Rest()
	switch {
	case r == "":
		t.kind = eof
	case source.IsLetter(r[0]):
		t.kind, t.text = ident, s.Take(source.Span(r, source.IsWord))
	case source.IsDigit(r[0]):
		t.kind, t.text = number, s.Take(source.Span(r, source.IsWord))
	case r[0] == '$':
		t.kind, t.text = dollar, s.Take(1+source.Span(r[1:], source.IsWord))
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
	t := token{kind: punct, pos: s.Pos()}
	for _, op := range operators {
		if strings.HasPrefix(s.Rest(), op) {
			t.text = s.Take(len(op))
			return t, true
		}
	}
	if s.Rest()[0] == '#' {
		s.Fail(s.Pos(), "a rule has no preprocessor: it uses the program's constants and types, and declares others by enum { NAME = value };")
		s.Take(source.UpTo(s.Rest(), "\n"))
	} else {
		_, n := utf8.DecodeRuneInString(s.Rest())
		s.Fail(s.Pos(), "unexpected character %q", s.Rest()[:n])
		s.Take(n)
	}
	return token{}, false
}

// quoted reads a string or character constant and returns its content.
func (s *scanner) quoted(quote byte) string {
	start := s.Pos()
	s.Take(1)
	var b strings.Builder
	for {
		r := s.Rest()
		switch {
		case r == "" || r[0] == '\n':
			s.Fail(start, "the constant that starts here has no end on its line: expected %c", quote)
			return b.String()
		case r[0] == quote:
			s.Take(1)
			return b.String()
		case r[0] == '\\' && len(r) > 1 && r[1] != '\n':
			b.WriteByte(s.escape())
		default:
			b.WriteString(s.Take(1))
		}
	}
}

// escape reads one of the escapes \n \t \0 \\ \" \'.
func (s *scanner) escape() byte {
	const from, to = "nt0\\\"'", "\n\t\x00\\\"'"
	pos := s.Pos()
	c := s.Take(2)[1]
	i := strings.IndexByte(from, c)
	if i < 0 {
		s.Fail(pos, `unknown escape: expected one of \n \t \0 \\ \" \'`)
		return c
	}
	return to[i]
}
