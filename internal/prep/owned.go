package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// This file says where an address is kept in one place only: what others then find there isn't known under another name. It
// goes from there and from the allocators into variables of functions, which hand it to functions without a body, compare it, or go where it leads.

// isOwned reports whether what is in l is nowhere else in memory, and wasn't freed when it got there. The addresses are those of new memory.
func (a *allocators) isOwned(l *cil.Lval) bool {
	return !slices.ContainsFunc(a.prog.Funcs, func(f *cil.Func) bool { return a.leaks(f, holders(f, nil, l), l) })
}

// leaks reports whether f puts the address that is in l or in one of its variables elsewhere.
func (a *allocators) leaks(f *cil.Func, vs []*cil.Var, l *cil.Lval) bool {
	return slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { return a.copiesOut(n, vs, l) })
}

// takes reports whether g puts the address that it gets as argument k elsewhere.
func (a *allocators) takes(g *cil.Func, k int, l *cil.Lval) bool {
	if k >= len(g.Formals) || g.Formals[k].AddrTaken {
		return true
	}
	v := g.Formals[k]
	if known, ok := a.taken[v]; ok {
		return known
	}
	a.taken[v] = false // for recursion
	a.taken[v] = a.leaks(g, holders(g, []*cil.Var{v}, l), l)
	return a.taken[v]
}

// holders lists the variables of f that values of l, or of vs, come from or go to.
func holders(f *cil.Func, vs []*cil.Var, l *cil.Lval) []*cil.Var {
	add := func(v *cil.Var) bool {
		if v == nil || slices.Contains(vs, v) {
			return false
		}
		vs = append(vs, v)
		return true
	}
	for changed := true; changed; {
		changed = false
		for _, n := range f.Nodes {
			in, ok := n.Instr.(*cil.Assign)
			if !ok {
				continue
			}
			to, from := ownVariable(n, &cil.Load{L: in.L}), ownVariable(n, in.E)
			switch {
			case to != nil && (valueOf(in.E, l) || slices.Contains(vs, from)):
				changed = add(to) || changed
			case from != nil && (sameNames(in.L, l) || slices.Contains(vs, to)):
				changed = add(from) || changed
			}
		}
	}
	return vs
}

// valueOf reports whether e may be the value of l.
func valueOf(e cil.Expr, l *cil.Lval) bool {
	x, ok := cil.WithoutPointerCasts(e).(*cil.Load)
	return ok && sameNames(x.L, l)
}

// copiesOut reports whether n puts the address that is in l or in one of the variables elsewhere, or one that was freed into l.
func (a *allocators) copiesOut(n *cil.Node, vs []*cil.Var, l *cil.Lval) bool {
	has := func(x *cil.Load) bool { return sameNames(x.L, l) || x.L.IsVar(nil) && slices.Contains(vs, x.L.Base) }
	switch in := n.Instr.(type) {
	case *cil.Assign:
		if !carries(in.E, has) {
			return false
		}
		x, whole := cil.WithoutPointerCasts(in.E).(*cil.Load)
		kept := in.L.IsVar(nil) && slices.Contains(vs, in.L.Base)
		return !whole || !has(x) || !kept && !(sameNames(in.L, l) && !sameNames(x.L, l) && a.storedOnce(n, l))
	case *cil.Call:
		f := in.Callee()
		for k, e := range in.Args {
			if carries(e, has) && (f == nil || f.HasBody() && a.takes(f, k, l)) {
				return true
			}
		}
	case *cil.Return:
		return in.E != nil && carries(in.E, has)
	}
	return false
}

// carries reports whether the value of e may be made of an address that has finds.
func carries(e cil.Expr, has func(*cil.Load) bool) bool {
	switch e := e.(type) {
	case *cil.Load:
		return has(e)
	case *cil.AddrOf:
		return e.L.Mem != nil && carries(e.L.Mem, has)
	case *cil.Cast:
		return carries(e.X, has)
	case *cil.Unary:
		return e.Op != cil.LogNot && carries(e.X, has)
	case *cil.Binary:
		return !e.Op.IsCompare() && e.Op != cil.LAnd && e.Op != cil.LOr && (carries(e.X, has) || carries(e.Y, has))
	case *cil.Cond:
		return carries(e.A, has) || carries(e.B, has)
	}
	return false
}

// storedOnce reports whether n is on no way with another statement that stores the value of one of the variables in l, or hands it to a function
// that may free it, before or behind.
func (a *allocators) storedOnce(n *cil.Node, l *cil.Lval) bool {
	from := copies(n, ownVariable(n, n.Instr.(*cil.Assign).E))
	near := reachedFrom(n.Succs, nil)
	backwards(n, func(p, _ *cil.Node) bool { near[p] = true; return true })
	return !slices.ContainsFunc(n.Func.Nodes, func(p *cil.Node) bool {
		if !near[p] {
			return false
		}
		has := func(e cil.Expr) bool { return slices.Contains(from, ownVariable(p, e)) }
		switch in := p.Instr.(type) {
		case *cil.Assign:
			return p != n && has(in.E) && sameNames(in.L, l)
		case *cil.Call:
			return slices.ContainsFunc(in.Args, has) && (in.Callee() == nil || !a.Spares(in.Callee()))
		}
		return false
	})
}
