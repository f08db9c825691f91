package certify

import (
	"fmt"

	"hardbop/internal/cil"
)

// renaming says which variables stand for others.
type renaming map[*cil.Var]*cil.Var

func (to renaming) exprs(es []cil.Expr) []cil.Expr {
	var out []cil.Expr
	for _, e := range es {
		out = append(out, to.expr(e))
	}
	return out
}

// expr returns e over the other variables; a nil e stays nil.
func (to renaming) expr(e cil.Expr) cil.Expr {
	switch e := e.(type) {
	case nil:
		return nil
	case *cil.Const, *cil.FloatConst, *cil.FuncAddr:
		return e
	case *cil.Load:
		return &cil.Load{L: to.lval(e.L)}
	case *cil.AddrOf:
		return &cil.AddrOf{L: to.lval(e.L), T: e.T}
	case *cil.Unary:
		return &cil.Unary{Op: e.Op, X: to.expr(e.X), T: e.T}
	case *cil.Binary:
		return &cil.Binary{Op: e.Op, X: to.expr(e.X), Y: to.expr(e.Y), T: e.T}
	case *cil.Cond:
		return &cil.Cond{C: to.expr(e.C), A: to.expr(e.A), B: to.expr(e.B), T: e.T}
	case *cil.Cast:
		return &cil.Cast{T: e.T, X: to.expr(e.X)}
	}
	panic(fmt.Sprintf("certify: unknown expression %T", e))
}

// lval returns l over the other variables; a nil l stays nil.
func (to renaming) lval(l *cil.Lval) *cil.Lval {
	if l == nil {
		return nil
	}
	out := &cil.Lval{Base: l.Base, Mem: to.expr(l.Mem)}
	if v := to[l.Base]; v != nil {
		out.Base = v
	}
	for _, s := range l.Path {
		out.Path = append(out.Path, cil.Sel{Field: s.Field, Index: to.expr(s.Index)})
	}
	return out
}
