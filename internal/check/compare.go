package check

import (
	"slices"

	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/pointsto"
)

// comparisons has conditions say what the points-to analysis knows: two pointers that
// point to different objects are equal only if both are null.
func (p *Prepared) comparisons(pts *pointsto.Result) {
	c := &comparer{p, pts, p.followed()}
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			switch in := n.Instr.(type) {
			case *cil.Branch:
				n.Instr = &cil.Branch{E: c.compared(in.E)}
			case *cil.Assume:
				n.Instr = &cil.Assume{E: c.compared(in.E)}
			case *cil.Call:
				c.told(in)
			}
		}
	}
}

// comparer rewrites comparisons; followed has what each object that a rule follows may be.
type comparer struct {
	*Prepared
	pts      *pointsto.Result
	followed map[*cil.Var][]*cil.Var
}

// compared rewrites the comparisons that the condition e is made of.
func (p *comparer) compared(e cil.Expr) cil.Expr {
	switch e := e.(type) {
	case *cil.Unary:
		if e.Op == cil.LogNot {
			return &cil.Unary{Op: e.Op, X: p.compared(e.X), T: e.T}
		}
	case *cil.Binary:
		switch {
		case e.Op == cil.LAnd || e.Op == cil.LOr:
			return &cil.Binary{Op: e.Op, X: p.compared(e.X), Y: p.compared(e.Y), T: e.T}
		case (e.Op == cil.Eq || e.Op == cil.Ne) && pointers(e) && p.pts.NeverEqual(e.X, e.Y):
			return p.bothNull(e)
		case (e.Op == cil.Eq || e.Op == cil.Ne) && p.notFollowed(e):
			return p.bothNull(e)
		}
	}
	return e
}

// pointers reports whether e compares two pointers to objects, neither of them a constant.
func pointers(e *cil.Binary) bool {
	return cil.IsPointer(e.X.Type()) && cil.IsPointer(e.Y.Type()) && !cil.IsZero(e.X) && !cil.IsZero(e.Y)
}

// notFollowed reports whether e compares a pointer with the object that a rule follows, as integers, and
// the pointer is never one of those that may be the object.
func (p *comparer) notFollowed(e *cil.Binary) bool {
	c, isCast := e.X.(*cil.Cast)
	object, isLoad := e.Y.(*cil.Load)
	if !isCast || !isLoad || !cil.IsPointer(c.X.Type()) {
		return false
	}
	may, known := p.followed[object.L.Base]
	if !known {
		return false
	}
	for _, v := range may {
		if !p.pts.NeverEqual(c.X, cil.LoadVar(v)) {
			return false
		}
	}
	return true
}

// told has a call tell a handler that what isn't followed is null, which handlers pass over as well: from all its calls
// together the handler couldn't know.
func (p *comparer) told(c *cil.Call) {
	f := c.Callee()
	if f == nil || p.Rule == nil || !slices.Contains(p.Rule.Procedures, f) {
		return
	}
	for k, v := range f.Formals {
		if k < len(c.Args) && cil.IsPointer(v.Type) && p.guards(f, v) && p.never(c.Args[k]) {
			c.Args[k] = cil.MakeCast(v.Type, cil.IntConst(p.Prog.Model.Int(cil.Int), 0))
		}
	}
}

// never reports whether the pointer e is never one of those that the one object which the rule follows may be.
func (p *comparer) never(e cil.Expr) bool {
	for _, may := range p.followed {
		return len(p.followed) == 1 && !slices.ContainsFunc(may, func(v *cil.Var) bool { return !p.pts.NeverEqual(e, cil.LoadVar(v)) })
	}
	return false
}

// guards reports whether all that the handler f does with its formal v is to compare it with the object that the rule follows, and then
// with null.
func (p *comparer) guards(f *cil.Func, v *cil.Var) bool {
	guards, uses := 0, 0
	for _, n := range f.Nodes {
		cil.EachExpr(n.Instr, func(e cil.Expr) {
			cil.Walk(e, func(x cil.Expr) {
				switch x := x.(type) {
				case *cil.Load:
					if x.L.Base == v {
						uses++
					}
				case *cil.AddrOf:
					if x.L.Base == v {
						uses += 2
					}
				case *cil.Binary:
					if p.guard(x, v) {
						guards += 2
					}
				}
			})
		})
	}
	return guards == uses
}

// guard reports whether e says that the formal v is the object that the rule follows, and isn't null.
func (p *comparer) guard(e *cil.Binary, v *cil.Var) bool {
	object, null := against(e.X, cil.Eq, v), against(e.Y, cil.Ne, v)
	if e.Op != cil.LAnd || object == nil || null == nil || !cil.IsZero(null) {
		return false
	}
	l, ok := object.(*cil.Load)
	if !ok {
		return false
	}
	_, ok = p.followed[l.L.Base]
	return ok
}

// against returns what e compares v with, as numbers; nil if it doesn't.
func against(e cil.Expr, op cil.BinOp, v *cil.Var) cil.Expr {
	b, ok := e.(*cil.Binary)
	if !ok || b.Op != op {
		return nil
	}
	c, ok := b.X.(*cil.Cast)
	if !ok {
		return nil
	}
	l, ok := c.X.(*cil.Load)
	if !ok || !l.L.IsVar(v) {
		return nil
	}
	return b.Y
}

// followed lists, for each object that a rule follows, the variables of the functions that are reached which may have its
// value where that matters: the formals that the rule names, and their copies.
func (p *Prepared) followed() map[*cil.Var][]*cil.Var {
	out := map[*cil.Var][]*cil.Var{}
	for _, o := range p.Prog.Globals {
		if o.Among == nil {
			continue
		}
		out[o] = nil
		for _, f := range c2bp.Reachable(p.Input) {
			for _, w := range slices.Concat(f.Formals, f.Locals) {
				if slices.Contains(o.Among.Vars, p.inlined.Source(w)) {
					out[o] = append(out[o], w)
				}
			}
		}
	}
	return out
}

// bothNull is the comparison e of two values that are equal only if they are null.
func (p *Prepared) bothNull(e *cil.Binary) cil.Expr {
	zero := func(x cil.Expr) cil.Expr {
		null := cil.MakeCast(x.Type(), cil.IntConst(p.Prog.Model.Int(cil.Int), 0))
		return cil.MakeBinary(e.Op, x, null, e.T)
	}
	op := cil.LAnd
	if e.Op == cil.Ne {
		op = cil.LOr
	}
	return &cil.Binary{Op: op, X: zero(e.X), Y: zero(e.Y), T: e.T}
}
