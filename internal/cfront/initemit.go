package cfront

import (
	"sort"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// keys lists the parts of tr that are initialised, in order.
func (tr *initTree) keys() []int64 {
	var ks []int64
	for k := range tr.kids {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return ks[i] < ks[j] })
	return ks
}

// sel selects part i of an object of type t.
func sel(t cil.Type, i int64) cil.Sel {
	if c, ok := t.(*cil.CompType); ok {
		return cil.Sel{Field: c.Fields[i]}
	}
	return cil.Sel{Index: cil.IntConst(indexType, i)}
}

// staticInit makes the initialiser of v, which is of static storage.
func (x *elab) staticInit(v *cil.Var, tr *initTree, pos source.Pos) {
	x.static = true
	in := &cil.Init{}
	if cil.IsScalar(tr.t) {
		in.Expr = x.staticExpr(v, nil, tr)
	} else {
		x.staticEntries(v, in, nil, tr)
	}
	if in.Expr != nil || len(in.Entries) > 0 {
		v.Init = in
	}
}

// staticExpr is the constant expression that initialises the part tr of v; nil if it is
// zero. If it depends on weak symbols, it is what they are if they are defined, and the
// program sets the part later too.
func (x *elab) staticExpr(v *cil.Var, path []cil.Sel, tr *initTree) cil.Expr {
	if !isNode(tr.expr) {
		return nil
	}
	before := x.weakSeen
	defer func() { x.weakSeen = before }()
	x.weakSeen = false
	e := x.constantPart(tr)
	if e == nil || !x.weakSeen || x.weakThere {
		return e
	}
	l := &cil.Lval{Base: v, Path: append([]cil.Sel(nil), path...)}
	x.prog.Late = append(x.prog.Late, cil.LateInit{L: l, E: e, Pos: position(tr.node)})
	v.Const = false
	x.weakThere = true
	e = x.constantPart(tr)
	x.weakThere = false
	return e
}

func (x *elab) constantPart(tr *initTree) cil.Expr {
	at := x.cur
	e := x.convert(x.value(tr.expr), tr.t, tr.node)
	if x.cur != at || x.readsMemory(e) {
		x.errorf(position(tr.node), "the initialiser of a static object must be a constant")
		x.cur = at
		return nil
	}
	if c, ok := e.(*cil.Const); ok && c.Val.Sign() == 0 {
		return nil
	}
	return e
}

// readsMemory reports whether e reads something else than whether a symbol is defined.
func (x *elab) readsMemory(e cil.Expr) bool {
	found := false
	cil.Walk(e, func(s cil.Expr) {
		if l, ok := s.(*cil.Load); ok && !x.flags[l.L.Base] {
			found = true
		}
	})
	return found
}

func (x *elab) staticEntries(v *cil.Var, in *cil.Init, path []cil.Sel, tr *initTree) {
	switch {
	case tr.str != nil:
		a := tr.t.(*cil.ArrayType)
		vals, it := x.stringElems(*tr.str)
		if ei, ok := a.Elem.(*cil.IntType); ok {
			it = ei
		}
		in.Entries = append(in.Entries, stringEntries(path, vals[:min(int64(len(vals)), a.Len)], it)...)
	case isNode(tr.expr) && cil.IsScalar(tr.t):
		if e := x.staticExpr(v, path, tr); e != nil {
			in.Entries = append(in.Entries, cil.InitEntry{Path: append([]cil.Sel(nil), path...), Expr: e})
		}
	case isNode(tr.expr):
		lit := literalList(tr.expr)
		if lit == nil {
			x.errorf(position(tr.node), "the initialiser of a static object must be a constant")
			return
		}
		inner := &initTree{t: tr.t, node: tr.node}
		x.braced(inner, lit.InitializerList)
		x.staticEntries(v, in, path, inner)
	default:
		for _, k := range tr.keys() {
			x.staticEntries(v, in, append(append([]cil.Sel(nil), path...), sel(tr.t, k)), tr.kids[k])
		}
	}
}

// localInit assigns to the parts of l what tr says.
func (x *elab) localInit(l *cil.Lval, tr *initTree, n cc.Node) {
	switch {
	case tr.str != nil:
		x.localString(l, tr, n)
	case isNode(tr.expr):
		x.localExpr(l, tr, n)
	case tr.kids == nil:
		x.zeroAll(l, tr.t, n)
	default:
		x.localParts(l, tr, n)
	}
}

