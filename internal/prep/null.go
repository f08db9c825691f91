package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// This file says which stores of pointers can't be seen as null by others: those of what was found not to be null, and those
// in memory that the function has got itself and told nobody of.

// storesNull reports whether others may see that n has stored null.
func (a *allocators) storesNull(n *cil.Node) bool {
	in, ok := n.Instr.(*cil.Assign)
	return !ok || !a.isPrivate(n, in.L) && !isChecked(n, in.E)
}

// isChecked reports whether e is a variable of the function's own that wasn't null when it was looked at last, on all ways to n.
func isChecked(n *cil.Node, e cil.Expr) bool {
	v := ownVariable(n, e)
	if v == nil {
		return false
	}
	open := false
	backwards(n, func(p, from *cil.Node) bool {
		to := cil.Stored(p.Instr)
		if p == n.Func.Entry || to != nil && to.Base == v {
			open = true
		}
		return !open && !provesNonNull(p, from, v)
	})
	return !open
}

// isPrivate reports whether l is in new memory to which the function has given nobody a pointer before n.
func (a *allocators) isPrivate(n *cil.Node, l *cil.Lval) bool {
	v := ownVariable(n, l.Mem)
	if v == nil || !(&allocators{waiting: a.waiting}).isNew(n.Func, cil.LoadVar(v), maxCopies) {
		return false
	}
	vs := copies(n, v)
	private := true
	backwards(n, func(p, _ *cil.Node) bool {
		private = private && !passesOn(p, vs)
		return private
	})
	return private
}

// copies lists v and the variables that it gets its values from.
func copies(n *cil.Node, v *cil.Var) []*cil.Var {
	vs := []*cil.Var{v}
	for i := 0; i < len(vs); i++ {
		for _, p := range n.Func.Nodes {
			in, ok := p.Instr.(*cil.Assign)
			if !ok || !in.L.IsVar(vs[i]) {
				continue
			}
			if u := ownVariable(p, in.E); u != nil && !slices.Contains(vs, u) {
				vs = append(vs, u)
			}
		}
	}
	return vs
}

// ownVariable is the local variable that e reads, whose address isn't taken; nil if e is something else.
func ownVariable(n *cil.Node, e cil.Expr) *cil.Var {
	if e == nil {
		return nil
	}
	x, ok := cil.WithoutPointerCasts(e).(*cil.Load)
	if !ok || !x.L.IsVar(nil) || x.L.Base.Func != n.Func || x.L.Base.AddrTaken {
		return nil
	}
	return x.L.Base
}

// backwards visits the edges on the ways to n, from the last: it goes on before p where visit, of the edge from p to from, says so.
func backwards(n *cil.Node, visit func(p, from *cil.Node) bool) {
	before := map[*cil.Node][]*cil.Node{}
	for _, p := range n.Func.Nodes {
		for _, s := range p.Succs {
			before[s] = append(before[s], p)
		}
	}
	in := map[[2]*cil.Node]bool{}
	for work := []*cil.Node{n}; len(work) > 0; work = work[1:] {
		for _, p := range before[work[0]] {
			edge := [2]*cil.Node{p, work[0]}
			if !in[edge] {
				in[edge] = true
				if visit(p, work[0]) {
					work = append(work, p)
				}
			}
		}
	}
}

// provesNonNull reports whether v isn't null behind the edge from p to next.
func provesNonNull(p, next *cil.Node, v *cil.Var) bool {
	b, ok := p.Instr.(*cil.Branch)
	if !ok || p.Succs[0] == p.Succs[1] {
		return false
	}
	e, holds := b.E, p.Succs[0] == next
	for {
		switch x := e.(type) {
		case *cil.Unary:
			if x.Op == cil.LogNot {
				e, holds = x.X, !holds
				continue
			}
		case *cil.Binary:
			if cil.IsZero(x.Y) && (x.Op == cil.Ne || x.Op == cil.Eq) {
				e, holds = x.X, holds == (x.Op == cil.Ne)
				continue
			}
		}
		return holds && ownVariable(p, e) == v
	}
}

// passesOn reports whether p does something else with the value of one of the variables than to go where it leads, to compare it, or
// to give it to another one of them.
func passesOn(p *cil.Node, vs []*cil.Var) bool {
	switch in := p.Instr.(type) {
	case *cil.Branch:
		return false
	case *cil.Assign:
		if in.L.IsVar(nil) && slices.Contains(vs, in.L.Base) && slices.Contains(vs, ownVariable(p, in.E)) {
			return false
		}
	}
	found := false
	cil.EachExpr(p.Instr, func(e cil.Expr) { found = found || !onlyFollowed(e, vs) })
	return found && !getsValue(p.Instr, vs)
}

// getsValue reports whether in gives one of the variables the value of a call, or none.
func getsValue(in cil.Instr, vs []*cil.Var) bool {
	switch in := in.(type) {
	case *cil.Call:
		return in.Ret != nil && slices.Contains(vs, in.Ret.Base) && !slices.ContainsFunc(in.Args, func(e cil.Expr) bool { return !onlyFollowed(e, vs) })
	case *cil.Havoc:
		return slices.Contains(vs, in.L.Base)
	}
	return false
}

// onlyFollowed reports whether e has the values of the variables only to read what they lead to.
func onlyFollowed(e cil.Expr, vs []*cil.Var) bool {
	values, reads := 0, 0
	cil.Walk(e, func(x cil.Expr) {
		l, ok := x.(*cil.Load)
		if !ok {
			return
		}
		if l.L.IsVar(nil) && slices.Contains(vs, l.L.Base) {
			values++
		}
		if l.L.Mem == nil {
			return
		}
		if m, ok := cil.WithoutPointerCasts(l.L.Mem).(*cil.Load); ok && m.L.IsVar(nil) && slices.Contains(vs, m.L.Base) {
			reads++
		}
	})
	return values == reads
}
