package html

import (
	"fmt"
	"html"
	"html/template"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hardbop/internal/result"
)

// Sizes of what is shown of a file: all of up to wholeLines, or wholeHeader if it isn't one of the run's
// own, else what lies within nearLines of a line that something refers to.
const (
	wholeLines  = 12000
	wholeHeader = 600
	nearLines   = 60
)

// sources are the files of a run, in the order in which they are first spoken of.
type sources struct {
	read  func(string) ([]byte, error)
	names []string
	texts map[string]string // of rules, which aren't read
	given map[string]string // of what no file has
	lines map[string]map[int]bool
}

// file is a file as the page shows it.
type file struct {
	Index int
	Name  string // short
	Full  string
	Rule  bool // it is one
	Lines []line
}

// line is a line of a file, or with Gap what is left out before the next.
type line struct {
	N    int
	ID   bool // it is the first of its number
	Code template.HTML
	Gap  bool
}

// place is a link to a line.
type place struct {
	ID   string // of the line; "" if there is no such
	Line int
	file string
	s    *sources
}

// Text is the file's name, as short as it is clear, with the line.
func (p place) Text() string { return result.Place{File: p.Name(), Line: p.Line}.String() }

// Name is the file's name, as short as it is clear.
func (p place) Name() string { return p.s.short(p.file) }

// Full is the place with the whole name of its file.
func (p place) Full() string { return clean(result.Place{File: p.file, Line: p.Line}.String()) }

func newSources(run Run) *sources {
	s := &sources{read: run.Read, texts: map[string]string{}, given: map[string]string{}, lines: map[string]map[int]bool{}}
	for _, f := range run.Files {
		s.index(f)
	}
	return s
}

// index returns the number of a file.
func (s *sources) index(name string) int {
	i := slices.Index(s.names, name)
	if i < 0 {
		i = len(s.names)
		s.names = append(s.names, name)
		s.lines[name] = map[int]bool{}
	}
	return i
}

// at links to a place and has its line shown.
func (s *sources) at(p result.Place) place {
	at := place{Line: p.Line, file: p.File, s: s}
	if p.File == "" || p.Line <= 0 {
		return at
	}
	i := s.index(p.File)
	s.lines[p.File][p.Line] = true
	at.ID = lineID(i, p.Line)
	return at
}

// short is the last part of a file's name, unless another file ends in the same.
func (s *sources) short(name string) string {
	if !filepath.IsAbs(name) {
		return clean(name)
	}
	base := filepath.Base(name)
	for _, other := range s.names {
		if other != name && filepath.Base(other) == base {
			return clean(name)
		}
	}
	return clean(base)
}

// give has texts that no file has.
func (s *sources) give(list []result.Text) {
	for _, t := range list {
		s.given[t.Name] = t.Text
	}
}

// maybe links to a place that may be none.
func (s *sources) maybe(p *result.Place) *place {
	if p == nil {
		return nil
	}
	at := s.at(*p)
	return &at
}

func lineID(file, line int) string { return fmt.Sprintf("f%d-%d", file, line) }

// load reads the files. Of those that can't be read, what the C files say that comes from there is
// shown; without any the file is left out.
func (s *sources) load(own []string) []*file {
	var list []*file
	for i, name := range s.names {
		lines := s.whole(name)
		if lines == nil {
			lines = s.part(name, own)
		}
		if lines != nil {
			_, rule := s.texts[name]
			list = append(list, &file{Index: i, Name: s.short(name), Full: clean(name), Rule: rule, Lines: s.cut(name, lines, rule || slices.Contains(own, name))})
		}
	}
	return list
}

// whole returns the lines of a file; nil if it can't be read.
func (s *sources) whole(name string) []line {
	text, ok := s.text(name)
	if !ok {
		return nil
	}
	var lines []line
	for k, code := range coloured(text) {
		lines = append(lines, line{N: k + 1, ID: true, Code: code})
	}
	return lines
}

func (s *sources) text(name string) (string, bool) {
	text, ok := s.texts[name]
	if !ok {
		text, ok = s.given[name]
	}
	if !ok && s.read != nil {
		b, err := s.read(name)
		text, ok = string(b), err == nil
	}
	return text, ok
}

// marker is a line that says which line of which file comes next.
var marker = regexp.MustCompile(`^#\s*(?:line\s+)?(\d+)(?:\s+"((?:[^"\\]|\\.)*)")?`)

