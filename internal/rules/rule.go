package rules

import (
	"fmt"
	"path"
	"strings"

	"hardbop/internal/source"
	"hardbop/slic"
)

// Rule is a rule of the library, or of a user's folder.
type Rule struct {
	Name string // FAMILY/NAME
	File string // as it stands in messages
	Text string
	Spec *slic.Spec
	Doc  Doc
}

// Family returns the part of the name before the slash.
func (r *Rule) Family() string { return path.Dir(r.Name) }

// Base returns the part of the name after the slash.
func (r *Rule) Base() string { return path.Base(r.Name) }

// Watched returns the functions whose events the rule names, in the order of the file.
func (r *Rule) Watched() []string { return r.Spec.Functions() }

// Doc is what the comment at the top of a rule says. Each part may be missing from a
// user's rule.
type Doc struct {
	Summary string // one line, without the rule's name
	Meaning string // paragraphs, with empty lines between them
	Good    string // C code
	Bad     string // C code
	Limits  string // paragraphs
}

// Complete returns an error if a part is missing.
func (d Doc) Complete() error {
	parts := []struct{ name, text string }{
		{"a summary", d.Summary}, {"a paragraph about its meaning", d.Meaning}, {"a good example", d.Good},
		{"a bad example", d.Bad}, {"its limits", d.Limits},
	}
	for _, p := range parts {
		if p.text == "" {
			return fmt.Errorf("the rule's comment lacks %s", p.name)
		}
	}
	return nil
}

// parseRule reads the rule called name.
func parseRule(name, file, text string) (*Rule, error) {
	spec, err := slic.Parse(file, text)
	if err != nil {
		return nil, err
	}
	if len(spec.Handlers) == 0 {
		return nil, source.ErrorList{{Pos: source.Pos{File: file}, Msg: "the rule has no handlers, such as f.call { ... }: nothing could violate it"}}
	}
	return &Rule{Name: name, File: file, Text: text, Spec: spec, Doc: parseDoc(name, text)}, nil
}

// parseDoc reads the comment at the top of a rule.
func parseDoc(name, text string) Doc {
	var d Doc
	part := &d.Meaning
	for i, line := range topComment(text) {
		if i == 0 {
			d.Summary = strings.TrimSpace(strings.TrimPrefix(line, name+":"))
			continue
		}
		if p, rest, ok := d.part(line); ok {
			part, line = p, rest
		}
		*part += line + "\n"
	}
	d.Meaning, d.Limits = strings.TrimSpace(d.Meaning), strings.TrimSpace(d.Limits)
	d.Good, d.Bad = code(d.Good), code(d.Bad)
	return d
}

// part returns the part that begins with line, and the rest of the line.
func (d *Doc) part(line string) (text *string, rest string, ok bool) {
	word, rest, found := strings.Cut(line, ":")
	if !found {
		return nil, "", false
	}
	switch word {
	case "Good":
		return &d.Good, rest, true
	case "Bad":
		return &d.Bad, rest, true
	case "Limits":
		return &d.Limits, strings.TrimSpace(rest), true
	}
	return nil, "", false
}

// topComment returns the lines of the comment that text begins with, without the slashes
// and the space behind them.
func topComment(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		body, ok := strings.CutPrefix(strings.TrimRight(line, " \t\r\n"), "//")
		if !ok {
			break
		}
		lines = append(lines, strings.TrimPrefix(body, " "))
	}
	return lines
}

// code takes the common tab off the lines of an example, and empty lines off its ends.
func code(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimPrefix(line, "\t"))
	}
	return strings.Trim(b.String(), "\n")
}

// Explain returns what people are told of the rule.
func (r *Rule) Explain() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", r.Name, source.Printable(r.Doc.Summary))
	section := func(title, text string) {
		if text == "" {
			return
		}
		if title != "" {
			fmt.Fprintf(&b, "\n%s:\n", title)
		}
		b.WriteByte('\n')
		for _, line := range strings.Split(text, "\n") {
			line = source.Printable(strings.ReplaceAll(line, "\t", "        "))
			b.WriteString(strings.TrimRight("  "+line, " ") + "\n")
		}
	}
	section("", r.Doc.Meaning)
	section("Good", r.Doc.Good)
	section("Bad", r.Doc.Bad)
	section("Limits", r.Doc.Limits)
	section("Watches", strings.Join(fill(r.Watched(), 90), "\n"))
	return b.String()
}

// fill joins words with commas into lines of up to width bytes.
func fill(words []string, width int) []string {
	var lines []string
	for i, w := range words {
		if i < len(words)-1 {
			w += ","
		}
		if n := len(lines) - 1; n >= 0 && len(lines[n])+1+len(w) <= width {
			lines[n] += " " + w
		} else {
			lines = append(lines, w)
		}
	}
	return lines
}
