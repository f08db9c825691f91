package lbe

import "hardbop/internal/cil"

// Live says which variables of a function are live where: what they hold may still be read.
// Variables that a pointer may lead to, and those of others, always are.
type Live struct {
	index map[*cil.Var]int
	at    [][]uint64 // by ID of the node: what is live before it
}

// NewLive finds what is live in f. reads lists what a node reads besides what its instruction
// says; at the exit that is all that callers get.
func NewLive(f *cil.Func, reads func(*cil.Node) []cil.Expr) *Live {
	l := &Live{index: map[*cil.Var]int{}, at: make([][]uint64, len(f.Nodes))}
	for _, vs := range [][]*cil.Var{f.Formals, f.Locals, {f.Result}} {
		for _, v := range vs {
			if v != nil && !v.AddrTaken {
				l.index[v] = len(l.index)
			}
		}
	}
	words := (len(l.index) + 63) / 64
	use, def := make([][]uint64, len(f.Nodes)), make([]int, len(f.Nodes))
	for _, n := range f.Nodes {
		l.at[n.ID], use[n.ID] = make([]uint64, words), make([]uint64, words)
		def[n.ID] = l.transfer(n, use[n.ID], reads(n))
	}
	l.solve(f, use, def)
	return l
}

// transfer adds what n reads, and returns the number of the variable that it sets as a whole,
// or -1.
func (l *Live) transfer(n *cil.Node, use []uint64, more []cil.Expr) int {
	read := func(e cil.Expr) {
		for _, v := range cil.Vars(e) {
			if i, ok := l.index[v]; ok {
				use[i/64] |= 1 << (i % 64)
			}
		}
	}
	for _, e := range more {
		read(e)
	}
	whole := -1
	write := func(to *cil.Lval) {
		if i, ok := l.index[to.Base]; ok && len(to.Path) == 0 {
			whole = i
		} else {
			read(&cil.AddrOf{L: to, T: &cil.PtrType{Elem: to.Type()}})
		}
	}
	switch in := n.Instr.(type) {
	case *cil.Assign:
		read(in.E)
		write(in.L)
	case *cil.Havoc:
		write(in.L)
	case *cil.Assume:
		read(in.E)
	case *cil.Branch:
		read(in.E)
	case *cil.Return:
		if in.E != nil {
			read(in.E)
		}
		if n.Func.Result != nil {
			write(cil.VarLval(n.Func.Result))
		}
	case *cil.Call:
		read(in.Fn)
		for _, a := range in.Args {
			read(a)
		}
		if in.Ret != nil {
			write(in.Ret)
		}
	}
	return whole
}

// solve goes backwards until nothing is added.
func (l *Live) solve(f *cil.Func, use [][]uint64, def []int) {
	queued := make([]bool, len(f.Nodes))
	var work []*cil.Node
	for _, n := range f.Nodes {
		work, queued[n.ID] = append(work, n), true
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		queued[n.ID] = false
		if !l.step(n, use[n.ID], def[n.ID]) {
			continue
		}
		for _, p := range n.Preds {
			if !queued[p.ID] {
				work, queued[p.ID] = append(work, p), true
			}
		}
	}
}

// step brings what is live before n up to date, and reports whether that is more than before.
func (l *Live) step(n *cil.Node, use []uint64, def int) bool {
	grew := false
	for w := range l.at[n.ID] {
		var out uint64
		for _, s := range n.Succs {
			out |= l.at[s.ID][w]
		}
		if def >= 0 && def/64 == w {
			out &^= 1 << (def % 64)
		}
		if in := out | use[w]; in != l.at[n.ID][w] {
			l.at[n.ID][w], grew = in, true
		}
	}
	return grew
}

// Before reports whether v is live before n.
func (l *Live) Before(n *cil.Node, v *cil.Var) bool {
	i, ok := l.index[v]
	return !ok || l.at[n.ID][i/64]>>(i%64)&1 != 0
}
