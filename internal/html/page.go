package html

import (
	"crypto/sha256"
	_ "embed" // the template, style and script
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

//go:embed page.tmpl
var pageText string

//go:embed palette.css
var palette string

//go:embed style.css
var style string

//go:embed script.js
var script string

// Run is what a page shows.
type Run struct {
	Version string
	Files   []string // the C files, as far as they are known
	Results []*result.Result
	// Read returns the text of a file; nil if no sources are shown.
	Read func(name string) ([]byte, error)
}

// page is what the template shows.
type page struct {
	Title   string
	Version string
	Style   template.CSS
	Script  template.JS
	Hash    string // of the script, for the policy
	Results []*view
	Sorted  []*view // the gravest first
	Sources []*file
}

// Write writes the page.
func Write(w io.Writer, run Run) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		panic(fmt.Sprintf("html: %v", err))
	}
	var b strings.Builder
	if err := t.Execute(&b, newPage(run)); err != nil {
		panic(fmt.Sprintf("html: %v", err))
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func newPage(run Run) *page {
	sum := sha256.Sum256([]byte(script))
	p := &page{Version: run.Version, Style: template.CSS(palette + style), Script: template.JS(script), Hash: base64.StdEncoding.EncodeToString(sum[:])}
	s := newSources(run)
	for i, r := range run.Results {
		p.Results = append(p.Results, newView(i, r, s))
	}
	p.Sources = s.load(run.Files)
	p.Sorted = slices.Clone(p.Results)
	gravity := []string{"unsafe", "unknown", "waived", "safe", "none"}
	slices.SortStableFunc(p.Sorted, func(a, b *view) int { return slices.Index(gravity, a.Class) - slices.Index(gravity, b.Class) })
	p.Title = "Hardbop"
	if len(p.Results) > 0 {
		p.Title = fmt.Sprintf("%s: %s", p.Results[0].Verdict, p.Results[0].Property)
	}
	if n := len(p.Results); n > 1 {
		p.Title = fmt.Sprintf("%d results", n)
	}
	return p
}

// Palette is the style that all pages share: colours, light and dark, and fonts.
func Palette() template.CSS { return template.CSS(palette) }

// Clean makes text from the world inert, on one line.
func Clean(s string) string { return clean(s) }

// clean makes text from the world inert, on one line.
func clean(s string) string { return source.Printable(strings.ReplaceAll(s, "\t", "    ")) }

// cleanAll does so for each line of a text.
func cleanAll(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = clean(l)
	}
	return strings.Join(lines, "\n")
}
