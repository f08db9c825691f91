package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// opd is the value of an expression: an lvalue l, a function designator or an rvalue e,
// or nothing (void).
type opd struct {
	l    *cil.Lval
	q    quals // of the lvalue
	e    cil.Expr
	isFn bool // e is the address of the function that is designated
}

// typ is the operand's type before conversions.
func (o opd) typ() cil.Type {
	switch {
	case o.l != nil:
		return o.l.Type()
	case o.isFn:
		return o.e.Type().(*cil.PtrType).Elem
	case o.e != nil:
		return o.e.Type()
	}
	return cil.Void
}

// rvalue converts the operand to a value: arrays and functions decay, lvalues are read.
func (x *elab) rvalue(o opd, n cc.Node) cil.Expr {
	switch {
	case o.l != nil:
		return x.read(o, n)
	case o.isFn:
		x.takeFunc(o.e)
		return x.perhapsNull(o.e, n)
	case o.e != nil:
		return o.e
	}
	x.errorf(position(n), "a value is needed here, but the expression is void")
	return x.intZero()
}

func (x *elab) read(o opd, n cc.Node) cil.Expr {
	switch t := o.l.Type().(type) {
	case *cil.ArrayType:
		if p := x.decayed(o.l, o.q); p != nil {
			return p
		}
		x.takeAddr(o.l)
		return x.perhapsNull(&cil.AddrOf{L: o.l, T: pointerTo(qtype{t.Elem, o.q})}, n)
	case *cil.FuncType:
		return &cil.AddrOf{L: o.l, T: pointerTo(qtype{t: t})}
	case *cil.CompType:
		if !x.complete(t) {
			x.errorf(position(n), "%s is incomplete", t)
		}
	}
	if o.q&qVolatile != 0 && !automatic(o.l) {
		v := x.temp("volatile_read", o.l.Type(), n)
		read := &cil.Havoc{L: cil.VarLval(v), Why: cil.VolatileRead}
		if _, float := o.l.Type().(*cil.FloatType); !float {
			read.Of = o.l
		}
		x.emit(read, position(n))
		return cil.LoadVar(v)
	}
	return &cil.Load{L: o.l}
}

// automatic reports whether l is in a local variable, which nothing outside the program
// changes, volatile or not.
func automatic(l *cil.Lval) bool { return l.Base != nil && l.Base.Func != nil }

// takeAddr records that the address of what l names is taken.
func (x *elab) takeAddr(l *cil.Lval) {
	if l.Base != nil && x.dry == 0 {
		l.Base.AddrTaken = true
	}
}

func (x *elab) takeFunc(e cil.Expr) {
	if fa, ok := e.(*cil.FuncAddr); ok && x.dry == 0 {
		fa.F.AddrTaken = true
	}
}

// lvalueOf returns the operand's lvalue; there must be one.
func (x *elab) lvalueOf(o opd, n cc.Node) *cil.Lval {
	if o.l != nil {
		return o.l
	}
	x.errorf(position(n), "an lvalue is needed here")
	t := o.typ()
	if isVoid(t) {
		t = x.intType()
	}
	return cil.VarLval(x.temp("error", t, n))
}

// deref returns what the pointer e points to.
func (x *elab) deref(e cil.Expr, n cc.Node) opd {
	pt, ok := e.Type().(*cil.PtrType)
	if !ok {
		x.errorf(position(n), "a value of type %s can't be dereferenced", e.Type())
		return opd{l: cil.VarLval(x.temp("error", x.intType(), n))}
	}
	if isFuncType(pt.Elem) {
		return opd{e: e, isFn: true}
	}
	var q quals
	if pt.Const {
		q |= qConst
	}
	if pt.Volatile {
		q |= qVolatile
	}
	return opd{l: derefLval(e, pt.Elem), q: q}
}

// derefLval is the lvalue *e of type t, where it can be without the pointer.
func derefLval(e cil.Expr, t cil.Type) *cil.Lval {
	switch e := e.(type) {
	case *cil.AddrOf:
		if isFlexible(t) {
			break
		}
		if a, ok := e.L.Type().(*cil.ArrayType); ok && !cil.SameType(a, t) && cil.SameType(a.Elem, t) {
			return withIndex(e.L, cil.IntConst(indexType, 0))
		}
		if cil.SameType(e.L.Type(), t) {
			return e.L
		}
	case *cil.Binary:
		if a, ok := e.X.(*cil.AddrOf); ok && e.Op == cil.PtrAdd {
			if at, ok := a.L.Type().(*cil.ArrayType); ok && cil.SameType(at.Elem, t) && cil.SameType(a.T.Elem, t) {
				return withIndex(a.L, e.Y)
			}
		}
	}
	return &cil.Lval{Mem: e}
}

// indexType is the type of indices that are made here.
var indexType = &cil.IntType{Kind: cil.Int, Bits: 32, Bytes: 4, Signed: true}

func withIndex(l *cil.Lval, i cil.Expr) *cil.Lval { return withSel(l, cil.Sel{Index: i}) }

