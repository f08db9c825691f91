package check

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/pointsto"
	"hardbop/internal/prep"
)

// This file looks again at where others store new memory while a function waits: that was found by the names under which the
// program stores something. Where pointers lead is known later, and what else they may store there.

// memory says what functions without a body do to memory, for waits; nothing if all that others store there may be anything.
func (opt Options) memory() prep.Memory {
	if opt.anyMemory {
		return prep.Memory{}
	}
	return prep.Memory{Allocation: enc.Allocation, Modelled: enc.Modelled, Spares: enc.Spares}
}

// checked returns the options with what [prepare] finds out of others' memory.
func (opt Options) checked(q *question) (Options, error) {
	p, err := prepare(opt, q)
	if err != nil {
		return opt, err
	}
	opt.anyMemory = p.anyMemory
	return opt, nil
}

// storedElsewhere reports whether the program may store something under another name where others store new memory.
func (p *Prepared) storedElsewhere(q *question) bool {
	var places []othersPlace
	p.eachNode(func(n *cil.Node) bool {
		if in, ok := n.Instr.(*cil.Assign); ok && prep.ByOthers(in) {
			places = append(places, othersPlace{in.L, p.pointers.Region(in.L)})
		}
		return false
	})
	return len(places) > 0 && p.eachNode(func(n *cil.Node) bool {
		return slices.ContainsFunc(stores(n, q), func(l *cil.Lval) bool { return p.overlaps(places, l) })
	})
}

// othersPlace is where others store new memory.
type othersPlace struct {
	l      *cil.Lval
	region *pointsto.Region
}

// eachNode reports whether is is true of a node that may be reached.
func (p *Prepared) eachNode(is func(*cil.Node) bool) bool {
	return slices.ContainsFunc(p.Prog.Funcs, func(f *cil.Func) bool {
		return f.HasBody() && p.pointers.Reached(f) && slices.ContainsFunc(f.Nodes, is)
	})
}

// stores lists what n stores in, and a function without a body that it calls.
func stores(n *cil.Node, q *question) []*cil.Lval {
	var list []*cil.Lval
	if c, ok := n.Instr.(*cil.Call); ok && (c.Callee() == nil || !c.Callee().HasBody()) {
		list = enc.ExternEffect(c, q.extern())
	}
	if l := cil.Stored(n.Instr); l != nil {
		list = append(list, l)
	}
	return list
}

// overlaps reports whether l may be in one of the places, under another name.
func (p *Prepared) overlaps(places []othersPlace, l *cil.Lval) bool {
	at := p.pointers.Region(l)
	return slices.ContainsFunc(places, func(o othersPlace) bool { return !prep.SameName(o.l, l) && o.region.Overlap(at) != pointsto.Apart })
}
