package interp

import (
	"slices"

	"hardbop/boolprog"
)

// path returns the shortest run from the start to a path edge.
func (s *search) path(i int) boolprog.Path {
	var open []int // the path edge, the call before its entry, and so on
	for ; i >= 0; i = s.ctxs[s.edges[i].ctx].parent {
		open = append(open, i)
	}
	slices.Reverse(open)
	var p boolprog.Path
	for _, i := range open {
		p = s.appendRun(p, i)
	}
	return p
}

// appendRun appends the shortest run from the entry of its procedure to path edge i, with
// the runs of the procedures that it calls.
func (s *search) appendRun(p boolprog.Path, i int) boolprog.Path {
	var run []int
	for ; i >= 0; i = s.edges[i].pred {
		run = append(run, i)
	}
	slices.Reverse(run)
	for _, i := range run {
		e := &s.edges[i]
		if e.exit >= 0 {
			p = s.appendRun(p, e.exit)
		}
		p = append(p, boolprog.Step{Proc: s.ctxs[e.ctx].proc, Node: e.node, Values: e.values})
	}
	return p
}
