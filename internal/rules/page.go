package rules

import (
	"fmt"
	"io"
	"strings"
)

// WritePage writes the manual's page about the rules of a family, as Markdown.
func WritePage(w io.Writer, title, intro string, list []*Rule) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n| rule | what it checks |\n|---|---|\n", title, intro)
	for _, r := range list {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s |\n", r.Name, anchor(r.Name), r.Doc.Summary)
	}
	for _, r := range list {
		r.section(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// section writes the part about one rule.
func (r *Rule) section(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\n%s\n", r.Name, capital(r.Doc.Summary), r.Doc.Meaning)
	fmt.Fprintf(b, "\nGood:\n\n```c\n%s\n```\n\nBad:\n\n```c\n%s\n```\n", r.Doc.Good, r.Doc.Bad)
	fmt.Fprintf(b, "\nLimits: %s\n\nWatches `%s`.\n", r.Doc.Limits, strings.Join(r.Watched(), "`, `"))
}

// anchor returns the link to a heading, as the common renderers make it.
func anchor(heading string) string {
	return strings.NewReplacer("/", "", " ", "-").Replace(strings.ToLower(heading))
}

func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
