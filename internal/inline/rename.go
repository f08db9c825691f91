package inline

import (
	"fmt"

	"hardbop/internal/cil"
)

// This file writes instructions and expressions over other variables. Nothing else changes.

func renameInstr(in cil.Instr, to func(*cil.Var) *cil.Var) cil.Instr {
	switch in := in.(type) {
	case *cil.Skip:
		if in.Mark == nil {
			return in
		}
		m := *in.Mark
		m.Values = renameAll(in.Mark.Values, to)
		return &cil.Skip{Text: in.Text, Mark: &m}
	case *cil.Assign:
		return &cil.Assign{L: renameLval(in.L, to), E: rename(in.E, to), Why: in.Why}
	case *cil.Havoc:
		return &cil.Havoc{L: renameLval(in.L, to), Why: in.Why, Of: renameLval(in.Of, to)}
	case *cil.Assume:
		return &cil.Assume{E: rename(in.E, to)}
	case *cil.Branch:
		return &cil.Branch{E: rename(in.E, to)}
	case *cil.Call:
		return &cil.Call{Ret: renameLval(in.Ret, to), Fn: rename(in.Fn, to), Args: renameAll(in.Args, to), Inner: in.Inner, As: in.As}
	case *cil.Return:
		return &cil.Return{E: rename(in.E, to)}
	case *cil.Opaque, *cil.Clobber:
		return in
	}
	panic(fmt.Sprintf("inline: unknown instruction %T", in))
}

func renameAll(es []cil.Expr, to func(*cil.Var) *cil.Var) []cil.Expr {
	var out []cil.Expr
	for _, e := range es {
		out = append(out, rename(e, to))
	}
	return out
}

// rename returns e over other variables; a nil e stays nil.
func rename(e cil.Expr, to func(*cil.Var) *cil.Var) cil.Expr {
	switch e := e.(type) {
	case nil:
		return nil
	case *cil.Const, *cil.FloatConst, *cil.FuncAddr:
		return e
	case *cil.Load:
		return &cil.Load{L: renameLval(e.L, to)}
	case *cil.AddrOf:
		return &cil.AddrOf{L: renameLval(e.L, to), T: e.T}
	case *cil.Unary:
		return &cil.Unary{Op: e.Op, X: rename(e.X, to), T: e.T}
	case *cil.Binary:
		return &cil.Binary{Op: e.Op, X: rename(e.X, to), Y: rename(e.Y, to), T: e.T}
	case *cil.Cond:
		return &cil.Cond{C: rename(e.C, to), A: rename(e.A, to), B: rename(e.B, to), T: e.T}
	case *cil.Cast:
		return &cil.Cast{T: e.T, X: rename(e.X, to)}
	}
	panic(fmt.Sprintf("inline: unknown expression %T", e))
}

// renameLval returns l over other variables; a nil l stays nil.
func renameLval(l *cil.Lval, to func(*cil.Var) *cil.Var) *cil.Lval {
	if l == nil {
		return nil
	}
	out := &cil.Lval{Mem: rename(l.Mem, to)}
	if l.Base != nil {
		out.Base = to(l.Base)
	}
	for _, s := range l.Path {
		out.Path = append(out.Path, cil.Sel{Field: s.Field, Index: rename(s.Index, to)})
	}
	return out
}
