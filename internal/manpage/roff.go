package manpage

import (
	"fmt"
	"strings"
)

// Writer collects a page.
type Writer struct{ b strings.Builder }

// Title begins the page: its name, the tool with its version, and what the page is about in a line.
func (w *Writer) Title(name, tool, brief string) {
	fmt.Fprintf(&w.b, ".TH %s 1 \"\" \"%s\" \"User Commands\"\n", strings.ToUpper(escape(name)), escape(tool))
	w.Section("NAME")
	fmt.Fprintf(&w.b, "%s \\- %s\n", escape(name), escape(brief))
}

// begin begins a paragraph; behind a heading one has begun already.
func (w *Writer) begin() {
	text := strings.TrimSuffix(w.b.String(), "\n")
	if last := text[strings.LastIndexByte(text, '\n')+1:]; !strings.HasPrefix(last, ".S") {
		w.b.WriteString(".PP\n")
	}
}

// Section begins a section, Subsection a part of one.
func (w *Writer) Section(title string) { fmt.Fprintf(&w.b, ".SH %s\n", quoted(title)) }

// Subsection begins a part of a section.
func (w *Writer) Subsection(title string) { fmt.Fprintf(&w.b, ".SS %s\n", quoted(title)) }

// Paragraph writes a paragraph of plain text.
func (w *Writer) Paragraph(text string) {
	if text = strings.TrimSpace(text); text != "" {
		w.begin()
		w.b.WriteString(lines(escape(text)))
	}
}

// Code writes lines as they are.
func (w *Writer) Code(text string) {
	w.begin()
	w.b.WriteString(".nf\n.RS 4\n" + lines(escape(strings.TrimRight(text, "\n"))) + ".RE\n.fi\n")
}

// Item writes something with what it means below it.
func (w *Writer) Item(head, text string) {
	w.b.WriteString(".TP\n" + lines(`\fB`+escape(head)+`\fR`))
	w.b.WriteString(lines(escape(strings.TrimSpace(text))))
}

// String is the page.
func (w *Writer) String() string { return w.b.String() }

// escape keeps text from meaning anything to the formatter.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\e`, `-`, `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
}

// lines ends text with a newline and keeps its lines from being requests. Empty lines are left as
// a request that does the same.
func lines(text string) string {
	var b strings.Builder
	for _, line := range strings.Split(text, "\n") {
		switch {
		case line == "":
			b.WriteString(".sp\n")
			continue
		case line[0] == '.' || strings.HasPrefix(line, "\\(aq"):
			b.WriteString(`\&`)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func quoted(title string) string {
	return `"` + strings.ReplaceAll(escape(title), `"`, `\(dq`) + `"`
}
