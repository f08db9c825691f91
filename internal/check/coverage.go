package check

import (
	"context"
	"regexp"
	"slices"

	"hardbop/c2bp"
	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/inline"
	"hardbop/internal/result"
	"hardbop/internal/source"
)

// callable reports whether a node is in a function that the entry may call.
func (p *Prepared) callable() func(*cil.Node) bool {
	in := map[*cil.Func]bool{}
	for _, f := range c2bp.Reachable(p.Input) {
		in[f] = true
	}
	return func(n *cil.Node) bool { return in[n.Func] }
}

// reachedBy reports which nodes runs may reach: those that the Boolean program reaches that
// shows the program to obey a rule, else those in functions that the entry may call.
func (p *Prepared) reachedBy(ctx context.Context, opt Options, out *cegar.Outcome) func(*cil.Node) bool {
	if out.Last == nil || p.Rule == nil {
		return p.callable()
	}
	origins, ok := reached(ctx, opt)(out.Last.BP)
	if !ok {
		return p.callable()
	}
	nodes := out.Last.Passed(p.Input, origins)
	return func(n *cil.Node) bool { return nodes[n] }
}

// count counts what runs reach of the rule's events and of the files.
func (p *Prepared) count(r *result.Result, reached func(*cil.Node) bool) {
	if p.Rule != nil {
		r.Events = p.events(reached)
	}
	t := newTally(p.Files)
	for _, w := range p.written() {
		t.function(w, p.inlined, reached)
	}
	r.Coverage = t.coverage(p.Prog.Own)
	for _, name := range r.Coverage.Unreached {
		if p.called(name) {
			r.Coverage.NeverRun = append(r.Coverage.NeverRun, name)
		}
	}
}

// called reports whether the text of the environment calls the function. What propagation cuts off isn't in
// the program any more.
func (p *Prepared) called(name string) bool {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\(`).MatchString(p.environmentText)
}

// tally collects which functions and lines of the files are reached.
type tally struct {
	files     []string
	functions map[source.Pos]bool // reached
	lines     map[source.Pos]bool // with code: whether that is reached
}

func newTally(files []string) *tally {
	return &tally{files: files, functions: map[source.Pos]bool{}, lines: map[source.Pos]bool{}}
}

// function adds w with its lines.
func (t *tally) function(w written, inlined *inline.Result, reached func(*cil.Node) bool) {
	if !slices.Contains(t.files, w.f.Pos.File) {
		return
	}
	for _, n := range w.nodes {
		if reached(n) {
			t.functions[w.f.Pos] = true
		}
		if _, skip := inlined.Instr(n).(*cil.Skip); skip || !slices.Contains(t.files, n.Pos.File) {
			continue
		}
		line := source.Pos{File: n.Pos.File, Line: n.Pos.Line}
		t.lines[line] = t.lines[line] || reached(n)
	}
}

// coverage counts what was added, out of the functions own.
func (t *tally) coverage(own []cil.Definition) *result.Coverage {
	c := &result.Coverage{}
	for _, d := range own {
		if !slices.Contains(t.files, d.Pos.File) || find.Marker(d.Name) {
			continue
		}
		c.Functions.Present++
		if t.functions[d.Pos] {
			c.Functions.Reached++
		} else {
			c.Unreached = append(c.Unreached, d.Name)
		}
	}
	for _, reached := range t.lines {
		c.Lines.Present++
		if reached {
			c.Lines.Reached++
		}
	}
	return c
}
