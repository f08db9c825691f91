package check

import (
	"context"

	"hardbop/bebop"
	"hardbop/boolprog"
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
		out.Paths = append(out.Paths, Origins(r.Graphs, e.Path))
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
