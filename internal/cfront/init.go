package cfront

import (
	"sort"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// initTree says how an object is initialised: as a whole by an expression, an array of
// characters by a string, or by parts; parts that are missing are zero.
type initTree struct {
	t    cil.Type
	expr cc.ExpressionNode
	str  *cc.Token
	kids map[int64]*initTree // by index of element or member; nil for a whole
	node cc.Node
}

// noEnd is the number of elements of an array whose length isn't known yet.
const noEnd = 1 << 60

// initialiser matches an initialiser with the type t, without evaluating anything. The
// tree's type is complete where t is an array of unknown length.
func (x *elab) initialiser(t cil.Type, in *cc.Initializer) *initTree {
	x.completeAll(t)
	tr := &initTree{t: t, node: in}
	if in.Case == cc.InitializerExpr {
		x.whole(tr, in.AssignmentExpression)
	} else {
		x.braced(tr, in.InitializerList)
	}
	tr.fixLength(x)
	return tr
}

// whole initialises tr by one expression.
func (x *elab) whole(tr *initTree, e cc.ExpressionNode) {
	tr.kids = nil
	if s := stringToken(e); s != nil && isArray(tr.t) {
		tr.str = s
		return
	}
	if lit := literalList(e); lit != nil && isArray(tr.t) {
		x.braced(tr, lit.InitializerList)
		return
	}
	tr.expr = e
}

// fixLength gives an array of unknown length as many elements as are initialised.
func (tr *initTree) fixLength(x *elab) {
	a, ok := tr.t.(*cil.ArrayType)
	if !ok || a.Len >= 0 {
		return
	}
	n := int64(0)
	if tr.str != nil {
		vals, _ := x.stringElems(*tr.str)
		n = int64(len(vals)) + 1
	}
	for i := range tr.kids {
		n = max(n, i+1)
	}
	tr.t = &cil.ArrayType{Elem: a.Elem, Len: n}
}

// stringToken returns the string literal that n is, under parentheses, or nil.
func stringToken(n cc.ExpressionNode) *cc.Token {
	for {
		p, ok := n.(*cc.PrimaryExpression)
		switch {
		case !ok:
			return nil
		case p.Case == cc.PrimaryExpressionExpr:
			n = p.ExpressionList
		case p.Case == cc.PrimaryExpressionString, p.Case == cc.PrimaryExpressionLString:
			return &p.Token
		default:
			return nil
		}
	}
}

// literalList returns the compound literal that n is, under parentheses, or nil.
func literalList(n cc.ExpressionNode) *cc.PostfixExpression {
	for {
		switch e := n.(type) {
		case *cc.PrimaryExpression:
			if e.Case != cc.PrimaryExpressionExpr {
				return nil
			}
			n = e.ExpressionList
		case *cc.PostfixExpression:
			if e.Case == cc.PostfixExpressionComplit {
				return e
			}
			return nil
		default:
			return nil
		}
	}
}

// count is the number of parts of tr that initialisers without designators reach.
func (tr *initTree) count() int64 {
	switch t := tr.t.(type) {
	case *cil.ArrayType:
		if t.Len < 0 {
			return noEnd
		}
		return t.Len
	case *cil.CompType:
		if t.Union {
			return min(1, int64(len(t.Fields)))
		}
		return int64(len(t.Fields))
	}
	return 1
}

// part returns part i of tr.
func (x *elab) part(tr *initTree, i int64, n cc.Node) *initTree {
	c, isComp := tr.t.(*cil.CompType)
	if tr.kids == nil || isComp && c.Union && tr.kids[i] == nil {
		tr.kids = map[int64]*initTree{}
	}
	tr.expr, tr.str = nil, nil
	k := tr.kids[i]
	if k == nil {
		k = &initTree{node: n}
		if isComp {
			k.t = c.Fields[i].Type
		} else {
			k.t = tr.t.(*cil.ArrayType).Elem
		}
		x.completeAll(k.t)
		tr.kids[i] = k
	}
	return k
}

// initFrame is an aggregate being filled: the next part to initialise.
type initFrame struct {
	tr   *initTree
	next int64
}

// braced fills tr from the list between braces.
func (x *elab) braced(tr *initTree, l *cc.InitializerList) {
	tr.expr, tr.str, tr.kids = nil, nil, map[int64]*initTree{}
	if _, isScalar := scalarOf(tr.t); isScalar {
		tr.kids = nil
		if l == nil {
			return
		}
		if l.Initializer.Case == cc.InitializerExpr {
			x.whole(tr, l.Initializer.AssignmentExpression)
		} else {
			x.braced(tr, l.Initializer.InitializerList)
		}
		return
	}
	if l != nil && l.InitializerList == nil && l.Designation == nil && l.Initializer.Case == cc.InitializerExpr && isCharArray(tr.t) {
		if s := stringToken(l.Initializer.AssignmentExpression); s != nil {
			x.whole(tr, l.Initializer.AssignmentExpression)
			return
		}
	}
	frames := []initFrame{{tr, 0}}
	for ; l != nil; l = l.InitializerList {
		if l.Designation != nil {
			frames = x.designated(frames[:1], l)
			continue
		}
		for len(frames) > 1 && frames[len(frames)-1].next >= frames[len(frames)-1].tr.count() {
			frames = frames[:len(frames)-1]
		}
		if top := frames[len(frames)-1]; top.next >= top.tr.count() {
			x.errorf(position(l.Initializer), "more initialisers than %s has parts", tr.t)
			return
		}
		frames = x.place(frames, l.Initializer)
	}
}

func scalarOf(t cil.Type) (cil.Type, bool) { return t, cil.IsScalar(t) }

func isCharArray(t cil.Type) bool {
	a, ok := t.(*cil.ArrayType)
	return ok && cil.IsInteger(a.Elem)
}

// place initialises the next part of the innermost aggregate, or descends into it where
// braces were left out.
func (x *elab) place(frames []initFrame, in *cc.Initializer) []initFrame {
	for {
		top := &frames[len(frames)-1]
		sub := x.part(top.tr, top.next, in)
		top.next++
		if x.fits(sub, in) {
			x.fill(sub, in)
			return frames
		}
		if sub.count() == 0 {
			return frames
		}
		frames = append(frames, initFrame{sub, 0})
	}
}

// fits reports whether in initialises the whole of sub.
func (x *elab) fits(sub *initTree, in *cc.Initializer) bool {
	if in.Case != cc.InitializerExpr || cil.IsScalar(sub.t) {
		return true
	}
	if isArray(sub.t) {
		return isCharArray(sub.t) && stringToken(in.AssignmentExpression) != nil || literalList(in.AssignmentExpression) != nil
	}
	return cil.SameType(x.dryType(in.AssignmentExpression), sub.t)
}

func (x *elab) fill(sub *initTree, in *cc.Initializer) {
	sub.node = in
	if in.Case == cc.InitializerExpr {
		x.whole(sub, in.AssignmentExpression)
	} else {
		x.braced(sub, in.InitializerList)
	}
}

// designated places an initialiser with a designation and returns where to go on.
func (x *elab) designated(frames []initFrame, l *cc.InitializerList) []initFrame {
	var lo, hi int64
	for d := l.Designation.DesignatorList; d != nil; d = d.DesignatorList {
		top := &frames[len(frames)-1]
		path, ok := x.designator(top.tr, d.Designator, &lo, &hi)
		if !ok {
			return frames[:1]
		}
		for i, at := range path {
			top = &frames[len(frames)-1]
			top.next = at + 1
			if i+1 < len(path) || d.DesignatorList != nil {
				frames = append(frames, initFrame{x.part(top.tr, at, l), 0})
			}
		}
	}
	top := &frames[len(frames)-1]
	top.next = lo
	sub := x.part(top.tr, lo, l)
	if x.fits(sub, l.Initializer) {
		sub.kids, sub.expr, sub.str = nil, nil, nil
		x.fill(sub, l.Initializer)
		for i := lo + 1; i <= hi; i++ {
			x.part(top.tr, i, l)
			top.tr.kids[i] = sub
		}
		top.next = hi + 1
		return frames
	}
	return x.place(frames, l.Initializer)
}

// maxRange bounds the elements of a range designator.
const maxRange = 1 << 20

// designator finds the part of tr that d names: its indices from the outside in, more
// than one through anonymous members. lo and hi are set to the last.
func (x *elab) designator(tr *initTree, d *cc.Designator, lo, hi *int64) ([]int64, bool) {
	if d.Case == cc.DesignatorIndex || d.Case == cc.DesignatorIndex2 {
		*lo = x.constInt(d.ConstantExpression)
		*hi = *lo
		if d.Case == cc.DesignatorIndex2 {
			*hi = x.constInt(d.ConstantExpression2)
		}
		if !isArray(tr.t) || *lo < 0 || *hi < *lo || *hi >= tr.count() || *hi-*lo > maxRange {
			x.errorf(position(d), "the designator doesn't fit %s", tr.t)
			return nil, false
		}
		return []int64{*lo}, true
	}
	name := d.Token2
	if d.Case == cc.DesignatorField2 {
		name = d.Token
	}
	c, ok := tr.t.(*cil.CompType)
	var path []*cil.Field
	if ok {
		path = x.findMember(c, name.SrcStr())
	}
	if path == nil {
		x.errorf(position(d), "%s has no member %s", tr.t, name.SrcStr())
		return nil, false
	}
	var is []int64
	for _, f := range path {
		is = append(is, int64(f.Index))
	}
	*lo, *hi = is[len(is)-1], is[len(is)-1]
	return is, true
}

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

// staticInit makes the initialiser of an object of static storage.
func (x *elab) staticInit(tr *initTree, pos source.Pos) *cil.Init {
	x.static = true
	if cil.IsScalar(tr.t) {
		if e := x.staticExpr(tr); e != nil {
			return &cil.Init{Expr: e}
		}
		return nil
	}
	in := &cil.Init{}
	x.staticEntries(in, nil, tr)
	if len(in.Entries) == 0 {
		return nil
	}
	return in
}

// staticExpr is the constant expression that initialises tr, nil if it is zero.
func (x *elab) staticExpr(tr *initTree) cil.Expr {
	if !isNode(tr.expr) {
		return nil
	}
	at := x.cur
	e := x.convert(x.value(tr.expr), tr.t, tr.node)
	if x.cur != at || reads(e) {
		x.errorf(position(tr.node), "the initialiser of a static object must be a constant")
		x.cur = at
		return nil
	}
	if c, ok := e.(*cil.Const); ok && c.Val.Sign() == 0 {
		return nil
	}
	return e
}

func (x *elab) staticEntries(in *cil.Init, path []cil.Sel, tr *initTree) {
	switch {
	case tr.str != nil:
		a := tr.t.(*cil.ArrayType)
		vals, it := x.stringElems(*tr.str)
		if ei, ok := a.Elem.(*cil.IntType); ok {
			it = ei
		}
		in.Entries = append(in.Entries, stringEntries(path, vals[:min(int64(len(vals)), a.Len)], it)...)
	case isNode(tr.expr) && cil.IsScalar(tr.t):
		if e := x.staticExpr(tr); e != nil {
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
		x.staticEntries(in, path, inner)
	default:
		for _, k := range tr.keys() {
			x.staticEntries(in, append(append([]cil.Sel(nil), path...), sel(tr.t, k)), tr.kids[k])
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
