package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// initTree says how an object is initialised: as a whole by an expression, an array of
// characters by a string, or by parts; parts that are missing are zero.
type initTree struct {
	t    cil.Type
	expr cc.ExpressionNode
	str  *cc.Token
	kids map[int64]*initTree // by index of element or member; nil for a whole
	node cc.Node
	once *onceValue // of expr, if other parts have the same
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
	sub.node, sub.once = in, nil
	if in.Case == cc.InitializerExpr {
		x.whole(sub, in.AssignmentExpression)
	} else {
		x.braced(sub, in.InitializerList)
	}
}

// designated places an initialiser with a designation and returns where to go on.
func (x *elab) designated(frames []initFrame, l *cc.InitializerList) []initFrame {
	return x.designate(frames, l.Designation.DesignatorList, l, map[cc.ExpressionNode]*onceValue{})
}

// designate goes on at the designator d; a range that others follow stands for each of
// its elements in turn.
func (x *elab) designate(frames []initFrame, d *cc.DesignatorList, l *cc.InitializerList, once map[cc.ExpressionNode]*onceValue) []initFrame {
	var lo, hi int64
	top := &frames[len(frames)-1]
	path, ok := x.designator(top.tr, d.Designator, &lo, &hi)
	if !ok {
		return frames[:1]
	}
	for _, at := range path[:len(path)-1] {
		top.next = at + 1
		frames = append(frames, initFrame{x.part(top.tr, at, l), 0})
		top = &frames[len(frames)-1]
	}
	if d.DesignatorList == nil {
		return x.placeRange(frames, lo, hi, l, once)
	}
	for i := lo; i < hi; i++ {
		x.designate([]initFrame{{x.part(top.tr, i, l), 0}}, d.DesignatorList, l, once)
	}
	top.next = hi + 1
	frames = append(frames, initFrame{x.part(top.tr, hi, l), 0})
	return x.designate(frames, d.DesignatorList, l, once)
}

// placeRange initialises the parts from lo to hi of the innermost aggregate.
func (x *elab) placeRange(frames []initFrame, lo, hi int64, l *cc.InitializerList, once map[cc.ExpressionNode]*onceValue) []initFrame {
	top := &frames[len(frames)-1]
	top.next = lo
	sub := x.part(top.tr, lo, l)
	if !x.fits(sub, l.Initializer) {
		return x.place(frames, l.Initializer)
	}
	for i := lo; i <= hi; i++ {
		sub = x.part(top.tr, i, l)
		sub.kids, sub.expr, sub.str = nil, nil, nil
		x.fill(sub, l.Initializer)
		if hi > lo || len(once) > 0 {
			sub.evaluateOnce(once)
		}
	}
	top.next = hi + 1
	return frames
}

// onceValue is the value of an expression that initialises several parts.
type onceValue struct{ e cil.Expr }

// evaluateOnce makes the expressions below tr share their values with those of other
// parts that come from the same place.
func (tr *initTree) evaluateOnce(once map[cc.ExpressionNode]*onceValue) {
	if isNode(tr.expr) {
		v := once[tr.expr]
		if v == nil {
			v = &onceValue{}
			once[tr.expr] = v
		}
		tr.once = v
	}
	for _, k := range tr.keys() {
		tr.kids[k].evaluateOnce(once)
	}
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
