package pointsto

import "hardbop/internal/cil"

// This file is about what the outside may change of the memory that it gets to know.
//
// With [Options.OneLevel] a function without a body changes what its arguments point to, and
// nothing that only memory there leads to: an address that is found there is known from then on,
// which lets pointers from the outside lead there. What an argument points to is the struct of the
// argument's type, where there is one, not the struct around it. Members that only the program
// changes ([cil.Field.Kept]) stay out of that, unless the function may set these too, where
// nothing was in them before ([cil.Field.Blank]), or an environment sets them each time that it
// makes the object.

// hand lets the outside use what t, an argument of type typ, points to; with set all of it, and
// kept members too.
func (a *analysis) hand(t Target, typ cil.Type, set bool) {
	o := t.Obj
	switch {
	case o.Kind == Function:
		a.escape(o)
	case set:
		a.open(o)
	case o.escaped:
	case o.Kind == External || o.merged || o.layout == nil || t.Cell == Unknown || typ == nil || !isStruct(element(typ)):
		a.escape(o)
	default:
		a.handPart(t, element(typ))
	}
}

// handPart is hand for the part of the struct type typ that starts at t.
func (a *analysis) handPart(t Target, typ cil.Type) {
	o := t.Obj
	if _, ok := o.layout.partAt(t.Cell, typ); !ok {
		a.escape(o)
		return
	}
	a.meet(o)
	if o.used == nil {
		o.used = map[int]bool{}
	}
	for k := t.Cell; k < t.Cell+cellCount(typ); k++ {
		if o.used[k] {
			continue
		}
		o.used[k] = true
		if _, ok := o.cells[k]; ok {
			a.expose(Target{Obj: o, Cell: k})
		}
	}
}

// open lets the outside use all of o.
func (a *analysis) open(o *Object) {
	if o.opened {
		return
	}
	o.opened = true
	a.escape(o)
	for _, k := range sortedKeys(o.cells) {
		a.publish(Target{Obj: o, Cell: k})
	}
}

// meet lets the outside know o, whose address it has found in memory.
func (a *analysis) meet(o *Object) {
	if !a.opt.OneLevel || a.anything || o.Kind == Function {
		a.open(o)
		return
	}
	if !o.handed {
		o.handed = true
		a.know(o)
	}
}

// beyond lets the outside use all that it knows: code may be called, or assembly be run, that
// isn't held to what functions without a body do.
func (a *analysis) beyond() {
	if a.anything {
		return
	}
	a.anything = true
	for _, o := range a.objects {
		if o.handed {
			a.open(o)
		}
	}
}

// given adds the rule that hands v, an argument of the type of e, to the outside.
func (a *analysis) given(v int, e cil.Expr, set bool) {
	var typ cil.Type
	if t, ok := pointeeOf(withoutCasts(e)); ok {
		typ = t
	}
	a.addRule(v, &rule{op: hands, typ: typ, index: set})
	a.edge(v, a.outside)
}

// keeps reports whether what the outside puts in the cell is of no interest.
func (a *analysis) keeps(t Target) bool {
	o := t.Obj
	if o.merged || o.opened || o.layout == nil || t.Cell == Unknown {
		return false
	}
	c := o.layout.cells[t.Cell]
	return c.kept && (c.blank || o.Var != nil && a.set[o.Var][t.Cell])
}

// settled finds, for each variable that is filled by the outside as a whole, the cells that are
// set each time before anything else happens than that variables get values.
func (a *analysis) settled() map[*cil.Var]map[int]bool {
	set := map[*cil.Var]map[int]bool{}
	for _, f := range a.prog.Funcs {
		for _, n := range f.Nodes {
			in, ok := n.Instr.(*cil.Havoc)
			if !ok || !in.L.IsVar(nil) || in.Why == cil.Uninitialised || !isStruct(in.L.Type()) {
				continue
			}
			cells := a.setAfter(n, in.L.Base)
			for k := range set[in.L.Base] {
				if !cells[k] {
					delete(set[in.L.Base], k)
				}
			}
			if set[in.L.Base] == nil {
				set[in.L.Base] = cells
			}
		}
	}
	return set
}

// setAfter finds the cells of v that the statements right after n set.
func (a *analysis) setAfter(n *cil.Node, v *cil.Var) map[int]bool {
	cells := map[int]bool{}
	for len(n.Succs) == 1 {
		n = n.Succs[0]
		switch in := n.Instr.(type) {
		case *cil.Havoc:
			if !in.L.IsVar(nil) || in.L.Base == v {
				return cells
			}
		case *cil.Assign:
			if in.L.Base == nil || mentions(in.E, v) {
				return cells
			}
			if k, ok := a.cellOf(in.L); ok && in.L.Base == v {
				cells[k] = true
			}
		case *cil.Skip:
		default:
			return cells
		}
	}
	return cells
}

// mentions reports whether e reads a variable through a pointer, or v.
func mentions(e cil.Expr, v *cil.Var) bool {
	found := false
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok && (l.L.Mem != nil || l.L.Base == v) {
			found = true
		}
	})
	return found
}

// cellOf returns the cell of a member of a variable that is no array.
func (a *analysis) cellOf(l *cil.Lval) (int, bool) {
	k := 0
	for _, s := range l.Path {
		if s.Field == nil || s.Field.Comp.Union {
			return 0, false
		}
		k += a.shapes.offset(s.Field)
	}
	return k, cil.IsScalar(l.Type())
}
