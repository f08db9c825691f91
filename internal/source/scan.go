package source

import "strings"

// Scanner goes through a text from its start: what the scanners of languages with words and C's
// comments share.
type Scanner struct {
	text string
	off  int
	pos  Pos
	errs *ErrorList
}

// NewScanner returns a Scanner of the text of a file, whose errors go to errs.
func NewScanner(file, text string, errs *ErrorList) Scanner {
	return Scanner{text: text, pos: Pos{File: file, Line: 1, Col: 1}, errs: errs}
}

// Rest is what lies ahead.
func (s *Scanner) Rest() string { return s.text[s.off:] }

// Pos is the place of what lies ahead.
func (s *Scanner) Pos() Pos { return s.pos }

// End goes to the end of the text.
func (s *Scanner) End() { s.off = len(s.text) }

// Take moves on by n bytes and returns them.
func (s *Scanner) Take(n int) string {
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

// Fail complains about the place pos.
func (s *Scanner) Fail(pos Pos, format string, args ...any) {
	s.errs.Add(pos, s.text, format, args...)
}

// Space skips white space and comments.
func (s *Scanner) Space() {
	for {
		r := s.Rest()
		n := len(r) - len(strings.TrimLeft(r, " \t\r\n\f\v"))
		switch {
		case n > 0:
		case strings.HasPrefix(r, "//"):
			n = UpTo(r, "\n")
		case strings.HasPrefix(r, "/*"):
			n = s.comment(r)
		default:
			return
		}
		s.Take(n)
	}
}

// comment returns the length of the comment that r begins with.
func (s *Scanner) comment(r string) int {
	if end := strings.Index(r[2:], "*/"); end >= 0 {
		return end + 4
	}
	s.Fail(s.pos, "the comment that starts here has no end: expected */")
	return len(r)
}

// UpTo returns the length of r before stop, or of all of r.
func UpTo(r, stop string) int {
	if i := strings.Index(r, stop); i >= 0 {
		return i
	}
	return len(r)
}

// Span returns the length of the bytes at the start of r that are in the class.
func Span(r string, in func(byte) bool) int {
	n := 0
	for n < len(r) && in(r[n]) {
		n++
	}
	return n
}

// IsLetter reports whether a word may begin with c.
func IsLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsWord reports whether c may be in a word.
func IsWord(c byte) bool { return IsLetter(c) || IsDigit(c) }