// part returns the lines that the files own say come from the file called name.
func (s *sources) part(name string, own []string) []line {
	var lines []line
	seen := map[int]bool{}
	for _, f := range own {
		text, _ := s.text(f)
		if !strings.Contains(text, "\""+name+"\"") {
			continue
		}
		from, at := f, 0
		raw := strings.Split(text, "\n")
		for k, code := range coloured(text) {
			at++
			if m := marker.FindStringSubmatch(raw[k]); m != nil {
				n, _ := strconv.Atoi(m[1])
				if at = n - 1; m[2] != "" {
					from = m[2]
				}
			} else if from == name {
				lines = append(lines, line{N: at, ID: !seen[at], Code: code})
				seen[at] = true
			}
		}
	}
	return lines
}

// cut leaves out what is far from all that is spoken of, of long files.
func (s *sources) cut(name string, all []line, own bool) []line {
	if len(all) <= wholeHeader || own && len(all) <= wholeLines {
		return all
	}
	var lines []line
	gap := false
	for _, l := range all {
		near := false
		for n := range s.lines[name] {
			near = near || l.N >= n-nearLines && l.N <= n+nearLines
		}
		if !near {
			gap = true
			continue
		}
		if gap {
			lines, gap = append(lines, line{Gap: true}), false
		}
		lines = append(lines, l)
	}
	return lines
}

// coloured returns the lines of C code as HTML: comments, strings, keywords and directives are
// marked.
func coloured(text string) []template.HTML {
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	c := &colourer{}
	var lines []template.HTML
	for _, l := range strings.Split(text, "\n") {
		lines = append(lines, c.line(clean(expand(l))))
	}
	return lines
}

// expand writes tabs as spaces up to the next column of eight.
func expand(l string) string {
	if !strings.Contains(l, "\t") {
		return l
	}
	var b strings.Builder
	col := 0
	for _, part := range strings.SplitAfter(l, "\t") {
		body, tab := strings.CutSuffix(part, "\t")
		b.WriteString(body)
		col += len([]rune(body))
		if n := 8 - col%8; tab {
			b.WriteString(strings.Repeat(" ", n))
			col += n
		}
	}
	return b.String()
}

// colourer colours line after line.
type colourer struct{ comment bool } // in a comment that began on an earlier line

func (c *colourer) line(l string) template.HTML {
	var b strings.Builder
	if !c.comment && strings.HasPrefix(strings.TrimLeft(l, " "), "#") {
		n := len(l) - len(strings.TrimLeft(l, " #"))
		for n < len(l) && isWord(l[n]) {
			n++
		}
		mark(&b, "d", l[:n])
		l = l[n:]
	}
	for len(l) > 0 {
		class, n := c.token(l)
		mark(&b, class, l[:n])
		l = l[n:]
	}
	return template.HTML(b.String()) // every part is escaped by mark
}

// token returns the length of what l begins with, and its class.
func (c *colourer) token(l string) (class string, n int) {
	switch {
	case c.comment || strings.HasPrefix(l, "/*"):
		start := 2
		if c.comment {
			start = 0
		}
		end := strings.Index(l[min(start, len(l)):], "*/")
		if c.comment = end < 0; c.comment {
			return "c", len(l)
		}
		return "c", start + end + 2
	case strings.HasPrefix(l, "//"):
		return "c", len(l)
	case l[0] == '"' || l[0] == '\'':
		return "s", quoted(l)
	case isWord(l[0]):
		for n < len(l) && isWord(l[n]) {
			n++
		}
		if keywords[l[:n]] {
			return "k", n
		}
		return "", n
	}
	for n < len(l) && !isWord(l[n]) && l[n] != '"' && l[n] != '\'' && (n == 0 || l[n] != '/') {
		n++
	}
	return "", max(n, 1)
}

// quoted is the length of the string or character that l begins with.
func quoted(l string) int {
	for i := 1; i < len(l); i++ {
		switch l[i] {
		case '\\':
			i++
		case l[0]:
			return i + 1
		}
	}
	return len(l)
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// mark writes text as HTML, in a span if there is a class.
func mark(b *strings.Builder, class, text string) {
	if class == "" {
		b.WriteString(html.EscapeString(text))
		return
	}
	fmt.Fprintf(b, "<i class=%s>%s</i>", class, html.EscapeString(text))
}

// keywords are those of C and of rules.
var keywords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`auto break case char const continue default do double else enum extern float for goto if inline int
		long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool bool
		abort halt reset state watch guard any`) {
		m[w] = true
	}
	return m
}()
