package check

import (
	"context"
	"strings"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/c2bp"
	"hardbop/internal/cegar"
)

// maxPaths is how many error paths of one Boolean program are looked at.
const maxPaths = 8

// checker runs bebop: it implements cegar.Checker.
type checker struct {
	ctx context.Context
	opt Options
}

func newChecker(ctx context.Context, opt Options) *checker { return &checker{ctx, opt} }

// Check implements cegar.Checker.
func (c *checker) Check(bp *boolprog.Program, label string) cegar.Check {
	if err := boolprog.Check(bp, ""); err != nil {
		panic("c2bp made a program that is not right: " + err.Error())
	}
	opt := bebop.Options{MaxPaths: maxPaths, BDD: c.opt.bdd()}
	if label != "" {
		opt.Labels, opt.IgnoreAsserts = []string{label}, true
	}
	r, err := bebop.Check(c.ctx, bp, opt)
	if err != nil {
		panic("bebop: " + err.Error())
	}
	out := cegar.Check{BDDNodes: r.Stats.PeakNodes}
	switch {
	case r.Verdict == bebop.Unknown:
		out.Unknown = r.Reason
	case r.Verdict == bebop.Unsafe && len(r.Errors) == 0:
		out.Unknown = "iterations"
	}
	for _, e := range r.Errors {
		out.Paths = append(out.Paths, taken(r.Graphs, e.Path))
	}
	return out
}

// reached returns the function that lists the origins that a Boolean program reaches.
func reached(ctx context.Context, opt Options) func(*boolprog.Program) ([]string, bool) {
	return func(bp *boolprog.Program) ([]string, bool) {
		if err := boolprog.Check(bp, ""); err != nil {
			panic("c2bp made a draft that is not right: " + err.Error())
		}
		nodes, reason, err := bebop.Reach(ctx, bp, bebop.Options{BDD: opt.bdd()})
		if err != nil {
			panic("bebop: " + err.Error())
		}
		if reason != "" {
			return nil, false
		}
		var origins []string
		for p, g := range boolprog.BuildGraphs(bp) {
			for n, in := range nodes[p] {
				if st := g.Nodes[n].Stmt; in && st != nil && st.Origin != "" {
					origins = append(origins, st.Origin)
				}
			}
		}
		return origins, true
	}
}

func (opt Options) bdd() string {
	if opt.RuddBDD {
		return "rudd"
	}
	return "native"
}

// searched returns the function that finds the states that a Boolean program of large blocks
// reaches.
func searched(ctx context.Context, opt Options) func(*boolprog.Program) (c2bp.Reach, bool) {
	return func(bp *boolprog.Program) (c2bp.Reach, bool) {
		if err := boolprog.Check(bp, ""); err != nil {
			panic("c2bp made a program that is not right: " + err.Error())
		}
		r, err := bebop.Check(ctx, bp, bebop.Options{BDD: opt.bdd(), Invariants: true})
		if err != nil {
			panic("bebop: " + err.Error())
		}
		if r.Verdict == bebop.Unknown {
			return c2bp.Reach{}, false
		}
		at := map[string]func() *boolprog.Expr{}
		for p, g := range r.Graphs {
			for n := range g.Nodes {
				if st := g.Nodes[n].Stmt; st != nil && st.Origin != "" {
					at[st.Origin] = func() *boolprog.Expr { return reachable(r, p, n) }
				}
			}
		}
		return c2bp.Reach{Failed: r.Verdict == bebop.Unsafe, States: func(o string) *boolprog.Expr {
			if at[o] == nil {
				return boolprog.Bool(false)
			}
			return at[o]()
		}}, true
	}
}

// reachable is a formula for the states that reach a node; all if that isn't known.
func reachable(r *bebop.Result, proc, node int) *boolprog.Expr {
	e, err := r.Reachable(proc, node)
	if err != nil {
		return boolprog.Bool(true)
	}
	return e
}

// taken lists the statements along a path that stand for something, with what is true before
// and after those that stand for more than one statement.
func taken(graphs []*boolprog.Graph, p boolprog.Path) []c2bp.Taken {
	var list []c2bp.Taken
	for i, s := range p {
		st := graphs[s.Proc].Nodes[s.Node].Stmt
		if st == nil || st.Origin == "" {
			continue
		}
		t := c2bp.Taken{Origin: st.Origin}
		if strings.Contains(st.Origin, ">") && i+1 < len(p) {
			t.Before, t.After = trueNames(graphs[s.Proc], s.Values), trueNames(graphs[s.Proc], p[i+1].Values)
		}
		list = append(list, t)
	}
	return list
}

// trueNames lists the variables that are true.
func trueNames(g *boolprog.Graph, v boolprog.Valuation) []string {
	var list []string
	for slot := range g.FirstResult() {
		if v.Get(slot) {
			list = append(list, g.SlotName(slot))
		}
	}
	return list
}

// Origins lists the origins of the statements along a path.
func Origins(graphs []*boolprog.Graph, p boolprog.Path) []string {
	var list []string
	for _, s := range p {
		if st := graphs[s.Proc].Nodes[s.Node].Stmt; st != nil && st.Origin != "" {
			list = append(list, st.Origin)
		}
	}
	return list
}
