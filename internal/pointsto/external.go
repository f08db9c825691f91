package pointsto

import "hardbop/internal/cil"

// origin is what pointers to Type that come from the outside may point to.
type origin struct {
	typ  cil.Type
	node int
}

// external returns the outside's object of type t (of one struct, of one size of
// integers, ...), making it if create is set; nil if there is none.
func (a *analysis) external(t cil.Type, create bool) *Object {
	t = element(t)
	c, isComp := t.(*cil.CompType)
	if isComp && a.comps[c] != nil {
		return a.comps[c]
	}
	key := externalKey(t)
	o := a.externals[key]
	if o == nil && create {
		o = a.newObject(External)
		o.Type = t
		a.externals[key] = o
		if isComp {
			a.comps[c] = o
		}
		a.escape(o)
		a.unfold(t)
	}
	return o
}

// unfold makes the outside's objects of the structs in the struct t, which are parts of it.
func (a *analysis) unfold(t cil.Type) {
	c, ok := t.(*cil.CompType)
	if !ok || c.Union {
		return
	}
	for _, f := range c.Fields {
		if ft := element(f.Type); isStruct(ft) {
			a.external(ft, true)
		}
	}
}

// externalKey returns the same text for types whose objects the outside may mix up.
func externalKey(t cil.Type) string {
	switch t := t.(type) {
	case *cil.IntType:
		if t.Kind == cil.Bool {
			return "bool"
		}
		return "int" + string(rune('0'+t.Bytes))
	case *cil.FuncType:
		return "function"
	}
	return t.String()
}

// externalCellType returns what a cell of the outside's object of type t holds.
func externalCellType(t cil.Type, cell int) cil.Type {
	if isStruct(t) {
		if cell <= 0 {
			return nil
		}
		return element(t.(*cil.CompType).Fields[cell-1].Type)
	}
	return t
}

// mergeExternal makes the outside's object o, and the structs in it, part of the memory
// that is bytes.
func (a *analysis) mergeExternal(o *Object) {
	o.merged = true
	a.noteMerged(o)
	a.joinCells(o, a.bytes)
	if c, ok := o.Type.(*cil.CompType); ok && !c.Union {
		for _, f := range c.Fields {
			if ft := element(f.Type); isStruct(ft) {
				a.merge(a.external(ft, true))
			}
		}
	}
}

// origin returns the node of the pointers to t that come from the outside.
func (a *analysis) origin(t cil.Type) int {
	t = element(t)
	key := originKey(t)
	if out := a.origins[key]; out != nil {
		return out.node
	}
	out := &origin{t, a.newNode()}
	a.origins[key] = out
	a.addTarget(out.node, Target{Obj: a.external(t, true)})
	switch {
	case isFunc(t):
		a.calledOrigins = append(a.calledOrigins, out)
		for _, o := range a.knownFunctions {
			a.offerFunction(o, out)
		}
	case !isVoid(t):
		a.dataOrigins = append(a.dataOrigins, out)
		a.edge(a.knownMerged, out.node)
		for _, o := range a.knownData {
			a.offerData(o, out)
		}
	}
	return out.node
}

// isAnything reports whether t is a pointer from the outside of no type: whatever the
// outside knows, of the type that it is used as.
func (a *analysis) isAnything(t Target) bool {
	return t.Obj.Kind == External && !t.Obj.merged && isVoid(t.Obj.Type)
}

// applyAnything makes r act on all that the outside knows of r's type. Bytes that are
// copied from or to an unknown place are the outside's.
func (a *analysis) applyAnything(r *rule) {
	if r.typ != nil && !isVoid(r.typ) {
		if !a.redirected[r] {
			a.redirected[r] = true
			a.addRule(a.origin(r.typ), a.copyRule(r))
		}
		return
	}
	switch r.op {
	case loads:
		a.edge(a.origin(cil.Void), r.other)
	case stores:
		a.edge(r.other, a.outside)
	}
}

// copyRule returns a rule with a node of its own that gives r what it gets, or the
// other way round.
func (a *analysis) copyRule(r *rule) *rule {
	c := *r
	if r.op == calls {
		return &c
	}
	c.other = a.newNode()
	if r.op == stores {
		a.edge(r.other, c.other)
	} else {
		a.edge(c.other, r.other)
	}
	return &c
}

func originKey(t cil.Type) string {
	if isFunc(t) {
		return t.String()
	}
	return externalKey(t)
}

