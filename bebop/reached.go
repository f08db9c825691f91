package bebop

import (
	"context"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// Reached is the set of nodes that runs reach: reached[p][n] for node n of the graph of
// procedure p, as [boolprog.BuildGraphs] numbers them.
type Reached [][]bool

// Reach computes the nodes that some run of a program reaches, past failing asserts
// never. It returns nil and a reason if a limit is reached first; the error is as that
// of [Check].
func Reach(ctx context.Context, p *boolprog.Program, opt Options) (Reached, string, error) {
	opt.stop = ctx.Err
	opt.IgnoreAsserts = true
	graphs := boolprog.BuildGraphs(p)
	var out Reached
	var bad error
	err := bdd.Guard(func() {
		x, err := newEngine(p, graphs, opt)
		if err != nil {
			bad = err
			return
		}
		r := newReach(x)
		r.queue.rank = x.space.bottomUp
		r.passed = map[int]int{}
		r.run(true)
		out = r.reachedNodes(graphs)
	})
	switch {
	case bad != nil:
		return nil, "", bad
	case err != nil:
		return nil, reasonOf(err), nil
	}
	return out, "", nil
}

// reachedNodes spreads what was noted by block.
func (r *reach) reachedNodes(graphs []*boolprog.Graph) Reached {
	out := make(Reached, len(graphs))
	for p, g := range graphs {
		out[p] = make([]bool, len(g.Nodes))
	}
	for _, b := range r.blocks {
		if r.seen[b.id] == bdd.False {
			continue
		}
		for _, n := range b.nodes[:r.passed[b.id]+1] {
			out[b.proc.id][n] = true
		}
	}
	return out
}

// note records that states got as far as node i of the block.
func (r *reach) note(b *block, i int) {
	if r.passed != nil {
		r.passed[b.id] = max(r.passed[b.id], i)
	}
}
