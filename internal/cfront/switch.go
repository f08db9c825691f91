package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// switchState collects the cases of the switch around.
type switchState struct {
	t     *cil.IntType
	cases []switchCase
	deflt *place
	from  snapshot
}

// switchCase is case lo: or case lo ... hi:.
type switchCase struct {
	lo, hi *big.Int
	to     *place
	pos    source.Pos
}

// place is a point that is jumped to, with the variables that are in scope there.
type place struct {
	node *cil.Node
	at   snapshot
}

// switchStmt elaborates a switch in any shape: the body is built with its labels
// first, then the chain of comparisons that leads to them.
func (x *elab) switchStmt(s *cc.SelectionStatement) {
	e := x.promote(x.value(s.ExpressionList))
	it, ok := e.Type().(*cil.IntType)
	if !ok {
		e = x.badOperands(e, e, s)
		it = x.intType()
	}
	if l, ok := e.(*cil.Load); !ok || !l.L.IsVar(nil) {
		e = x.keep(e, s)
	}
	dispatch, exit := x.cur, x.orphan(position(s))
	oldBreak, oldSwitch := x.body.breakTo, x.body.sw
	sw := &switchState{t: it, from: x.snapshot()}
	x.body.breakTo, x.body.sw = jumpTarget{exit, x.sc}, sw
	x.dead()
	x.stmt(s.Statement)
	x.jump(exit)
	x.body.breakTo, x.body.sw = oldBreak, oldSwitch
	x.cur = dispatch
	x.dispatch(e, sw, exit)
	x.cur = exit
}

// dispatch compares e with each case in turn.
func (x *elab) dispatch(e cil.Expr, sw *switchState, exit *cil.Node) {
	seen := map[string]bool{}
	for _, c := range sw.cases {
		if key := c.lo.String(); c.lo.Cmp(c.hi) == 0 {
			if seen[key] {
				x.errorf(c.pos, "the case %s stands twice in one switch", key)
			}
			seen[key] = true
		}
		next := x.orphan(c.pos)
		to := x.enter(sw.from, c.to)
		x.branch(x.inCase(e, sw.t, c), to, next, c.pos)
		x.cur = next
	}
	if sw.deflt != nil {
		x.jump(x.enter(sw.from, sw.deflt))
	} else {
		x.jump(exit)
	}
}

// inCase is the condition that e is in the case c.
func (x *elab) inCase(e cil.Expr, t *cil.IntType, c switchCase) cil.Expr {
	lo, hi := &cil.Const{T: t, Val: t.Wrap(c.lo)}, &cil.Const{T: t, Val: t.Wrap(c.hi)}
	if c.lo.Cmp(c.hi) == 0 {
		return cil.MakeBinary(cil.Eq, e, lo, x.intType())
	}
	above := cil.MakeBinary(cil.Ge, e, lo, x.intType())
	below := cil.MakeBinary(cil.Le, e, hi, x.intType())
	return cil.MakeBinary(cil.LAnd, above, below, x.intType())
}

// caseLabel elaborates case and default labels.
func (x *elab) caseLabel(s *cc.LabeledStatement) {
	sw := x.body.sw
	if sw == nil {
		x.errorf(position(s), "a case outside of a switch")
		return
	}
	to := x.here(s)
	if s.Case == cc.LabeledStatementDefault {
		if sw.deflt != nil {
			x.errorf(position(s), "default stands twice in one switch")
		}
		sw.deflt = to
		return
	}
	lo := x.constValue(s.ConstantExpression)
	hi := lo
	if s.Case == cc.LabeledStatementRange {
		hi = x.constValue(s.ConstantExpression2)
	}
	if lo.Cmp(hi) <= 0 {
		sw.cases = append(sw.cases, switchCase{lo, hi, to, position(s)})
	}
}

// here makes the current point one that can be jumped to.
func (x *elab) here(n cc.Node) *place {
	node := x.orphan(position(n))
	x.jump(node)
	x.cur = node
	return &place{node, x.snapshot()}
}
