package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// What is told behind a wait is read there: in the function that waits, in one that calls it, or in one that these call.

// frame is a wait, or the call of a function that waits.
type frame struct {
	at    *cil.Node
	inner *frame // the wait in what is called; nil if it is here
}

// listener looks for what is told at a wait.
type listener struct {
	*waiting
	stop    stop
	entered map[*cil.Func]bool // functions that are called behind it
	found   []awaited
}

// behind lists what is read behind the wait p and is among what is told: at the wait, if it can be said there and is one there; else at the
// nearest call that leads to the wait; else where it is read.
func (w *waiting) behind(p stop) []awaited {
	if len(p.tells.list) == 0 {
		return nil
	}
	s := &listener{waiting: w, stop: p, entered: map[*cil.Func]bool{}}
	in := map[*cil.Node]bool{}
	for work := []*frame{{at: p.at}}; len(work) > 0; work = work[1:] {
		s.frame(work[0])
		for _, n := range w.sites[work[0].at.Func] {
			if !in[n] && n.Func.Pos.File != w.environment {
				in[n], work = true, append(work, &frame{n, work[0]})
			}
		}
	}
	return s.found
}

// begins lists the nodes behind the wait.
func (s *listener) begins(f *frame) []*cil.Node {
	if f.inner == nil && s.stop.awaited != nil {
		return []*cil.Node{f.at}
	}
	return f.at.Succs
}

// frame looks at what is read behind f in its function.
func (s *listener) frame(f *frame) {
	behind := reachedFrom(s.begins(f), nil)
	for _, n := range f.at.Func.Nodes {
		if !behind[n] {
			continue
		}
		for _, a := range s.readAt(n) {
			if s.told(a) {
				s.place(f, a, behind)
			}
		}
		for _, g := range s.callees(n) {
			s.enter(g)
		}
	}
}

// enter looks at what g reads, where nobody else can say what that is.
func (s *listener) enter(g *cil.Func) {
	for _, h := range s.calledFrom(g) {
		if s.entered[h] {
			continue
		}
		s.entered[h] = true
		for _, a := range s.readsOf(reader{h, reading}).dark {
			if s.told(a) {
				s.found = append(s.found, a)
			}
		}
	}
}

// told reports whether a may be among what is told.
func (s *listener) told(a awaited) bool {
	return s.stop.tells.meets(a.name) || s.addressed()[a.name] && s.stop.tells.other[a.l.Type().String()]
}

// place adds what is read behind f, where it is told.
func (s *listener) place(f *frame, a awaited, behind map[*cil.Node]bool) {
	var best *awaited
	for g, l := f, a.l; l != nil && !moves(l, behind); g = g.inner {
		if s.near(g, l) {
			best = &awaited{at: g.at, l: l, name: a.name, behind: g.inner != nil || s.stop.awaited == nil}
		}
		if g.inner == nil {
			if slices.ContainsFunc(s.stop.awaited, func(a awaited) bool { return cil.EqualLval(a.l, l) }) {
				return
			}
			break
		}
		l = handed(g.at.Instr.(*cil.Call), g.inner.at.Func, l)
	}
	switch {
	case best != nil:
		s.found = append(s.found, *best)
	case reachedFrom(s.begins(f), a.l)[a.at]:
		s.found = append(s.found, a)
	}
}

// moves reports whether the address of l depends on a local variable that one of the nodes sets.
func moves(l *cil.Lval, nodes map[*cil.Node]bool) bool {
	return slices.ContainsFunc(cil.Vars(&cil.Load{L: l}), func(v *cil.Var) bool { return v.Func != nil && v != l.Base && isSetIn(nodes, v) })
}

// near reports whether l is certainly there at f: it is a variable, or in what is waited for or handed over.
func (s *listener) near(f *frame, l *cil.Lval) bool {
	near := s.stop.near
	if f.inner != nil {
		near = pointees(f.at.Instr.(*cil.Call))
	}
	return l.Mem == nil || slices.ContainsFunc(near, func(e cil.Expr) bool {
		return cil.Equal(cil.WithoutPointerCasts(e), cil.WithoutPointerCasts(l.Mem))
	})
}

// handed is l, where c calls f, in terms of the parameters of f; nil if it can't be said so.
func handed(c *cil.Call, f *cil.Func, l *cil.Lval) *cil.Lval {
	local := func(v *cil.Var) bool { return v.Func != nil }
	if !slices.ContainsFunc(cil.Vars(&cil.Load{L: l}), local) {
		return l
	}
	if l.Mem == nil || slices.ContainsFunc(cil.Vars(&cil.Load{L: &cil.Lval{Mem: c.Fn, Path: l.Path}}), local) {
		return nil
	}
	for i, v := range f.Formals {
		if i < len(c.Args) && cil.Equal(cil.WithoutPointerCasts(c.Args[i]), cil.WithoutPointerCasts(l.Mem)) && cil.SameType(v.Type, l.Mem.Type()) && !v.AddrTaken && !isSet(f, v) {
			return &cil.Lval{Mem: cil.LoadVar(v), Path: l.Path}
		}
	}
	return nil
}

// isSetIn reports whether one of the nodes sets the variable v.
func isSetIn(nodes map[*cil.Node]bool, v *cil.Var) bool {
	for n := range nodes {
		if stores(n.Instr, v) {
			return true
		}
	}
	return false
}

// reachedFrom is the nodes that are reached from those, and these, but not behind what stores in l, unless that is nil.
func reachedFrom(work []*cil.Node, l *cil.Lval) map[*cil.Node]bool {
	seen := map[*cil.Node]bool{}
	for work = slices.Clone(work); len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		to := cil.Stored(n.Instr)
		if stored := l != nil && to != nil && cil.EqualLval(to, l); !seen[n] && !stored {
			work = append(work, n.Succs...)
		}
		seen[n] = true
	}
	return seen
}

// readAt lists the memory that n reads, or the function that it calls and can say it.
func (w *waiting) readAt(n *cil.Node) []awaited {
	s := &slice{waiting: w, turns: &turns{}, here: true, seen: map[string]bool{}}
	read := func(e cil.Expr) { eachRead(e, func(l *cil.Lval) { s.read(n, l) }) }
	switch in := n.Instr.(type) {
	case *cil.Assign:
		read(in.E)
	case *cil.Havoc:
		if readsAnew(n) {
			s.read(n, in.Of)
		}
	case *cil.Branch:
		read(in.E)
	case *cil.Return:
		if in.E != nil {
			read(in.E)
		}
	case *cil.Call:
		for _, e := range in.Args {
			read(e)
		}
		s.called(n, in)
	}
	return s.found
}
