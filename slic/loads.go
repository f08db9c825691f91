package slic

import "hardbop/internal/cil"

// walkLoads calls visit for every lvalue that e reads.
func walkLoads(e cil.Expr, visit func(*cil.Lval)) {
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok {
			visit(l.L)
		}
	})
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