// escape makes o's address known to the outside, which may use it.
func (a *analysis) escape(o *Object) {
	if o.escaped {
		return
	}
	o.escaped, o.handed = true, true
	o.opened = o.opened || !a.opt.OneLevel
	a.know(o)
	for _, k := range sortedKeys(o.cells) {
		a.publish(Target{Obj: o, Cell: k})
	}
}

// offer lets pointers from the outside point to the parts of o that have their type.
func (a *analysis) offer(o *Object) {
	switch {
	case o.Kind == Function:
		for _, out := range a.calledOrigins {
			a.offerFunction(o, out)
		}
	case o.merged && o.Kind != External:
		a.addTarget(a.knownMerged, Target{Obj: o})
	default:
		for _, out := range a.dataOrigins {
			a.offerData(o, out)
		}
	}
}

func (a *analysis) offerFunction(o *Object, out *origin) {
	if a.callable(o.Func.Type, out.typ.(*cil.FuncType)) {
		a.addTarget(out.node, Target{Obj: o})
	}
}

func (a *analysis) offerData(o *Object, out *origin) {
	if o.Kind == External {
		a.offerExternal(o, out)
	} else if o.layout != nil && !o.merged {
		a.offerParts(o, out)
	}
}

// offerParts leaves bit-fields out: there is no pointer to one (C17 6.5.3.2p1).
func (a *analysis) offerParts(o *Object, out *origin) {
	for i, c := range o.layout.cells {
		for _, p := range c.starts {
			if c.bits && !isStruct(p.typ) {
				continue
			}
			if (sameOutside(p.typ, out.typ) || isBuffer(o, p) && o.layout.room(i) >= a.prog.Model.SizeOf(out.typ)) && !startsStruct(c, p, out.typ) {
				a.addTarget(out.node, Target{Obj: o, Cell: i})
			}
		}
	}
}

// startsStruct reports whether the part p of c is a union at the start of a struct, as locks
// have it, of whose bytes t is one. A pointer to such a byte would be one to the struct as
// bytes.
func startsStruct(c cellShape, p part, t cil.Type) bool {
	return isByte(t) && len(c.starts) > 1 && innerBytes(p.typ)
}

// innerBytes reports whether t is a union with no bytes of its own, only in structs.
func innerBytes(t cil.Type) bool {
	c, ok := t.(*cil.CompType)
	if !ok || !c.Union {
		return false
	}
	for _, f := range c.Fields {
		if ft := element(f.Type); isByte(ft) || isUnion(ft) {
			return false
		}
	}
	return true
}

// isBuffer reports whether p is a variable of raw memory, which the outside may use as any
// type that it has room for. Memory on the heap isn't: what type it has the program says by its use;
// nor is what nobody may write to.
func isBuffer(o *Object, p part) bool {
	t, ok := p.typ.(*cil.IntType)
	return ok && t.Bytes == 1 && p.array && o.Kind == Variable && o.Var.Kind != cil.Literal && !o.Var.Const
}

func (a *analysis) offerExternal(o *Object, out *origin) {
	if o == a.bytes {
		return
	}
	if !isStruct(o.Type) {
		if sameOutside(o.Type, out.typ) && !isVoid(o.Type) && !isFunc(o.Type) {
			a.addTarget(out.node, Target{Obj: o})
		}
		return
	}
	for _, f := range o.Type.(*cil.CompType).Fields {
		if ft := element(f.Type); !f.BitField && !isStruct(ft) && sameOutside(ft, out.typ) && !(isByte(out.typ) && innerBytes(ft) && f.Index == 0) {
			a.addTarget(out.node, Target{Obj: o, Cell: 1 + f.Index})
		}
	}
}

// expose lets the outside read and write an escaped cell.
func (a *analysis) expose(t Target) {
	n := t.Obj.cells[t.Cell]
	a.edge(n, a.outside)
	if a.keeps(t) {
		return
	}
	typ := a.cellType(t)
	if typ == nil {
		typ = a.voidPtr
	}
	if from, ok := a.incoming(typ); ok {
		a.edge(from, n)
	}
}

// incoming returns the node of the values of type t that come from the outside; ok is
// false if they can't be addresses.
func (a *analysis) incoming(t cil.Type) (int, bool) {
	switch t := element(t).(type) {
	case *cil.PtrType:
		return a.origin(t.Elem), true
	case *cil.IntType:
		if t.Bytes >= a.prog.Model.PtrBytes {
			return a.origin(cil.Void), true
		}
		return 0, false
	case *cil.FloatType:
		return 0, false
	}
	return a.origin(cil.Void), true
}
