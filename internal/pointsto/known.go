package pointsto

import "hardbop/internal/cil"

// This file is about the program's own variables that pointers from the outside may
// point to, though the program takes no address of them: another file may, or a part of
// the program that ran before.

// know makes o's address known to the outside, which reads what it holds, but doesn't
// change it by itself: what a pointer from the outside is used for in the program may.
func (a *analysis) know(o *Object) {
	if o.known {
		return
	}
	o.known = true
	if o.Kind == Function {
		a.knownFunctions = append(a.knownFunctions, o)
	} else {
		a.knownData = append(a.knownData, o)
	}
	a.offer(o)
	for _, k := range sortedKeys(o.cells) {
		a.publish(Target{Obj: o, Cell: k})
	}
}

// publish lets the outside use the cell as far as it knows its object.
func (a *analysis) publish(t Target) {
	switch {
	case t.Obj.uses(t.Cell):
		a.expose(t)
	case t.Obj.known:
		a.edge(t.Obj.cells[t.Cell], a.outside)
	}
}

// PointedAt lists the global variables that an access through a pointer may touch, in
// the order of the program. Calls of functions without a body access what their pointer
// arguments point to.
func (r *Result) PointedAt() []*cil.Var {
	at := map[*cil.Var]bool{}
	for _, f := range r.a.order {
		for _, n := range f.Nodes {
			for _, l := range accesses(n.Instr) {
				r.pointedAt(at, l)
			}
		}
	}
	var vs []*cil.Var
	for _, v := range r.a.prog.Globals {
		if at[v] {
			vs = append(vs, v)
		}
	}
	return vs
}

// pointedAt adds the variables that l may mean.
func (r *Result) pointedAt(at map[*cil.Var]bool, l *cil.Lval) {
	ps := r.places(l)
	if ps.top {
		for _, o := range r.a.knownData {
			if o.Kind == Variable {
				at[o.Var] = true
			}
		}
	}
	for _, p := range ps.places {
		if p.Obj.Kind == Variable {
			at[p.Obj.Var] = true
		}
	}
}

// accesses lists the lvalues behind pointers that an instruction may read or write.
func accesses(in cil.Instr) []*cil.Lval {
	var ls []*cil.Lval
	add := func(l *cil.Lval) {
		if l != nil && l.Mem != nil {
			ls = append(ls, l)
		}
	}
	switch in := in.(type) {
	case *cil.Assign:
		add(in.L)
	case *cil.Havoc:
		add(in.L)
	case *cil.Call:
		add(in.Ret)
		for _, e := range in.Args {
			if cil.IsPointer(e.Type()) {
				add(&cil.Lval{Mem: e})
			}
		}
	}
	cil.EachExpr(in, func(e cil.Expr) {
		cil.Walk(e, func(x cil.Expr) {
			if l, ok := x.(*cil.Load); ok {
				add(l.L)
			}
		})
	})
	return ls
}
