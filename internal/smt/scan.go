package smt

import (
	"strings"

	"hardbop/internal/source"
)

// maxNesting bounds the nesting of parentheses in a text, and maxErrors how many errors
// of one text are told.
const (
	maxNesting = 20000
	maxErrors  = 10
)

// sexpr is an S-expression: a list, or an atom.
type sexpr struct {
	pos    source.Pos
	atom   string // the text; of a quoted symbol without bars, escapes taken back
	quoted bool   // the atom was written |...|
	isList bool
	list   []sexpr
}

// head returns the atom that a list starts with, if it isn't quoted, else "".
func (e *sexpr) head() string {
	if !e.isList || len(e.list) == 0 || e.list[0].quoted {
		return ""
	}
	return e.list[0].atom
}

// is reports whether e is the unquoted atom s.
func (e *sexpr) is(s string) bool { return !e.isList && !e.quoted && e.atom == s }

// scanner reads S-expressions.
type scanner struct {
	name, text string
	at         int
	line, bol  int // current line, from 1, and the offset at which it begins
	errs       source.ErrorList
}

func newScanner(name, text string) *scanner { return &scanner{name: name, text: text, line: 1} }

func (s *scanner) pos() source.Pos {
	return source.Pos{File: s.name, Line: s.line, Col: s.at - s.bol + 1}
}

func (s *scanner) fail(pos source.Pos, format string, args ...any) {
	if len(s.errs) < maxErrors {
		s.errs.Add(pos, s.text, format, args...)
	}
}

// skip passes white space and comments.
func (s *scanner) skip() {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '\n':
			s.newline()
		case c == ' ' || c == '\t' || c == '\r':
			s.at++
		case c == ';':
			for s.at < len(s.text) && s.text[s.at] != '\n' {
				s.at++
			}
		default:
			return
		}
	}
}

func (s *scanner) newline() {
	s.at++
	s.line++
	s.bol = s.at
}

// next reads an S-expression; ok is false at the end of the text and after an error.
func (s *scanner) next() (e sexpr, ok bool) {
	s.skip()
	if s.at == len(s.text) {
		return sexpr{}, false
	}
	return s.expr(0)
}

func (s *scanner) expr(depth int) (sexpr, bool) {
	e := sexpr{pos: s.pos()}
	switch c := s.text[s.at]; {
	case c == '(':
		return s.parens(e, depth)
	case c == ')':
		s.fail(e.pos, "unexpected ')'")
		return e, false
	case c == '|':
		return s.bars(e)
	case c == '"':
		return s.str(e)
	case isSymbolByte(c) || c == '#' || c == ':':
		from := s.at
		s.at++
		for s.at < len(s.text) && isSymbolByte(s.text[s.at]) {
			s.at++
		}
		e.atom = s.text[from:s.at]
		return e, true
	}
	s.fail(e.pos, "unexpected character")
	return e, false
}

func (s *scanner) parens(e sexpr, depth int) (sexpr, bool) {
	if depth == maxNesting {
		s.fail(e.pos, "parentheses nest deeper than %d", maxNesting)
		return e, false
	}
	e.isList = true
	s.at++
	for {
		s.skip()
		if s.at == len(s.text) {
			s.fail(e.pos, "'(' without ')'")
			return e, false
		}
		if s.text[s.at] == ')' {
			s.at++
			return e, true
		}
		sub, ok := s.expr(depth + 1)
		if !ok {
			return e, false
		}
		e.list = append(e.list, sub)
	}
}

func (s *scanner) bars(e sexpr) (sexpr, bool) {
	end := strings.IndexByte(s.text[s.at+1:], '|')
	if end < 0 {
		s.fail(e.pos, "'|' without an end")
		return e, false
	}
	raw := s.text[s.at+1 : s.at+1+end]
	for s.at += 1; s.text[s.at] != '|'; {
		if s.text[s.at] == '\n' {
			s.newline()
		} else {
			s.at++
		}
	}
	s.at++
	e.atom, e.quoted = unescape(raw), true
	return e, true
}

// unescape takes %xx back; see quoted.
func unescape(raw string) string {
	if strings.IndexByte(raw, '%') < 0 {
		return raw
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] == '%' && i+2 < len(raw) {
			if hi, lo := hexDigit(raw[i+1]), hexDigit(raw[i+2]); hi >= 0 && lo >= 0 {
				b.WriteByte(byte(hi<<4 | lo))
				i += 2
				continue
			}
		}
		b.WriteByte(raw[i])
	}
	return b.String()
}

func hexDigit(c byte) int { return strings.IndexByte("0123456789abcdef", c) }

// str reads a string; its content doesn't matter.
func (s *scanner) str(e sexpr) (sexpr, bool) {
	for s.at++; s.at < len(s.text); {
		switch s.text[s.at] {
		case '"':
			s.at++
			e.atom, e.quoted = "", true
			return e, true
		case '\n':
			s.newline()
		default:
			s.at++
		}
	}
	s.fail(e.pos, "string without an end")
	return e, false
}
