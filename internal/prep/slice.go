package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// slice is what a condition depends on in a loop.
type slice struct {
	*waiting
	*turns
	end     *cil.Node     // the condition that may end the loop
	changes *names        // that the loop makes itself
	by      map[name]bool // whether such may end it
	seen    map[*cil.Var]bool
	path    []*cil.Var // variables on the way
	found   []awaited
	moves   bool // the loop gets on by itself
	anew    bool // only volatile reads find what others change
}

// condition adds what the condition e at n depends on, but for one that the loop itself changes. Of what functions read that are called
// in it, not all need matter.
func (s *slice) condition(n *cil.Node, e cil.Expr) {
	before, moves := len(s.found), s.moves
	s.moves = false
	s.expr(n, e)
	changes := func(a awaited) bool { return s.changes.meets(a.name) && s.endsBy(a.name) }
	if s.moves || slices.ContainsFunc(s.found[before:], func(a awaited) bool { return !a.inner && changes(a) }) {
		s.found = s.found[:before]
	}
	s.found = slices.DeleteFunc(s.found, func(a awaited) bool { return a.inner && changes(a) })
	s.moves = moves
}

// endsBy reports whether what the loop changes of the name x may end it.
func (s *slice) endsBy(x name) bool {
	by, known := s.by[x]
	if !known {
		by = s.endsItself(s.loop, s.end, x)
		s.by[x] = by
	}
	return by
}

// expr adds what the value of e at n depends on.
func (s *slice) expr(n *cil.Node, e cil.Expr) {
	switch e := e.(type) {
	case *cil.Load:
		s.read(n, e.L)
	case *cil.Unary:
		s.expr(n, e.X)
	case *cil.Binary:
		s.expr(n, e.X)
		s.expr(n, e.Y)
	case *cil.Cond:
		s.expr(n, e.C)
		s.expr(n, e.A)
		s.expr(n, e.B)
	case *cil.Cast:
		s.expr(n, e.X)
	}
}

// read adds the lvalue l, or what it depends on if it is a local variable that nobody else can change.
func (s *slice) read(n *cil.Node, l *cil.Lval) {
	v := l.Base
	switch {
	case v != nil && v.Const || !cil.IsScalar(l.Type()):
	case v == nil || v.Func == nil || v.AddrTaken:
		if !s.anew || readsAnew(n) {
			s.memory(n, l)
		}
	case slices.Contains(s.path, v):
		s.moves = true
	case !s.seen[v]:
		s.seen[v] = true
		s.path = append(s.path, v)
		s.local(v)
		s.path = s.path[:len(s.path)-1]
	}
}

// memory adds the lvalue l, which is no local variable that nobody else can change.
func (s *slice) memory(n *cil.Node, l *cil.Lval) {
	if l.Base == nil || !l.Base.Const {
		s.moves = s.moves || slices.ContainsFunc(cil.Vars(&cil.Load{L: l}), s.walks)
		s.found = append(s.found, awaited{at: n, l: l, name: nameOf(l)})
	}
}

// walks reports whether the loop sets the local variable v by what it was, as it does to go through a list or an array.
func (s *slice) walks(v *cil.Var) bool {
	if v.Func == nil || v.AddrTaken {
		return false
	}
	seen, work := map[*cil.Var]bool{}, []*cil.Var{v}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, w := range s.setBy(at) {
			if w == v {
				return true
			}
			if !seen[w] {
				seen[w] = true
				work = append(work, w)
			}
		}
	}
	return false
}

// setBy lists the variables in what the loop sets v to.
func (s *slice) setBy(v *cil.Var) []*cil.Var {
	var list []*cil.Var
	for _, n := range v.Func.Nodes {
		if !s.loop[n] || !stores(n.Instr, v) {
			continue
		}
		cil.EachExpr(n.Instr, func(e cil.Expr) {
			if l, ok := e.(*cil.Load); !ok || !l.L.IsVar(v) { // but for where it is stored
				list = append(list, cil.Vars(e)...)
			}
		})
	}
	return slices.DeleteFunc(list, func(w *cil.Var) bool { return w.Func != v.Func || w.AddrTaken })
}

// local adds what the loop sets the variable v to, and what decides whether it does.
func (s *slice) local(v *cil.Var) {
	for _, n := range v.Func.Nodes {
		if !s.loop[n] {
			continue
		}
		switch in := n.Instr.(type) {
		case *cil.Assign:
			if in.L.Base == v {
				s.expr(n, in.E)
				s.decided(n)
			}
		case *cil.Havoc:
			if in.L.Base == v && readsAnew(n) {
				s.read(n, in.Of)
				s.decided(n)
			}
		case *cil.Call:
			if in.Ret != nil && in.Ret.Base == v {
				s.called(n, in)
				s.decided(n)
			}
		}
	}
}

// decided adds what decides whether n is reached in a turn.
func (s *slice) decided(n *cil.Node) {
	for _, p := range s.deciding(n) {
		s.condition(p, p.Instr.(*cil.Branch).E)
	}
}

// called adds what the result of the call at n depends on: what its callee reads by its parameters, and by the names of
// globals. If it reads by other ways, the result is arbitrary.
func (s *slice) called(n *cil.Node, c *cil.Call) {
	f := c.Callee()
	if f == nil || !f.HasBody() {
		return
	}
	for _, e := range c.Args {
		if !cil.IsPointer(e.Type()) {
			s.expr(n, e)
		}
	}
	r, before := s.readsOf(reader{f, s.anew}), len(s.found)
	for _, l := range r.lvals {
		if at := s.passed(c, l); at != nil {
			s.memory(n, at)
		} else {
			s.result(n, c, nameOf(l))
		}
	}
	for _, x := range r.dark.list {
		s.result(n, c, x)
	}
	for i := range s.found[before:] {
		s.found[before+i].inner = true
	}
}

// result adds the result of the call at n, which depends on memory of that name.
func (s *slice) result(n *cil.Node, c *cil.Call, x name) {
	if c.Ret != nil && len(n.Succs) == 1 {
		s.found = append(s.found, awaited{at: n, l: c.Ret, name: x, behind: true})
	}
}
