package enc

import (
	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// This file is about structs of one type behind pointers: two of them are the same or
// don't overlap, so that the addresses of different members of them differ.

// maxStructs bounds the pointers to structs that one question relates with each other.
const maxStructs = 12

// structPointer is a pointer to a struct in some conditions.
type structPointer struct {
	p    cil.Expr
	comp *cil.CompType
	// member says that the address of a member is taken by way of the pointer.
	member bool
}

// apart returns the facts about the structs whose addresses, or whose members' addresses,
// are values in xs.
func (e *Encoder) apart(xs []cil.Expr) []smt.Term {
	if e.c.opt.Structs == nil {
		return nil
	}
	var ps []structPointer
	for _, x := range xs {
		cil.Walk(x, func(y cil.Expr) { ps = e.structPointers(ps, y) })
	}
	if len(ps) > maxStructs {
		return nil
	}
	var facts []smt.Term
	for i, a := range ps {
		for _, b := range ps[:i] {
			if a.comp == b.comp && (a.member || b.member) {
				facts = append(facts, e.sameOrApart(a.p, b.p, a.comp))
			}
		}
	}
	return facts
}

// structPointers adds the pointers to structs that x itself compares or takes a member of.
func (e *Encoder) structPointers(ps []structPointer, x cil.Expr) []structPointer {
	switch x := x.(type) {
	case *cil.AddrOf:
		if x.L.Mem != nil && len(x.L.Path) > 0 && x.L.Path[0].Field != nil {
			return e.addStruct(ps, x.L.Mem, true)
		}
	case *cil.Binary:
		if x.Op == cil.Eq || x.Op == cil.Ne {
			for _, y := range []cil.Expr{x.X, x.Y} {
				ps = e.addStruct(ps, withoutCasts(y), false)
			}
		}
	}
	return ps
}

func (e *Encoder) addStruct(ps []structPointer, p cil.Expr, member bool) []structPointer {
	comp, ok := pointeeComp(p)
	if !ok {
		return ps
	}
	for i := range ps {
		if cil.Equal(ps[i].p, p) {
			ps[i].member = ps[i].member || member
			return ps
		}
	}
	if !e.c.opt.Structs(p) {
		return ps
	}
	return append(ps, structPointer{p, comp, member})
}

// isMember reports whether l is a member, not in an array, of a struct that a pointer leads
// to: no such struct reaches beyond the end of memory, which becomes a fact.
func (c *coder) isMember(l *cil.Lval) bool {
	if l.Mem == nil || len(l.Path) == 0 || c.opt.Structs == nil {
		return false
	}
	for _, s := range l.Path {
		if s.Field == nil {
			return false
		}
	}
	comp, ok := pointeeComp(l.Mem)
	if !ok || !c.opt.Structs(l.Mem) {
		return false
	}
	c.fact(c.inMemory(c.value(l.Mem), comp))
	return true
}

// inMemory says that a struct of type comp at address x ends before memory does.
func (c *coder) inMemory(x smt.Term, comp *cil.CompType) smt.Term {
	at := c.addrType()
	last := c.moved(x, comp.Size-1, smt.Term{})
	return c.f.And(c.th.compare(cil.Le, typed{x, at}, typed{last, at}), c.th.compare(cil.Le, typed{last, at}, typed{c.th.lit(at, at.Max()), at}))
}

// belowNull says that x is less than null, or, where addresses wrap, that a struct of type comp at x would reach beyond the end of memory.
func (c *coder) belowNull(x smt.Term, comp *cil.CompType) smt.Term {
	if c.opt.Theory == Bits {
		return c.f.Not(c.inMemory(x, comp))
	}
	at := c.addrType()
	return c.th.compare(cil.Lt, typed{x, at}, typed{c.null(), at})
}

// pointeeComp returns the struct type that the pointer p points to.
func pointeeComp(p cil.Expr) (*cil.CompType, bool) {
	t, ok := p.Type().(*cil.PtrType)
	if !ok {
		return nil, false
	}
	comp, ok := t.Elem.(*cil.CompType)
	return comp, ok && !comp.Union && comp.Defined && comp.Size > 0
}

// sameOrApart says that the structs at p and q are the same or don't overlap, nor wrap
// around the end of memory; unless one of the addresses is below null: what is found by way of a member is
// there if the member's address is null. Nobody looks there, but in a formula for many ways what is done on others than
// the one that is taken has values too.
func (e *Encoder) sameOrApart(p, q cil.Expr, comp *cil.CompType) smt.Term {
	x, y := e.Value(p), e.Value(q)
	at := e.c.addrType()
	most := func(x, y smt.Term) smt.Term { return e.c.th.compare(cil.Le, typed{x, at}, typed{y, at}) }
	end := func(x smt.Term) smt.Term { return e.c.moved(x, comp.Size, smt.Term{}) }
	apart := e.c.f.Or(e.c.f.Eq(x, y), most(end(x), y), most(end(y), x))
	return e.c.f.Or(e.c.belowNull(x, comp), e.c.belowNull(y, comp), e.c.f.And(e.c.inMemory(x, comp), e.c.inMemory(y, comp), apart))
}
