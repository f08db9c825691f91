package bebop

import (
	"math/bits"

	"hardbop/boolprog"
)

// bitset is a set of small numbers; all sets that are joined have one size.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (s bitset) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s bitset) add(i int)      { s[i/64] |= 1 << (i % 64) }

func (s bitset) join(t bitset) {
	for i, w := range t {
		s[i] |= w
	}
}

// each calls f for each member in order.
func (s bitset) each(f func(i int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// eachRef calls f for each variable that e, which may be nil, reads before and
// (primed) after a step.
func eachRef(e *boolprog.Expr, f func(boolprog.Ref)) {
	if e == nil {
		return
	}
	if e.Op == boolprog.OpVar || e.Op == boolprog.OpPrimed {
		f(e.Ref)
	}
	for _, a := range e.Args {
		eachRef(a, f)
	}
}

// eachRead calls f for each variable that a node reads; its enforce conditions are not
// looked at.
func eachRead(n *boolprog.Node, f func(boolprog.Ref)) {
	eachRef(n.Cond, f)
	switch n.Kind {
	case boolprog.NodeAssign, boolprog.NodeCall, boolprog.NodeReturn:
		for _, e := range n.Stmt.Rhs {
			eachRef(e, f)
		}
	}
}

// eachWritten calls f for each variable that a node writes itself.
func eachWritten(n *boolprog.Node, f func(boolprog.Ref)) {
	switch n.Kind {
	case boolprog.NodeAssign, boolprog.NodeCall, boolprog.NodeDead:
		for _, r := range n.Stmt.Lhs {
			if r.Scope != boolprog.Ignore {
				f(r)
			}
		}
	}
}

// closeModRef adds to each procedure's mod and ref sets those of what it calls, along
// the strongly connected components of the call graph, and returns the rank of each
// procedure: callees have smaller ones, in recursion equal ones.
func closeModRef(procs []*procInfo, callees [][]int) []int {
	rank := make([]int, len(procs))
	for i, component := range components(len(procs), callees) {
		first := procs[component[0]]
		for _, p := range component {
			first.mod.join(procs[p].mod)
			first.ref.join(procs[p].ref)
			for _, q := range callees[p] {
				first.mod.join(procs[q].mod)
				first.ref.join(procs[q].ref)
			}
		}
		for _, p := range component {
			procs[p].mod, procs[p].ref = first.mod, first.ref
			rank[p] = i
		}
	}
	return rank
}
