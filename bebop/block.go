package bebop

import (
	"hardbop/boolprog"
)

// maxBlock bounds the nodes of a block, and with it what a path needs to look at again.
const maxBlock = 64

// block is a chain of nodes that is passed from the first to the last. States are
// stored at the first node only.
type block struct {
	id       int // in the search
	proc     *procInfo
	nodes    []int
	succs    []int // blocks behind the last node
	priority int   // position in the weak topological order of the procedure
	steps    []step
	kept     bool // steps are kept
	visits   int
	call     *callSite // of a call node, which is a block of its own
}

// first returns the node where states are stored.
func (b *block) first() *boolprog.Node { return &b.proc.graph.Nodes[b.nodes[0]] }

// last returns the node that succs follow.
func (b *block) last() *boolprog.Node {
	return &b.proc.graph.Nodes[b.nodes[len(b.nodes)-1]]
}

// weight returns the steps that passing n nodes of the block costs, without callees.
func (b *block) weight(n int) int {
	sum := 0
	for _, k := range b.nodes[:n] {
		sum += b.proc.graph.Nodes[k].Weight()
	}
	return sum
}

// makeBlocks cuts the graph of a procedure into blocks with ids from next on. The
// entry's is the first, the exit's the second.
func makeBlocks(q *procInfo, next int) []*block {
	g := q.graph
	heads := blockHeads(g)
	blockOf := make([]int, len(g.Nodes))
	var blocks []*block
	start := func(n int) *block {
		b := &block{id: next + len(blocks), proc: q, nodes: []int{n}}
		blockOf[n] = b.id
		blocks = append(blocks, b)
		return b
	}
	todo := []int{g.Entry, g.Exit}
	for n, head := range heads {
		if head && n != g.Entry && n != g.Exit {
			todo = append(todo, n)
		}
	}
	for i := 0; i < len(todo); i++ {
		b := start(todo[i])
		for n := todo[i]; ; {
			succs := g.Nodes[n].Succs
			if len(succs) != 1 || heads[succs[0]] {
				break
			}
			n = succs[0]
			if len(b.nodes) == maxBlock {
				heads[n] = true
				todo = append(todo, n)
				break
			}
			b.nodes = append(b.nodes, n)
		}
	}
	for _, b := range blocks {
		for _, n := range b.last().Succs {
			b.succs = append(b.succs, blockOf[n])
		}
	}
	setPriorities(blocks, next)
	return blocks
}

// blockHeads says which nodes begin a block: entry, exit, calls, what follows them,
// joins and branch targets.
func blockHeads(g *boolprog.Graph) []bool {
	heads := make([]bool, len(g.Nodes))
	preds := make([]int, len(g.Nodes))
	heads[g.Entry], heads[g.Exit] = true, true
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Kind == boolprog.NodeCall {
			heads[i] = true
		}
		for _, s := range n.Succs {
			preds[s]++
			if preds[s] > 1 || len(n.Succs) > 1 || n.Kind == boolprog.NodeCall {
				heads[s] = true
			}
		}
	}
	return heads
}

// setPriorities orders the blocks of a procedure.
func setPriorities(blocks []*block, first int) {
	succs := make([][]int, len(blocks))
	for i, b := range blocks {
		for _, s := range b.succs {
			succs[i] = append(succs[i], s-first)
		}
	}
	for i, p := range weakOrder(len(blocks), 0, succs) {
		blocks[i].priority = p
	}
}
