package newton

import (
	"fmt"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/path"
)

// A path program is the part of a program that a path goes through, with its loops closed:
// nodes that the path passes more than once are one (Beyer, Henzinger, Majumdar,
// Rybalchenko: Path Invariants, PLDI 2007). It has a copy of a function for each chain of
// calls that leads into it.
type pathProgram struct {
	path   *path.Path
	sites  []*site // in the order of the path; the last one is the path's end
	edges  []*edge
	visits []*site // by step
}

// chain is a chain of open calls.
type chain struct {
	id     int
	parent *chain
	call   *cil.Node // nil for the first
	inner  map[*cil.Node]*chain
}

// site is a node in a chain of calls.
type site struct {
	id    int
	chain *chain
	node  *cil.Node
	first int // the step that visits it first
	in    int // edges that lead here
	out   []*edge
}

// edge is a step between two sites: the first one of its kind on the path.
type edge struct {
	step     int
	from, to *site
}

// newPathProgram returns the path program of p.
func newPathProgram(p *path.Path) *pathProgram {
	g := &pathProgram{path: p}
	at := map[*chain]map[*cil.Node]*site{}
	chains := 1
	c := &chain{inner: map[*cil.Node]*chain{}}
	var last *site
	for i, st := range p.Steps {
		s := at[c][st.Node]
		if s == nil || i == len(p.Steps)-1 {
			s = &site{id: len(g.sites), chain: c, node: st.Node, first: i}
			g.sites = append(g.sites, s)
			if at[c] == nil {
				at[c] = map[*cil.Node]*site{}
			}
			at[c][st.Node] = s
		}
		g.visits = append(g.visits, s)
		if last != nil {
			g.connect(i-1, last, s)
		}
		last = s
		switch {
		case p.Enters(i):
			if c.inner[st.Node] == nil {
				c.inner[st.Node] = &chain{id: chains, parent: c, call: st.Node, inner: map[*cil.Node]*chain{}}
				chains++
			}
			c = c.inner[st.Node]
		case p.Leaves(i) && c.parent != nil:
			c = c.parent
		}
	}
	return g
}

// connect adds the edge of a step unless it is there.
func (g *pathProgram) connect(step int, from, to *site) {
	for _, e := range from.out {
		if e.to == to && g.path.Steps[e.step].Taken == g.path.Steps[step].Taken {
			return
		}
	}
	e := &edge{step, from, to}
	from.out = append(from.out, e)
	to.in++
	g.edges = append(g.edges, e)
}

// closed reports whether the path program has a loop.
func (g *pathProgram) closed() bool {
	for _, e := range g.edges {
		if e.to.id <= e.from.id {
			return true
		}
	}
	return false
}

// LoopKey returns a text that is the same for paths that differ only in the turns of their
// loops, and false if p has no loop.
func LoopKey(p *path.Path) (string, bool) {
	g := newPathProgram(p)
	var b strings.Builder
	for _, e := range g.edges {
		st := p.Steps[e.step]
		fmt.Fprintf(&b, "%d:%s:%d:%d-%d:%d ", e.from.chain.id, st.Node.Func.Name, st.Node.ID, st.Taken, e.to.chain.id, e.to.node.ID)
	}
	return b.String(), g.closed()
}
