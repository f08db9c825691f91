package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Structured exception handling of Microsoft's compiler. The body of __try may be left
// before each call and each access through a pointer in it, and after each call, on the
// way that exceptions take. Exceptions that start in the middle of a function that is
// called, or that no handler around takes, aren't followed.

const (
	// tryMark is the condition of the if that the mender makes of __try.
	tryMark = "__hardbop_try"
	// leaveLabel stands at the end of the body of __try. A call of it goes there.
	leaveLabel = "__hardbop_leave"
)

// handler is the __except around: where it starts, and its scope.
type handler struct {
	node  *cil.Node
	sc    *scope
	outer *handler
	// called is set if there is a call in the body, which may raise when it ends.
	called bool
}

// isTry reports whether s is made of a __try.
func isTry(s *cc.SelectionStatement) bool {
	return s.Case == cc.SelectionStatementIfElse && calleeName(s.ExpressionList) == tryMark
}

// try elaborates __try with its __except or __finally.
func (x *elab) try(s *cc.SelectionStatement) {
	x.note(codeSEH, position(s), "exceptions start before or after a call, or at an access through a pointer, in __try itself")
	if h := s.Statement2; h != nil && h.Case == cc.StatementSelection {
		x.tryExcept(s, h.SelectionStatement)
		return
	}
	old := *x.body
	x.push()
	x.sc.exits = append(x.sc.exits, func() {
		now := *x.body
		x.body.breakTo, x.body.continueTo, x.body.sw = old.breakTo, old.continueTo, old.sw
		x.stmt(s.Statement2)
		x.body.breakTo, x.body.continueTo, x.body.sw = now.breakTo, now.continueTo, now.sw
	})
	x.tryBody(s)
	x.close()
}

// tryBody elaborates the body, with the label that __leave goes to at its end.
func (x *elab) tryBody(s *cc.SelectionStatement) {
	x.push()
	end := &label{name: leaveLabel}
	x.sc.labels = map[string]*label{leaveLabel: end}
	x.stmt(s.Statement)
	end.to = x.here(s)
	x.close()
}

// tryExcept elaborates the body and then the handler h, whose condition is the filter.
func (x *elab) tryExcept(s, h *cc.SelectionStatement) {
	pos := position(h)
	except, join := x.orphan(pos), x.orphan(pos)
	outer := x.body.handler
	x.body.handler = &handler{node: except, sc: x.sc, outer: outer}
	x.tryBody(s)
	if x.body.handler.called {
		x.raise(pos)
	}
	x.body.handler = outer
	x.jump(join)
	x.cur = except
	taken, passed := x.orphan(pos), x.orphan(pos)
	filter := x.value(h.ExpressionList)
	x.branch(x.apply(cil.Gt, filter, x.intZero(), h), taken, passed, pos)
	x.cur = taken
	x.stmt(h.Statement)
	x.jump(join)
	x.cur = passed
	if v, ok := cil.ConstValue(filter); !ok || v.Sign() <= 0 {
		x.opaque(codeSEH, "an exception that the filter passes on", h)
	}
	x.jump(join)
	x.cur = join
}

// mayRaise leads to the handler around, if there is one, on some runs that get to in.
func (x *elab) mayRaise(in cil.Instr, pos source.Pos) {
	if x.body != nil && x.dry == 0 && x.body.handler != nil && raises(in) {
		_, call := in.(*cil.Call)
		x.body.handler.called = x.body.handler.called || call
		x.raise(pos)
	}
}

// raise leads to the handler around on some runs.
func (x *elab) raise(pos source.Pos) {
	h := x.body.handler
	x.body.handler = nil
	v := &cil.Var{Name: x.names.fresh("raises"), Type: x.intType(), Kind: cil.Temp, Func: x.fn, Pos: pos}
	x.fn.Locals = append(x.fn.Locals, v)
	x.emit(&cil.Havoc{L: cil.VarLval(v), Why: "an exception"}, pos)
	raised, on := x.orphan(pos), x.orphan(pos)
	x.branch(x.truth(cil.LoadVar(v)), raised, on, pos)
	x.cur = raised
	x.runExits(h.sc)
	x.jump(h.node)
	x.cur = on
	x.body.handler = h
}

// raises reports whether in may raise an exception: it calls, or goes through a pointer.
func raises(in cil.Instr) bool {
	if _, call := in.(*cil.Call); call {
		return true
	}
	found := false
	if l := cil.Stored(in); l != nil && l.Mem != nil {
		found = true
	}
	eachLoad(in, func(l *cil.Lval) { found = found || l.Mem != nil })
	return found
}
