package inline

import "hardbop/internal/cil"

// fresh lists the locals of f whose value at the start of an activation matters: pointers
// reach them, or some way from the entry reads them before it sets them. Copies that f has
// of other functions' variables are not among them: each activation of those functions
// begins in f too.
func (in *inliner) fresh(f *cil.Func) []*cil.Var {
	var vs []*cil.Var
	for _, v := range f.Locals {
		if in.out.vars[v] == nil && sized(v) && (v.AddrTaken || readFirst(f, v)) {
			vs = append(vs, v)
		}
	}
	if f.Result != nil && readFirst(f, f.Result) {
		vs = append(vs, f.Result)
	}
	return vs
}

// sized reports whether the size of v is known. That of an array of variable length isn't,
// nor is such an array ever named.
func sized(v *cil.Var) bool {
	a, ok := v.Type.(*cil.ArrayType)
	return !ok || a.Len >= 0
}

// readFirst reports whether a way from the entry of f reads v, which is reached by name
// only, before all of it is set.
func readFirst(f *cil.Func, v *cil.Var) bool {
	seen := make([]bool, len(f.Nodes))
	todo := []*cil.Node{f.Entry}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n.ID] {
			continue
		}
		seen[n.ID] = true
		switch {
		case reads(n, v):
			return true
		case !sets(n, v):
			todo = append(todo, n.Succs...)
		}
	}
	return false
}

// target returns what n sets, or nil.
func target(n *cil.Node) *cil.Lval {
	if in, ok := n.Instr.(*cil.Return); ok && n.Func.Result != nil && in.E != nil {
		return cil.VarLval(n.Func.Result)
	}
	return cil.Stored(n.Instr)
}

// sets reports whether n sets all of v.
func sets(n *cil.Node, v *cil.Var) bool {
	l := target(n)
	return l != nil && l.IsVar(v)
}

// reads reports whether n reads v or a part of it, or makes a pointer of it. The exit reads
// the result.
func reads(n *cil.Node, v *cil.Var) bool {
	if n == n.Func.Exit && v == n.Func.Result {
		return true
	}
	found := false
	for _, e := range operands(n) {
		cil.Walk(e, func(x cil.Expr) {
			switch x := x.(type) {
			case *cil.Load:
				found = found || x.L.Base == v
			case *cil.AddrOf:
				found = found || x.L.Base == v
			}
		})
	}
	return found
}

// operands lists the expressions that n evaluates: of what it sets, those that say where
// that is.
func operands(n *cil.Node) []cil.Expr {
	var es []cil.Expr
	if l := target(n); l != nil {
		if l.Mem != nil {
			es = append(es, l.Mem)
		}
		for _, s := range l.Path {
			if s.Index != nil {
				es = append(es, s.Index)
			}
		}
	}
	switch in := n.Instr.(type) {
	case *cil.Assign:
		return append(es, in.E)
	case *cil.Havoc:
		if in.Of != nil {
			es = append(es, &cil.Load{L: in.Of})
		}
		return es
	case *cil.Call:
		return append(append(es, in.Fn), in.Args...)
	}
	cil.EachExpr(n.Instr, func(e cil.Expr) { es = append(es, e) })
	return es
}
