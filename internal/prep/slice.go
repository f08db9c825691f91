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
	seen    map[string]bool
	path    []*cil.Var // variables on the way
	found   []awaited
	moves   bool // the loop gets on by itself
	anew    bool // only volatile reads find what others change
	here    bool // what callees read there doesn't matter
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
	own := slices.DeleteFunc(s.found[before:], func(a awaited) bool { return a.inner && changes(a) })
	s.found = s.found[:before+len(own)]
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
	v, key := l.Base, cil.LvalString(l)
	switch {
	case v == nil || v.Func == nil || v.AddrTaken:
		if !s.anew || readsAnew(n) {
			s.memory(n, l)
		}
	case v.Const || !cil.IsScalar(l.Type()):
	case slices.Contains(s.path, v):
		s.moves = true
	case !s.seen[key]:
		s.seen[key] = true
		s.path = append(s.path, v)
		s.local(l)
		s.path = s.path[:len(s.path)-1]
	}
}

// memory adds the lvalue l, which is no local variable that nobody else can change.
func (s *slice) memory(n *cil.Node, l *cil.Lval) {
	if l.Base != nil && l.Base.Const {
		return
	}
	s.moves = s.moves || slices.ContainsFunc(cil.Vars(&cil.Load{L: l}), s.walks)
	for _, l := range scalars(l) {
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

// local adds what the loop sets the local variable to that l is or is in, and what decides whether it does.
func (s *slice) local(l *cil.Lval) {
	for _, n := range l.Base.Func.Nodes {
		if to := cil.Stored(n.Instr); !s.loop[n] || to == nil || to.Base != l.Base {
			continue
		}
		switch in := n.Instr.(type) {
		case *cil.Assign:
			s.assigned(n, in, l)
		case *cil.Call:
			s.called(n, in)
		case *cil.Havoc:
			if !readsAnew(n) {
				continue
			}
			s.read(n, in.Of)
		}
		s.decided(n)
	}
}

// assigned adds what in sets l to, or the struct that l is in.
func (s *slice) assigned(n *cil.Node, in *cil.Assign, l *cil.Lval) {
	from, ok := in.E.(*cil.Load)
	if k := len(in.L.Path); ok && k < len(l.Path) && !cil.IsScalar(in.L.Type()) {
		s.read(n, &cil.Lval{Base: from.L.Base, Mem: from.L.Mem, Path: slices.Concat(from.L.Path, l.Path[k:])})
		return
	}
	s.expr(n, in.E)
}

// decided adds what decides whether n is reached in a turn.
func (s *slice) decided(n *cil.Node) {
	for _, p := range s.deciding(n) {
		s.condition(p, p.Instr.(*cil.Branch).E)
	}
}

// called adds what the result of the call at n depends on: what its callee reads by its parameters, and by the names of
// globals, here; and what it reads by other ways, there.
func (s *slice) called(n *cil.Node, c *cil.Call) {
	for _, e := range c.Args {
		if !cil.IsPointer(e.Type()) {
			s.expr(n, e)
		}
	}
	before := len(s.found)
	for _, f := range s.callees(n) {
		s.handed(n, c, f)
		if !s.here {
			s.found = append(s.found, s.darkReads(reader{f, s.access()})...)
		}
	}
	for i := range s.found[before:] {
		s.found[before+i].inner = true
	}
}

// handed adds what the callee f of the call at n reads by its parameters, and by the names of globals.
func (s *slice) handed(n *cil.Node, c *cil.Call, f *cil.Func) {
	for _, l := range s.readsOf(reader{f, s.access()}).lvals {
		if at := s.passed(c, f, l); at != nil {
			s.memory(n, at)
		} else {
			s.found = append(s.found, awaited{at: f.Entry.Succs[0], l: l, name: nameOf(l)})
		}
	}
}

// access is what of callees counts.
func (s *slice) access() access {
	if s.anew {
		return readingAnew
	}
	return reading
}
