package source

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// Pos is a place in a source file. The zero Pos is unknown.
type Pos struct {
	File string
	Line int // from 1; 0 if only the file is known
	Col  int // from 1, in bytes; 0 if only the line is known
}

// IsValid reports whether p names at least a file or a line.
func (p Pos) IsValid() bool { return p.File != "" || p.Line > 0 }

// String returns file:line:col, leaving out what is not known, or "-".
func (p Pos) String() string {
	if !p.IsValid() {
		return "-"
	}
	s := p.File
	if p.Line > 0 {
		s = fmt.Sprintf("%s:%d", s, p.Line)
		if p.Col > 0 {
			s = fmt.Sprintf("%s:%d", s, p.Col)
		}
	}
	return s
}

// Before reports whether p comes before q: by file name, line, column.
func (p Pos) Before(q Pos) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Col < q.Col
}

// Error is one complaint about an input file.
type Error struct {
	Pos  Pos
	Msg  string // what is wrong and what was expected; one line, no final stop
	Text string // the source line that Pos points into, without its newline; may be empty
}

// Error returns the message as a compiler prints it: position and text on the first
// line, then the source line and a caret when they are known.
func (e *Error) Error() string {
	head := e.Msg
	if e.Pos.IsValid() {
		head = e.Pos.String() + ": " + e.Msg
	}
	if e.Text == "" || e.Pos.Col == 0 {
		return Printable(head)
	}
	line, caret := excerpt(e.Text, e.Pos.Col)
	return Printable(head) + "\n    " + line + "\n    " + caret
}

// maxExcerpt bounds the part of a source line that an error shows, in bytes.
const maxExcerpt = 120

// excerpt returns the part of text around column col and a caret line to put under it.
func excerpt(text string, col int) (line, caret string) {
	at := min(col-1, len(text))
	from := 0
	if len(text) > maxExcerpt && at > maxExcerpt/2 {
		from = at - maxExcerpt/2
	}
	to := min(len(text), from+maxExcerpt)
	before := Printable(strings.ReplaceAll(text[from:at], "\t", " "))
	after := Printable(strings.ReplaceAll(text[at:to], "\t", " "))
	return before + after, strings.Repeat(" ", utf8.RuneCountInString(before)) + "^"
}

// Printable returns s with control characters, bidirectional marks and invalid
// UTF-8 written as escapes, so that text from an input can't act on a terminal.
func Printable(s string) string {
	clean := true
	for _, r := range s {
		if unsafeRune(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i, w := 0, 0; i < len(s); i += w {
		r, size := utf8.DecodeRuneInString(s[i:])
		w = size
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unsafeRune(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unsafeRune reports whether r must not reach a terminal as it is.
func unsafeRune(r rune) bool {
	return r < 0x20 || r >= 0x7f && r < 0xa0 || r == utf8.RuneError ||
		r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f
}

// ErrorList is a list of complaints; it is an error when it isn't empty.
type ErrorList []*Error

// Add appends a complaint. text is the content of the whole file, from which the
// source line is cut; it may be empty.
func (l *ErrorList) Add(pos Pos, text, format string, args ...any) {
	*l = append(*l, &Error{Pos: pos, Msg: fmt.Sprintf(format, args...), Text: Line(text, pos.Line)})
}

// Error returns the messages of all entries, one after the other.
func (l ErrorList) Error() string {
	msgs := make([]string, len(l))
	for i, e := range l {
		msgs[i] = e.Error()
	}
	return strings.Join(msgs, "\n")
}

// Err returns the list as an error, sorted by position, or nil if it is empty.
func (l ErrorList) Err() error {
	if len(l) == 0 {
		return nil
	}
	sort.SliceStable(l, func(i, j int) bool { return l[i].Pos.Before(l[j].Pos) })
	return l
}

// Line returns line n (from 1) of text without its newline, or "".
func Line(text string, n int) string {
	for ; n > 1; n-- {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			return ""
		}
		text = text[i+1:]
	}
	if n < 1 {
		return ""
	}
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSuffix(text, "\r")
}
