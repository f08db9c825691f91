package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

func (x *elab) iteration(s *cc.IterationStatement) {
	pos := position(s)
	oldBreak, oldContinue := x.body.breakTo, x.body.continueTo
	exit := x.orphan(pos)
	x.body.loops++
	x.push()
	x.body.breakTo = jumpTarget{exit, x.sc}
	switch s.Case {
	case cc.IterationStatementWhile:
		x.while(s)
	case cc.IterationStatementDo:
		x.doWhile(s)
	default:
		x.forLoop(s)
	}
	x.body.loops--
	x.body.breakTo, x.body.continueTo = oldBreak, oldContinue
	x.cur = exit
	x.close()
}

func (x *elab) while(s *cc.IterationStatement) {
	head, body := x.orphan(position(s)), x.orphan(position(s))
	x.body.continueTo = jumpTarget{head, x.sc}
	x.jump(head)
	x.cur = head
	x.cond(s.ExpressionList, body, x.body.breakTo.node)
	x.cur = body
	x.stmt(s.Statement)
	x.jump(head)
}

func (x *elab) doWhile(s *cc.IterationStatement) {
	head, test := x.orphan(position(s)), x.orphan(position(s))
	x.body.continueTo = jumpTarget{test, x.sc}
	exit := x.body.breakTo.node
	x.jump(head)
	x.cur = head
	x.stmt(s.Statement)
	x.jump(test)
	x.cur = test
	x.cond(s.ExpressionList, head, exit)
}

func (x *elab) forLoop(s *cc.IterationStatement) {
	test, next := s.ExpressionList2, s.ExpressionList3
	if s.Case == cc.IterationStatementForDecl {
		x.declaration(s.Declaration)
		test, next = s.ExpressionList, s.ExpressionList2
	} else if isNode(s.ExpressionList) {
		x.effect(s.ExpressionList)
	}
	head, body, step := x.orphan(position(s)), x.orphan(position(s)), x.orphan(position(s))
	x.body.continueTo = jumpTarget{step, x.sc}
	x.jump(head)
	x.cur = head
	x.test(test, body)
	x.cur = body
	x.stmt(s.Statement)
	x.jump(step)
	x.cur = step
	if isNode(next) {
		x.effect(next)
	}
	x.jump(head)
}

// test goes to body if the condition of a for holds or is missing, else out of the loop.
func (x *elab) test(n cc.ExpressionNode, body *cil.Node) {
	if !isNode(n) {
		x.jump(body)
		return
	}
	x.cond(n, body, x.body.breakTo.node)
}
