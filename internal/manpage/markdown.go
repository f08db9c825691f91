package manpage

import (
	"regexp"
	"strings"
)

// Markdown writes a page of docs/: its sections, paragraphs, lists, tables and blocks, from its second
// heading on or from its first, without the blocks that have no mark (they are synopses) and the tables of
// options: pages have these from the commands themselves.
func (w *Writer) Markdown(text string) {
	m := &markdown{w: w, lines: strings.Split(text, "\n")}
	if len(m.lines) > 0 && strings.HasPrefix(m.lines[0], "# ") {
		m.lines = m.lines[1:]
		w.Section("DETAILS")
	}
	for m.i < len(m.lines) {
		m.block()
	}
}

// markdown reads a page line by line.
type markdown struct {
	w     *Writer
	lines []string
	i     int
}

// block writes what begins at the line.
func (m *markdown) block() {
	line := m.lines[m.i]
	switch {
	case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "!["):
		m.i++
	case strings.HasPrefix(line, "```"):
		m.code(strings.TrimPrefix(line, "```"))
	case strings.HasPrefix(line, "## "):
		m.w.Section(strings.ToUpper(plain(line[3:])))
		m.i++
	case strings.HasPrefix(line, "#"):
		m.w.Subsection(plain(strings.TrimLeft(line, "# ")))
		m.i++
	case strings.HasPrefix(line, "|"):
		m.table()
	case item.MatchString(line):
		m.list()
	default:
		m.w.begin()
		m.w.b.WriteString(lines(inline(m.text())))
	}
}

// item matches the beginning of a list's item.
var item = regexp.MustCompile(`^ *(?:[-*]|\d+\.) +`)

// text returns the lines up to the end of a paragraph or item.
func (m *markdown) text() string {
	from := m.i
	for m.i++; m.i < len(m.lines); m.i++ {
		line := m.lines[m.i]
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "```") || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "#") || item.MatchString(line) {
			break
		}
	}
	var words []string
	for _, line := range m.lines[from:m.i] {
		words = append(words, strings.TrimSpace(line))
	}
	return strings.Join(words, "\n")
}

func (m *markdown) list() {
	head := item.FindString(m.lines[m.i])
	mark := strings.TrimSpace(head)
	if mark == "-" || mark == "*" {
		mark = `\(bu`
	}
	m.lines[m.i] = m.lines[m.i][len(head):]
	m.w.b.WriteString(".IP " + mark + " 4\n" + lines(inline(m.text())))
}

func (m *markdown) code(mark string) {
	from := m.i + 1
	for m.i = from; m.i < len(m.lines) && !strings.HasPrefix(m.lines[m.i], "```"); m.i++ {
	}
	if mark != "" {
		m.w.Code(strings.Join(m.lines[from:m.i], "\n"))
	}
	m.i++
}

// table writes each row as its first cell with the others below it.
func (m *markdown) table() {
	head := cells(m.lines[m.i])
	for m.i += 2; m.i < len(m.lines) && strings.HasPrefix(m.lines[m.i], "|"); m.i++ {
		row := cells(m.lines[m.i])
		if head[0] == "option" {
			continue
		}
		m.w.b.WriteString(".TP\n" + lines(inline(row[0])))
		m.w.b.WriteString(lines(inline(strings.Join(row[1:], "; "))))
	}
}

// cells are the cells of a row.
func cells(row string) []string {
	row = strings.Trim(strings.TrimSpace(row), "|")
	var list []string
	for _, c := range strings.Split(strings.ReplaceAll(row, `\|`, "\x00"), "|") {
		list = append(list, strings.TrimSpace(strings.ReplaceAll(c, "\x00", "|")))
	}
	return list
}

// spans matches code, strong text, emphasis and links.
var spans = regexp.MustCompile("`[^`]+`|\\*\\*[^*]+\\*\\*|\\*[^*\\s][^*]*\\*|\\[[^\\]]+\\]\\([^)]+\\)")

// inline turns the marks within a line into fonts.
func inline(text string) string {
	var b strings.Builder
	for {
		at := spans.FindStringIndex(text)
		if at == nil {
			return b.String() + escape(text)
		}
		b.WriteString(escape(text[:at[0]]) + span(text[at[0]:at[1]]))
		text = text[at[1]:]
	}
}

func span(s string) string {
	switch {
	case s[0] == '`':
		return `\fB` + escape(strings.Trim(s, "`")) + `\fR`
	case strings.HasPrefix(s, "**"):
		return `\fB` + escape(strings.Trim(s, "*")) + `\fR`
	case s[0] == '*':
		return `\fI` + escape(strings.Trim(s, "*")) + `\fR`
	}
	label, _, _ := strings.Cut(s[1:], "](")
	return inline(label)
}

// plain is text without marks.
func plain(text string) string {
	return spans.ReplaceAllStringFunc(text, func(s string) string {
		if s[0] == '[' {
			label, _, _ := strings.Cut(s[1:], "](")
			return label
		}
		return strings.Trim(s, "`*")
	})
}
