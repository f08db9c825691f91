package slic

import (
	"fmt"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// site is a call in the program with events before or after it.
type site struct {
	*weaver
	node *cil.Node
	call *cil.Call
	pre  *chain
	post *chain
	args map[int]cil.Expr // the arguments' values, once they are fixed
}

// callSite puts the call and return events of the call at n around it.
func (w *weaver) callSite(n *cil.Node, call *cil.Call) {
	callees := []*cil.Func{call.Callee()}
	if callees[0] == nil {
		callees = w.cfg.Calls.Callees(n)
	}
	var pre, post []*procedure
	from := len(w.places)
	for _, f := range callees {
		pre = append(pre, w.at(f, Call, n.Pos))
		post = append(post, w.afterCall(f, n.Pos))
	}
	for i := range w.places[from:] {
		w.places[from+i].Maybe = call.Callee() == nil
	}
	if none(pre) && none(post) {
		return
	}
	s := &site{weaver: w, node: n, call: call, pre: w.chain(), post: w.chain(), args: map[int]cil.Expr{}}
	s.fix(pre, post)
	s.fire(s.pre, callees, pre)
	if !none(post) {
		s.fireReturn(callees, post)
	}
	w.before[n], w.after[n] = s.pre, s.post
}

// othersSite puts behind a call of another thread what the rule does to the object that it returns.
func (w *weaver) othersSite(n *cil.Node, call *cil.Call) {
	p := w.procOf[point{call.As, Return}]
	if p == nil || !p.ofResult() {
		return
	}
	s := &site{weaver: w, node: n, call: call, pre: w.chain(), post: w.chain(), args: map[int]cil.Expr{}}
	s.fireReturn([]*cil.Func{call.As}, []*procedure{p})
	w.after[n] = s.post
}

// afterCall returns the procedure for the return of f, if f ever returns.
func (w *weaver) afterCall(f *cil.Func, pos source.Pos) *procedure {
	if f != nil && f.NoReturn {
		return nil
	}
	return w.at(f, Return, pos)
}

// none reports whether all ps are nil.
func none(ps []*procedure) bool {
	for _, p := range ps {
		if p != nil {
			return false
		}
	}
	return true
}

// fix computes, before the call, what its events need: the arguments after the call
// unless they can't change, and what may only be read once.
func (s *site) fix(pre, post []*procedure) {
	if s.call.Callee() == nil && (!none(post) && !s.stable(s.call.Fn) || readsVolatile(s.call.Fn)) {
		s.call.Fn = s.temp(s.pre, "callee", s.call.Fn, s.node.Pos)
	}
	for i, a := range s.call.Args {
		late := usedIn(post, i+1) && !s.stable(a)
		once := (usedIn(pre, i+1) || usedIn(post, i+1)) && readsVolatile(a)
		if late || once {
			a = s.temp(s.pre, fmt.Sprintf("arg%d", i+1), a, s.node.Pos)
			s.call.Args[i] = a
		}
		s.args[i+1] = a
	}
}

func usedIn(ps []*procedure, k int) bool {
	for _, p := range ps {
		if p != nil && p.uses(k) {
			return true
		}
	}
	return false
}

// fire appends calls of the procedures ps; through a pointer only that of the callee.
func (s *site) fire(c *chain, callees []*cil.Func, ps []*procedure) {
	pos := s.node.Pos
	for i, p := range ps {
		if p == nil {
			continue
		}
		run := func() { s.run(c, p, pos, func(k int, t cil.Type) cil.Expr { return s.value(c, k, t) }) }
		if s.call.Callee() != nil {
			run()
			continue
		}
		fn := s.call.Fn
		addr := cil.MakeCast(fn.Type(), &cil.FuncAddr{F: callees[i], T: &cil.PtrType{Elem: callees[i].Type}})
		c.branch(&cil.Binary{Op: cil.Eq, X: fn, Y: addr, T: s.int()}, pos, run, nil)
	}
}

// value returns $k, or for 0 $return, with the type t.
func (s *site) value(c *chain, k int, t cil.Type) cil.Expr {
	e := s.args[k]
	if e == nil || !convertible(e.Type(), t) {
		return s.arbitrary(c, t, "the call has no such value", s.node.Pos)
	}
	return cil.MakeCast(t, e)
}

// convertible reports whether a value of type from can stand for one of type to.
func convertible(from, to cil.Type) bool {
	return cil.SameType(from, to) || cil.IsScalar(from) && cil.IsScalar(to)
}

// fireReturn appends the return events. The result is read from a variable that the
// events can't see otherwise; what the call stored it to is assigned after them.
func (s *site) fireReturn(callees []*cil.Func, post []*procedure) {
	ret := s.call.Ret
	if ret == nil && !usedIn(post, 0) || ret != nil && private(ret) {
		if ret != nil {
			s.args[0] = &cil.Load{L: ret}
		}
		s.fire(s.post, callees, post)
		return
	}
	typ := returnType(s.call)
	if isVoid(typ) {
		s.fire(s.post, callees, post)
		return
	}
	v := s.f.NewTemp(s.names.local("result"), typ, s.node.Pos)
	s.call.Ret = cil.VarLval(v)
	s.args[0] = cil.LoadVar(v)
	s.fire(s.post, callees, post)
	if ret != nil {
		s.post.emit(&cil.Assign{L: ret, E: cil.MakeCast(ret.Type(), cil.LoadVar(v))}, s.node.Pos)
	}
}

func returnType(c *cil.Call) cil.Type {
	return c.Fn.Type().(*cil.PtrType).Elem.(*cil.FuncType).Ret
}

// private reports whether l is a variable that only its function can read.
func private(l *cil.Lval) bool {
	v := l.Base
	return l.IsVar(nil) && v.Kind != cil.Global && !v.AddrTaken && !v.Volatile
}

// stable reports whether e has the same value before and after the call: it is made of
// constants, addresses and private variables other than the one that gets the result.
func (s *site) stable(e cil.Expr) bool {
	ok := true
	walkLoads(e, func(l *cil.Lval) {
		if !private(l) || s.call.Ret != nil && l.Base == s.call.Ret.Base {
			ok = false
		}
	})
	return ok
}
