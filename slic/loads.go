package slic

import "hardbop/internal/cil"

// walkLoads calls visit for every lvalue that e reads, from the outside in.
func walkLoads(e cil.Expr, visit func(*cil.Lval)) {
	switch e := e.(type) {
	case *cil.Const, *cil.FloatConst, *cil.FuncAddr:
	case *cil.Load:
		visit(e.L)
		walkLval(e.L, visit)
	case *cil.AddrOf:
		walkLval(e.L, visit)
	case *cil.Unary:
		walkLoads(e.X, visit)
	case *cil.Binary:
		walkLoads(e.X, visit)
		walkLoads(e.Y, visit)
	case *cil.Cond:
		walkLoads(e.C, visit)
		walkLoads(e.A, visit)
		walkLoads(e.B, visit)
	case *cil.Cast:
		walkLoads(e.X, visit)
	default:
		panic("slic: unknown cil expression")
	}
}

// walkLval visits what the address of l reads.
func walkLval(l *cil.Lval, visit func(*cil.Lval)) {
	if l.Base == nil {
		walkLoads(l.Mem, visit)
	}
	for _, s := range l.Path {
		if s.Field == nil {
			walkLoads(s.Index, visit)
		}
	}
}

// readsVolatile reports whether e reads volatile memory.
func readsVolatile(e cil.Expr) bool {
	found := false
	walkLoads(e, func(l *cil.Lval) { found = found || isVolatile(l) })
	return found
}

// isVolatile reports whether l names volatile memory.
func isVolatile(l *cil.Lval) bool {
	if l.Base != nil && l.Base.Volatile {
		return true
	}
	if l.Base == nil {
		if p, ok := l.Mem.Type().(*cil.PtrType); ok && p.Volatile {
			return true
		}
	}
	for _, s := range l.Path {
		if s.Field != nil && s.Field.Volatile {
			return true
		}
	}
	return false
}

// changes reports whether the formal v may have another value than at entry.
func changes(f *cil.Func, v *cil.Var) bool {
	if v.AddrTaken || v.Volatile {
		return true
	}
	for _, n := range f.Nodes {
		var l *cil.Lval
		switch in := n.Instr.(type) {
		case *cil.Assign:
			l = in.L
		case *cil.Havoc:
			l = in.L
		case *cil.Call:
			l = in.Ret
		}
		if l != nil && l.Base == v {
			return true
		}
	}
	return false
}
