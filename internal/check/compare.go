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
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			switch in := n.Instr.(type) {
			case *cil.Branch:
				n.Instr = &cil.Branch{E: p.compared(pts, in.E)}
			case *cil.Assume:
				n.Instr = &cil.Assume{E: p.compared(pts, in.E)}
			}
		}
	}
}

// compared rewrites the comparisons that the condition e is made of.
func (p *Prepared) compared(pts *pointsto.Result, e cil.Expr) cil.Expr {
	switch e := e.(type) {
	case *cil.Unary:
		if e.Op == cil.LogNot {
			return &cil.Unary{Op: e.Op, X: p.compared(pts, e.X), T: e.T}
		}
	case *cil.Binary:
		switch {
		case e.Op == cil.LAnd || e.Op == cil.LOr:
			return &cil.Binary{Op: e.Op, X: p.compared(pts, e.X), Y: p.compared(pts, e.Y), T: e.T}
		case (e.Op == cil.Eq || e.Op == cil.Ne) && pointers(e) && pts.NeverEqual(e.X, e.Y):
			return p.bothNull(e)
		case (e.Op == cil.Eq || e.Op == cil.Ne) && p.notFollowed(pts, e):
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
func (p *Prepared) notFollowed(pts *pointsto.Result, e *cil.Binary) bool {
	c, isCast := e.X.(*cil.Cast)
	object, isLoad := e.Y.(*cil.Load)
	if !isCast || !isLoad || object.L.Base == nil || object.L.Base.Among == nil || !cil.IsPointer(c.X.Type()) {
		return false
	}
	for _, v := range p.copies(object.L.Base.Among.Vars) {
		if !pts.NeverEqual(c.X, cil.LoadVar(v)) {
			return false
		}
	}
	return true
}

// copies lists the variables of the functions that are reached which are among vs, or their copies.
func (p *Prepared) copies(vs []*cil.Var) []*cil.Var {
	var out []*cil.Var
	for _, f := range c2bp.Reachable(p.Input) {
		for _, ws := range [][]*cil.Var{f.Formals, f.Locals} {
			for _, w := range ws {
				if slices.Contains(vs, p.inlined.Source(w)) {
					out = append(out, w)
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
