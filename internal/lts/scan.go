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

// scanner cuts a text into tokens.
type scanner struct{ source.Scanner }

// scan returns the tokens of text up to and with the one for its end.
func scan(file, text string, errs *source.ErrorList) []token {
	s := &scanner{source.NewScanner(file, text, errs)}
	var toks []token
	for {
		s.Space()
		if len(*errs) >= maxErrors {
			s.End()
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

// next returns the next token, a bad one behind a complaint.
func (s *scanner) next() token {
	r, pos := s.Rest(), s.Pos()
	switch {
	case r == "":
		return token{kind: eof, pos: pos}
	case source.IsLetter(r[0]):
		return token{ident, s.Take(source.Span(r, source.IsWord)), pos}
	case source.IsDigit(r[0]):
		return token{number, s.Take(source.Span(r, source.IsWord)), pos}
	case r[0] == '$':
		return s.parameter(r, pos)
	}
	for _, op := range operators {
		if strings.HasPrefix(r, op) {
			return token{punct, s.Take(len(op)), pos}
		}
	}
	_, n := utf8.DecodeRuneInString(r)
	s.Fail(pos, "unexpected character '%s'", s.Take(n))
	return token{kind: bad}
}

// parameter reads $ and a number.
func (s *scanner) parameter(r string, pos source.Pos) token {
	n := 1 + source.Span(r[1:], source.IsDigit)
	if n == 1 {
		s.Fail(pos, "unexpected '$': expected $0, $1, ...")
		s.Take(n)
		return token{kind: bad}
	}
	return token{dollar, s.Take(n), pos}
}
