package interp

import (
	"errors"
	"fmt"
	"slices"

	"hardbop/boolprog"
)

// ErrTooLarge says that a program has too many variables or states to be enumerated.
var ErrTooLarge = errors.New("the program is too large for explicit enumeration")

// maxFree bounds the variables that are arbitrary at an entry.
const maxFree = 16

// Options say what an error is and how much work is allowed.
type Options struct {
	Label         string // reaching this label, in any procedure, is an error; may be empty
	IgnoreAsserts bool   // failing asserts are no errors
	MaxEdges      int    // path edges before ErrTooLarge; 0 means 1 << 20
}

// Result is what was found.
type Result struct {
	Unsafe bool
	Length int           // of the shortest path to an error
	Path   boolprog.Path // one of that length
	search *search
}

// Check explores all reachable states of a program that passed [boolprog.Check] and
// looks for errors. The error is ErrTooLarge or says that the label doesn't exist.
func Check(graphs []*boolprog.Graph, opt Options) (*Result, error) {
	if opt.MaxEdges == 0 {
		opt.MaxEdges = 1 << 20
	}
	if opt.Label != "" && !hasLabel(graphs, opt.Label) {
		return nil, fmt.Errorf("the program has no label %s", opt.Label)
	}
	s := &search{graphs: graphs, limit: opt.MaxEdges, ctxOf: map[ctxKey]int{}, edgeOf: map[edgeKey]int{}}
	if err := s.run(); err != nil {
		return nil, err
	}
	s.depths()
	r := &Result{search: s}
	r.findError(opt)
	return r, nil
}

// hasLabel reports whether some procedure has a label.
func hasLabel(graphs []*boolprog.Graph, label string) bool {
	return slices.ContainsFunc(graphs, func(g *boolprog.Graph) bool {
		_, ok := g.LabelNode(label)
		return ok
	})
}

// findError picks the error that is nearest to the start.
func (r *Result) findError(opt Options) {
	s, best := r.search, -1
	for i := range s.edges {
		e := &s.edges[i]
		n, ok := s.errorLength(e, opt)
		if ok && (best < 0 || n < r.Length) {
			best, r.Length = i, n
		}
	}
	if best < 0 {
		return
	}
	r.Unsafe = true
	r.Path = s.path(best)
}

// errorLength returns the length of the shortest run that ends in an error at e.
func (s *search) errorLength(e *edge, opt Options) (length int, ok bool) {
	ctx := &s.ctxs[e.ctx]
	g := s.graphs[ctx.proc]
	if node, ok := g.LabelNode(opt.Label); ok && node == e.node {
		return ctx.depth + e.dist, true
	}
	if !opt.IgnoreAsserts && fails(g, e.node, e.values) {
		return ctx.depth + e.dist + 1, true
	}
	return 0, false
}

// Reachable returns the valuations that reach a node of a procedure, in ascending
// order of their bits; result slots are false everywhere but at the exit.
func (r *Result) Reachable(proc, node int) []boolprog.Valuation {
	var found []boolprog.Valuation
	for _, e := range r.search.edges {
		if r.search.ctxs[e.ctx].proc == proc && e.node == node {
			found = append(found, e.values)
		}
	}
	slices.SortFunc(found, func(a, b boolprog.Valuation) int { return slices.Compare(a, b) })
	return slices.CompactFunc(found, func(a, b boolprog.Valuation) bool { return slices.Equal(a, b) })
}

// Summary is a run of a procedure from entry to exit.
type Summary struct {
	Entry  boolprog.Valuation // globals and formals
	Exit   boolprog.Valuation // all slots
	Length int                // of the shortest such run
}

// Summaries returns the runs of a procedure for the entry values that are reached.
func (r *Result) Summaries(proc int) []Summary {
	var list []Summary
	for _, c := range r.search.ctxs {
		if c.proc != proc {
			continue
		}
		for _, e := range c.exits {
			x := &r.search.edges[e]
			list = append(list, Summary{Entry: c.entry, Exit: x.values, Length: x.dist})
		}
	}
	return list
}
