package boolprog

import (
	"strings"

	"hardbop/internal/source"
)

// tokKind is the class of a token.
type tokKind uint8

const (
	tokEOF tokKind = iota
	tokIdent
	tokKeyword
	tokPunct
	tokBad // already reported
)

// token is a word of the input together with the comments before it.
type token struct {
	kind     tokKind
	text     string // canonical, for names in braces
	pos      source.Pos
	endLine  int
	comments []comment
}

// comment is a "//" comment. ownLine says that no token is before it on its line.
type comment struct {
	text    string // behind "//", without blanks at the end
	line    int
	ownLine bool
}

// isKeyword reports whether an identifier is reserved.
func isKeyword(word string) bool {
	switch word {
	case "decl", "begin", "end", "void", "bool", "dfs",
		"skip", "goto", "return", "assert", "assume", "abortif", "enforce", "constrain", "dead", "print",
		"if", "then", "elsif", "else", "fi", "while", "do", "od",
		"schoose", "T", "F", "_",
		"thread_local", "start_thread", "end_thread", "sync", "atomic_begin", "atomic_end":
		return true
	}
	return false
}

// isThreadWord reports whether a keyword belongs to threads, which are not supported.
func isThreadWord(word string) bool {
	switch word {
	case "thread_local", "start_thread", "end_thread", "sync", "atomic_begin", "atomic_end":
		return true
	}
	return false
}

// scanner cuts a text into tokens.
type scanner struct {
	file      string
	text      string
	off       int
	line      int
	lineStart int // offset of the current line
	lastLine  int // line of the end of the last token
	errors    *source.ErrorList
}

// pos returns the position of the offset off in the current line.
func (s *scanner) pos(off int) source.Pos {
	return source.Pos{File: s.file, Line: s.line, Col: off - s.lineStart + 1}
}

// next returns the next token; tokEOF for ever at the end.
func (s *scanner) next() token {
	comments := s.blanks()
	t := token{pos: s.pos(s.off), comments: comments}
	if s.off == len(s.text) {
		return t
	}
	switch c := s.text[s.off]; {
	case isIdentStart(c):
		t.kind, t.text = s.word()
	case c == '{':
		t.kind, t.text = s.braces()
	case isDigit(c):
		t.kind, t.text = tokPunct, s.take(s.span(isDigit))
	default:
		t.kind, t.text = s.punct()
	}
	s.lastLine = s.line
	t.endLine = s.line
	return t
}

// take returns the next n bytes and passes them.
func (s *scanner) take(n int) string {
	text := s.text[s.off : s.off+n]
	s.off += n
	return text
}

// span counts the bytes from here on that are in a class.
func (s *scanner) span(in func(byte) bool) int {
	n := 0
	for s.off+n < len(s.text) && in(s.text[s.off+n]) {
		n++
	}
	return n
}

// word scans an identifier or keyword.
func (s *scanner) word() (tokKind, string) {
	text := s.take(s.span(isIdentPart))
	if isKeyword(text) {
		return tokKeyword, text
	}
	return tokIdent, text
}

// braces scans a name in braces and makes it canonical.
func (s *scanner) braces() (tokKind, string) {
	start := s.pos(s.off)
	n := strings.IndexAny(s.text[s.off+1:], "{}")
	if n < 0 || s.text[s.off+1+n] == '{' {
		s.errors.Add(start, s.text, "expected '}' at the end of the name in braces")
		s.off++
		return tokBad, "{"
	}
	raw := s.text[s.off+1 : s.off+1+n]
	for i := range len(raw) {
		if raw[i] == '\n' {
			s.line++
			s.lineStart = s.off + i + 2
		}
	}
	s.off += n + 2
	name := PredName(raw)
	if name == "{}" {
		s.errors.Add(start, s.text, "expected a text between the braces of a name")
		return tokBad, name
	}
	return tokIdent, name
}

// punct scans an operator or separator.
func (s *scanner) punct() (tokKind, string) {
	rest := s.text[s.off:]
	for _, op := range [...]string{":=", "=>", "!=", "&&", "||"} {
		if strings.HasPrefix(rest, op) {
			return tokPunct, s.take(2)
		}
	}
	if strings.IndexByte(";:,()[]<>=!~&|^*?'", rest[0]) >= 0 {
		return tokPunct, s.take(1)
	}
	s.errors.Add(s.pos(s.off), s.text, "the character %q has no place here", rune(rest[0]))
	return tokBad, s.take(1)
}

// blanks passes white space and comments and returns the "//" comments.
func (s *scanner) blanks() []comment {
	var found []comment
	for s.off < len(s.text) {
		rest := s.text[s.off:]
		switch {
		case rest[0] == '\n':
			s.off++
			s.line++
			s.lineStart = s.off
		case isBlank(rest[0]):
			s.off++
		case strings.HasPrefix(rest, "//"):
			found = append(found, s.lineComment(rest))
		case strings.HasPrefix(rest, "/*"):
			s.blockComment(rest)
		default:
			return found
		}
	}
	return found
}

// lineComment passes a "//" comment.
func (s *scanner) lineComment(rest string) comment {
	n := strings.IndexByte(rest, '\n')
	if n < 0 {
		n = len(rest)
	}
	s.off += n
	text := strings.TrimRight(rest[2:n], " \t\r\f\v")
	return comment{text: text, line: s.line, ownLine: s.lastLine != s.line}
}

// blockComment passes a "/*" comment.
func (s *scanner) blockComment(rest string) {
	n := strings.Index(rest[2:], "*/")
	if n < 0 {
		s.errors.Add(s.pos(s.off), s.text, "expected '*/' at the end of the comment")
		s.off = len(s.text)
		return
	}
	n += 4
	s.line += strings.Count(rest[:n], "\n")
	if i := strings.LastIndexByte(rest[:n], '\n'); i >= 0 {
		s.lineStart = s.off + i + 1
	}
	s.off += n
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isIdentStart(c byte) bool {
	return c == '$' || c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isIdentPart(c byte) bool { return isIdentStart(c) || isDigit(c) || c == '#' || c == '-' }
