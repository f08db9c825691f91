package board

import (
	"crypto/sha256"
	_ "embed" // the template, style and script
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"hardbop/internal/html"
	"hardbop/internal/suite"
)

//go:embed board.tmpl
var pageText string

//go:embed board.css
var style string

//go:embed board.js
var script string

// Run is what a page shows.
type Run struct {
	Version string
	Name    string // of the file of records
	Records []*suite.Record
	// Against is an earlier run, with the name of its file; nil for none.
	Against     []*suite.Record
	AgainstName string
	// Page returns the name of the page about a record's result, relative to this one, or "";
	// nil for none.
	Page func(*suite.Record) string
}

// page is what the template shows.
type page struct {
	Version, Name, AgainstName string
	Style                      template.CSS
	Script                     template.JS
	Hash                       string
	Summaries                  []*suite.Summary
	Other                      *suite.Summary // the total of the other run
	Suites                     []*group
	Quantile, Scatter          template.HTML
	Changes                    []change
	Counts                     []count // of changes
}

// group is a suite: a matrix of its tasks and properties.
type group struct {
	Name    string
	Columns []string // properties
	Rows    []row
	Matrix  bool // it has more than one property
}

// row is a task.
type row struct {
	Task  string
	Cells []*cell // one for each column; nil where there is none
}

// cell is one result.
type cell struct {
	ID, Class, Letter            string
	Suite, Task, Property        string
	Verdict, Expected, Status    string
	Reason, Detail, Replay, Page string
	Line, Iterations, Predicates int
	CPU, Wall, Peak              string
	Old                          string // the verdict of the other run, if another
}

// change is what became of a task since the other run.
type change struct{ Kind, Text, ID string }

// count is how many tasks changed in one way.
type count struct {
	Kind string
	N    int
}

// Write writes the page.
func Write(w io.Writer, run Run) error {
	t, err := template.New("board").Parse(pageText)
	if err != nil {
		panic(fmt.Sprintf("board: %v", err))
	}
	var b strings.Builder
	if err := t.Execute(&b, newPage(run)); err != nil {
		panic(fmt.Sprintf("board: %v", err))
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func newPage(run Run) *page {
	recs := slices.Clone(run.Records)
	suite.Sort(recs)
	sum := sha256.Sum256([]byte(script))
	p := &page{Version: html.Clean(run.Version), Name: html.Clean(run.Name), AgainstName: html.Clean(run.AgainstName),
		Style: html.Palette() + template.CSS(style), Script: template.JS(script), Hash: base64.StdEncoding.EncodeToString(sum[:])}
	p.Summaries = suite.Summarise(recs)
	ids := p.groups(run, recs)
	for _, s := range p.Summaries {
		s.Suite = html.Clean(s.Suite)
	}
	p.Quantile = quantile(recs, run.Against)
	if run.Against == nil {
		return p
	}
	old := suite.Summarise(run.Against)
	p.Other = old[len(old)-1]
	p.Scatter = scatter(recs, run.Against)
	p.changes(suite.Diff(run.Against, recs), ids)
	return p
}

// groups puts the records into matrices and returns the anchors of their rows, by ID.
func (p *page) groups(run Run, recs []*suite.Record) map[string]string {
	old := map[string]*suite.Record{}
	for _, r := range run.Against {
		old[r.ID()] = r
	}
	ids := map[string]string{}
	rows := map[string]int{}
	for i, r := range recs {
		if n := len(p.Suites); n == 0 || p.Suites[n-1].Name != html.Clean(r.Suite) {
			p.Suites, rows = append(p.Suites, &group{Name: html.Clean(r.Suite), Columns: properties(recs, r.Suite)}), map[string]int{}
		}
		g := p.Suites[len(p.Suites)-1]
		c := newCell(i, r, old[r.ID()])
		if run.Page != nil {
			c.Page = run.Page(r)
		}
		ids[r.ID()] = c.ID
		g.put(c, rows)
	}
	for _, g := range p.Suites {
		g.Matrix = len(g.Columns) > 1
	}
	return ids
}

// properties lists the properties of a suite's tasks, sorted.
func properties(recs []*suite.Record, name string) []string {
	var list []string
	for _, r := range recs {
		if r.Suite == name {
			list = append(list, html.Clean(r.Property))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// put puts a cell into its row and column. A result that is there already, of a run with several
// strategies, say, has a row of its own.
func (g *group) put(c *cell, rows map[string]int) {
	k := slices.Index(g.Columns, c.Property)
	i, ok := rows[c.Task]
	if !ok || g.Rows[i].Cells[k] != nil {
		i = len(g.Rows)
		rows[c.Task] = i
		g.Rows = append(g.Rows, row{Task: c.Task, Cells: make([]*cell, len(g.Columns))})
	}
	g.Rows[i].Cells[k] = c
}

func newCell(i int, r, old *suite.Record) *cell {
	c := &cell{ID: fmt.Sprintf("t%d", i+1), Suite: html.Clean(r.Suite), Task: html.Clean(r.Task), Property: html.Clean(r.Property),
		Verdict: html.Clean(r.Verdict), Expected: html.Clean(r.Expected), Status: html.Clean(string(r.Status)), Reason: html.Clean(r.Reason),
		Detail: html.Clean(r.Detail), Replay: html.Clean(r.Replay), Line: r.Line, Iterations: r.Iterations, Predicates: r.Predicates,
		CPU: seconds(r.CPUS), Wall: seconds(r.WallS), Peak: fmt.Sprintf("%.0f", r.PeakMB)}
	c.Class, c.Letter = look(r)
	if old != nil && old.Verdict != r.Verdict {
		c.Old = html.Clean(old.Verdict)
	}
	return c
}

// look is the class and the mark of a result.
func look(r *suite.Record) (class, letter string) {
	switch r.Verdict {
	case "SAFE":
		class, letter = "safe", "S"
	case "UNSAFE":
		class, letter = "unsafe", "U"
	case "UNKNOWN":
		class, letter = "unknown", "?"
	case "NOT-APPLICABLE", "NOT-CHECKED":
		class, letter = "none", "–"
	default:
		class, letter = "failed", "E"
	}
	if r.Status == suite.Wrong {
		class += " wrong"
	}
	return class, letter
}

// seconds writes a time with as many digits as it is worth.
func seconds(s float64) string {
	if s < 10 {
		return fmt.Sprintf("%.2f", s)
	}
	return fmt.Sprintf("%.0f", s)
}

// kinds of changes in the order in which they matter.
var kinds = []string{"broken", "changed", "fixed", "slower", "faster", "new", "gone"}

func (p *page) changes(list []suite.Change, ids map[string]string) {
	for _, kind := range kinds {
		n := 0
		for _, c := range list {
			if c.Kind != kind {
				continue
			}
			n++
			ch := change{Kind: kind, Text: html.Clean(c.Text())}
			if c.New != nil {
				ch.ID = ids[c.New.ID()]
			}
			p.Changes = append(p.Changes, ch)
		}
		if n > 0 {
			p.Counts = append(p.Counts, count{kind, n})
		}
	}
}