func withSel(l *cil.Lval, s cil.Sel) *cil.Lval {
	path := make([]cil.Sel, len(l.Path), len(l.Path)+1)
	copy(path, l.Path)
	return &cil.Lval{Base: l.Base, Mem: l.Mem, Path: append(path, s)}
}

// emit appends an instruction at the current point.
func (x *elab) emit(in cil.Instr, pos source.Pos) *cil.Node {
	x.mayRaise(in, pos)
	n := x.fn.NewNode(in, pos)
	x.jump(n)
	x.cur = n
	return n
}

// jump makes n follow the current point.
func (x *elab) jump(n *cil.Node) { x.cur.Succs = []*cil.Node{n} }

// orphan makes a point that nothing leads to yet.
func (x *elab) orphan(pos source.Pos) *cil.Node { return x.fn.NewNode(&cil.Skip{}, pos) }

// dead ends the current point: what comes next can't be reached from it.
func (x *elab) dead() { x.cur = x.orphan(x.cur.Pos) }

// temp makes a temporary variable.
func (x *elab) temp(hint string, t cil.Type, n cc.Node) *cil.Var {
	v := &cil.Var{Name: x.names.fresh(hint), Type: t, Kind: cil.Temp, Func: x.fn, Pos: position(n)}
	x.fn.Locals = append(x.fn.Locals, v)
	return v
}

// set emits l = e.
func (x *elab) set(l *cil.Lval, e cil.Expr, n cc.Node) { x.emit(&cil.Assign{L: l, E: e}, position(n)) }

// save keeps the value of e in a temporary.
func (x *elab) save(hint string, e cil.Expr, n cc.Node) cil.Expr {
	v := x.temp(hint, e.Type(), n)
	x.set(cil.VarLval(v), e, n)
	return cil.LoadVar(v)
}

// freeze returns e, or if e reads memory a temporary that holds its value now, that is
// before the nodes from number from on.
func (x *elab) freeze(e cil.Expr, from int, n cc.Node) cil.Expr {
	if !reads(e) {
		return e
	}
	l := x.save("tmp", e, n).(*cil.Load)
	if x.body != nil && x.dry == 0 {
		x.body.saves = append(x.body.saves, &saved{v: l.L.Base, at: x.cur, from: from})
	}
	return l
}

// keep returns e, or if e reads memory a temporary that holds its value from now on.
func (x *elab) keep(e cil.Expr, n cc.Node) cil.Expr {
	if !reads(e) {
		return e
	}
	return x.save("tmp", e, n)
}

// reads reports whether the value of e may be changed by what comes next in the same
// expression. A temporary is set only where it is made.
func reads(e cil.Expr) bool {
	found := false
	cil.Walk(e, func(s cil.Expr) {
		if l, ok := s.(*cil.Load); ok && (!l.L.IsVar(nil) || l.L.Base.Kind != cil.Temp) {
			found = true
		}
	})
	return found
}

// freezeLval returns l with the pointer and indices in it as they are now.
func (x *elab) freezeLval(l *cil.Lval, from int, n cc.Node) *cil.Lval {
	r := &cil.Lval{Base: l.Base}
	if l.Mem != nil {
		r.Mem = x.freeze(l.Mem, from, n)
	}
	for _, s := range l.Path {
		if s.Index != nil {
			s.Index = x.freeze(s.Index, from, n)
		}
		r.Path = append(r.Path, s)
	}
	return r
}

// side is a piece of code that was built apart.
type side struct {
	head, tail *cil.Node
	from       int // the number of the first node
}

// aside builds what f emits apart from the current point.
func (x *elab) aside(n cc.Node, f func()) side {
	saved := x.cur
	from := len(x.fn.Nodes)
	head := x.orphan(source.Pos{})
	x.cur = head
	f()
	s := side{head, x.cur, from}
	x.cur = saved
	return s
}

// empty reports whether the piece has no instructions.
func (s side) empty() bool { return s.head == s.tail }

// splice appends the piece at the current point.
func (x *elab) splice(s side) {
	if !s.empty() {
		x.jump(s.head)
		x.cur = s.tail
	}
}

// dryRun elaborates f for its types only: nothing of what it emits stays.
func (x *elab) dryRun(f func()) {
	cur, nodes, locals := x.cur, len(x.fn.Nodes), len(x.fn.Locals)
	x.dry++
	x.dead()
	f()
	x.dry--
	x.cur = cur
	x.fn.Nodes, x.fn.Locals = x.fn.Nodes[:nodes], x.fn.Locals[:locals]
}

// dryType is the type of the value of n.
func (x *elab) dryType(n cc.ExpressionNode) cil.Type {
	var t cil.Type
	x.dryRun(func() {
		o := x.expr(n)
		if isVoid(o.typ()) {
			t = cil.Void
			return
		}
		t = x.rvalue(o, n).Type()
	})
	return t
}

// scratch gives x a function of its own, for constants and static initialisers.
func (x *elab) scratch() {
	x.fn = &cil.Func{Type: &cil.FuncType{Ret: cil.Void}}
	x.fn.StartBody(source.Pos{}, source.Pos{})
	x.cur = x.fn.Entry
}

func (x *elab) intZero() cil.Expr { return cil.IntConst(x.intType(), 0) }