func (x *elab) localExpr(l *cil.Lval, tr *initTree, n cc.Node) {
	if isArray(tr.t) {
		x.errorf(position(tr.node), "an array can't be initialised by this expression")
		return
	}
	if tr.once != nil {
		if tr.once.e == nil {
			tr.once.e = x.keep(x.convert(x.value(tr.expr), tr.t, tr.node), n)
		}
		x.set(l, tr.once.e, n)
		return
	}
	if call := directCall(tr.expr); call != nil && fixedPlace(l) {
		if o := x.call(call, l, true); o.l != l {
			x.set(l, x.convert(x.rvalue(o, n), tr.t, tr.node), n)
		}
		return
	}
	x.set(l, x.convert(x.value(tr.expr), tr.t, tr.node), n)
}

// localParts goes through the parts of an aggregate in order; what lies between those
// that are initialised is zero.
func (x *elab) localParts(l *cil.Lval, tr *initTree, n cc.Node) {
	if c, ok := tr.t.(*cil.CompType); ok && c.Union {
		for _, k := range tr.keys() {
			x.localInit(withSel(l, sel(tr.t, k)), tr.kids[k], n)
		}
		if len(tr.kids) == 0 {
			x.zeroAll(l, tr.t, n)
		}
		return
	}
	next := int64(0)
	for _, k := range tr.keys() {
		x.zeroRange(l, tr.t, next, k, n)
		x.localInit(withSel(l, sel(tr.t, k)), tr.kids[k], n)
		next = k + 1
	}
	x.zeroRange(l, tr.t, next, tr.count(), n)
}

func (x *elab) localString(l *cil.Lval, tr *initTree, n cc.Node) {
	a := tr.t.(*cil.ArrayType)
	vals, it := x.stringElems(*tr.str)
	if ei, ok := a.Elem.(*cil.IntType); ok {
		it = ei
	}
	k := int64(0)
	for ; k < int64(len(vals)) && k < a.Len; k++ {
		x.set(withIndex(l, cil.IntConst(indexType, k)), cil.IntConst(it, int64(vals[k])), n)
	}
	x.zeroRange(l, tr.t, k, a.Len, n)
}

// unrolled is the number of elements up to which an array is set to zero one by one.
const unrolled = 32

// zeroRange sets the parts from up to to of l to zero.
func (x *elab) zeroRange(l *cil.Lval, t cil.Type, from, to int64, n cc.Node) {
	if a, ok := t.(*cil.ArrayType); ok && to-from > unrolled {
		x.zeroLoop(l, a, from, to, n)
		return
	}
	for i := from; i < to; i++ {
		s := sel(t, i)
		part := withSel(l, s)
		x.zeroAll(part, part.Type(), n)
	}
}

// zeroLoop sets the elements from up to to of the array l to zero in a loop.
func (x *elab) zeroLoop(l *cil.Lval, a *cil.ArrayType, from, to int64, n cc.Node) {
	size := x.model.SizeT()
	i := cil.VarLval(x.temp("index", size, n))
	x.set(i, cil.IntConst(size, from), n)
	head, body, done := x.orphan(position(n)), x.orphan(position(n)), x.orphan(position(n))
	x.jump(head)
	x.cur = head
	x.branch(&cil.Binary{Op: cil.Lt, X: &cil.Load{L: i}, Y: cil.IntConst(size, to), T: x.intType()}, body, done, position(n))
	x.cur = body
	x.zeroAll(withIndex(l, &cil.Load{L: i}), a.Elem, n)
	x.set(i, &cil.Binary{Op: cil.Add, X: &cil.Load{L: i}, Y: cil.IntConst(size, 1), T: size}, n)
	x.jump(head)
	x.cur = done
}

// zeroAll sets all of l to zero, every member of a union too.
func (x *elab) zeroAll(l *cil.Lval, t cil.Type, n cc.Node) {
	switch t := t.(type) {
	case *cil.ArrayType:
		x.zeroRange(l, t, 0, max(t.Len, 0), n)
	case *cil.CompType:
		x.complete(t)
		x.zeroRange(l, t, 0, int64(len(t.Fields)), n)
	default:
		x.set(l, x.zero(t), n)
	}
}
