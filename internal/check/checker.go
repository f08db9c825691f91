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
	opt := bebop.Options{MaxPaths: maxPaths}
	if label != "" {
		opt.Labels, opt.IgnoreAsserts = []string{label}, true
	}
	if c.opt.RuddBDD {
		opt.BDD = "rudd"
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
