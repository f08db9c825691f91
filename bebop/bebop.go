package bebop

import (
	"context"
	"errors"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// Verdict is the answer of a check.
type Verdict int

// The verdicts.
const (
	Unknown Verdict = iota // a limit was reached, see Result.Reason
	Safe                   // no run reaches an error
	Unsafe                 // some run does
)

func (v Verdict) String() string { return [...]string{"unknown", "safe", "unsafe"}[v] }

// Options say what an error is and how much work is allowed. The zero value looks for
// asserts that may fail and for one shortest path to one.
type Options struct {
	Labels        []string // reaching one of these labels, in any procedure, is an error
	IgnoreAsserts bool     // failing asserts are no errors
	MaxPaths      int      // paths with different last branches; 0 means 1, negative none
	MaxLength     int      // of a path; 0 means 1,000,000
	Invariants    bool     // compute all reachable states, even if there is an error
	BDD           string   // back end: "native" (also ""), "rudd"
	MaxNodes      int      // BDD nodes; 0 for no limit
	stop          func() error
}

// Reasons of Unknown, and of a missing path.
const (
	ReasonNodes       = "bdd-nodes"   // Options.MaxNodes was reached
	ReasonInterrupted = "interrupted" // the context was cancelled
	ReasonTimeout     = "timeout"     // the context's deadline passed
	ReasonLength      = "path-length" // no path within Options.MaxLength
)

// Stats are counts of the work done.
type Stats struct {
	Variables int // BDD variables
	Nodes     int // BDD nodes in use at the end
	PeakNodes int
	PathEdges int // nodes of the diagrams of all path edges
	Summaries int // procedures with a summary
	Steps     int // images computed
	Layers    int // sets of the search for a shortest path
}

// Result is what was found.
type Result struct {
	Verdict Verdict
	Reason  string  // of Unknown
	Errors  []Error // of Unsafe: the shortest path first
	// NoPath says why Errors is empty though the verdict is Unsafe and paths were wanted.
	NoPath string
	Graphs []*boolprog.Graph // of the procedures; what paths refer to
	Stats  Stats
	states *states // with Options.Invariants
}

// Error is an assert that may fail or a label that is reached, and a path to it.
type Error struct {
	Proc, Node int
	Assert     bool // the assert at the node fails; else a label there is reached
	Path       boolprog.Path
	Length     int // statements executed; package boolprog/interp defines it
}

// Check looks for errors in a program that has passed [boolprog.Check]. The error says
// what is wrong with the options or that there is no main.
func Check(ctx context.Context, p *boolprog.Program, opt Options) (*Result, error) {
	opt.stop = ctx.Err
	if opt.MaxLength == 0 {
		opt.MaxLength = 1_000_000
	}
	graphs := boolprog.BuildGraphs(p)
	r := &Result{Graphs: graphs}
	var x *engine
	var bad error
	err := bdd.Guard(func() {
		if x, bad = newEngine(p, graphs, opt); bad == nil {
			r.search(ctx, x)
		}
	})
	if bad != nil {
		return nil, bad
	}
	if err != nil {
		r.giveUp(err)
	}
	if x != nil {
		r.count(x)
	}
	return r, nil
}

// search finds the verdict and, if it is Unsafe, paths.
func (r *Result) search(ctx context.Context, x *engine) {
	reach := newReach(x)
	reach.queue.rank = x.space.bottomUp
	reach.run(x.opt.Invariants)
	r.Stats.PathEdges = bdd.NodeCount(x.m, reach.seen...)
	for _, s := range reach.runs {
		if s != bdd.False {
			r.Stats.Summaries++
		}
	}
	r.Verdict = Safe
	if reach.found {
		r.Verdict = Unsafe
	}
	if x.opt.Invariants {
		r.states = newStates(reach)
	}
	if reach.found && x.opt.MaxPaths >= 0 {
		if r.states == nil {
			reach.release()
		}
		r.paths(x)
	}
}

// paths finds error paths: a shortest one, then others if they are wanted.
func (r *Result) paths(x *engine) {
	l := newLayers(x)
	if !l.run(x.opt.MaxLength) {
		r.NoPath = ReasonLength
		return
	}
	e := l.found[0]
	r.Errors = []Error{newError(e, newTracer(l).trace(e))}
	r.Errors[0].Length = e.dist
	if x.opt.MaxPaths > 1 {
		r.Errors = newBrancher(l, r.Errors[0]).paths(x.opt.MaxPaths)
	}
}

// newError returns an error with a path to it.
func newError(e errorLayer, path boolprog.Path) Error {
	return Error{Proc: e.block.proc.id, Node: e.block.nodes[e.step], Assert: !e.label, Path: path}
}

// giveUp records that a limit was reached. A verdict that is known stays.
func (r *Result) giveUp(err error) {
	reason := reasonOf(err)
	switch {
	case r.Verdict == Unknown:
		r.Reason = reason
	case r.Verdict == Unsafe && len(r.Errors) == 0:
		r.NoPath = reason
	}
}

func reasonOf(err error) string {
	var limit *bdd.LimitError
	switch {
	case errors.As(err, &limit):
		return ReasonNodes
	case errors.Is(err, context.DeadlineExceeded):
		return ReasonTimeout
	}
	return ReasonInterrupted
}

// count fills in the statistics.
func (r *Result) count(x *engine) {
	st := x.m.Stats()
	r.Stats.Nodes, r.Stats.PeakNodes = st.Nodes, st.Peak
	r.Stats.Variables = x.m.NumVars()
	r.Stats.Steps, r.Stats.Layers = x.stats.Steps, x.stats.Layers
}
