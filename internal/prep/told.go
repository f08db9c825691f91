package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// Who waits once, for a completion or an event, is woken by a thread that may have stored before what has become of the matter. That needs
// no lock that is held meanwhile, or nobody would wake.

// told is why a Havoc is there that stands for a thread that wakes others.
const told = "set by who ended the wait"

// tells finds what the functions may set that wake others, see [cil.Func.Wakes], and those that call such and don't wait
// themselves. What they pass the address of to others may be set too.
func (w *waiting) tells(prog *cil.Program) *names {
	wake := closure(prog, func(f *cil.Func) bool { return f.Wakes })
	out := newNames()
	for _, f := range prog.Funcs {
		if !f.HasBody() || !wake[f] || f.Pos.File == w.environment || w.wait[f] && !slices.ContainsFunc(f.Nodes, wakes) {
			continue
		}
		for _, x := range w.changesOf(f).list {
			out.add(x)
		}
		for _, n := range f.Nodes {
			w.addPassed(out, n)
		}
	}
	return out
}

// wakes reports whether a function that wakes others is called at n.
func wakes(n *cil.Node) bool {
	g := calleeAt(n)
	return g != nil && g.Wakes
}

// addPassed adds the members and variables of which a function without a body gets the address.
func (w *waiting) addPassed(out *names, n *cil.Node) {
	g := calleeAt(n)
	if g == nil || g.HasBody() || g.Harmless {
		return
	}
	for _, e := range n.Instr.(*cil.Call).Args {
		if a, ok := cil.WithoutPointerCasts(e).(*cil.AddrOf); ok && (len(a.L.Path) > 0 || a.L.Base != nil && a.L.Base.Func == nil) {
			out.add(nameOf(a.L))
		}
	}
}

// woken gives what f reads behind a call of a function that waits for an event, and is among tells, an arbitrary value behind that call, if the call
// has the object that it is in or it is a variable; else where it is read.
func (w *waiting) woken(f *cil.Func, tells *names) int {
	if len(tells.list) == 0 {
		return 0
	}
	var found []awaited
	for _, n := range f.Nodes {
		if g := calleeAt(n); g == nil || !g.Awaits || len(n.Succs) != 1 {
			continue
		}
		behind := reachedFrom(n.Succs[0])
		for _, m := range f.Nodes {
			if behind[m] {
				found = append(found, w.toldAt(n, m, behind, tells)...)
			}
		}
	}
	return w.insertAwaited(f, found, told)
}

// toldAt lists what m reads that is among tells, behind the wait n if its address is the same and is one there.
func (w *waiting) toldAt(n, m *cil.Node, behind map[*cil.Node]bool, tells *names) []awaited {
	var out []awaited
	for _, a := range w.readAt(m) {
		if !tells.meets(a.name) && !(w.addressed()[a.name] && tells.other[a.l.Type().String()]) {
			continue
		}
		moves := slices.ContainsFunc(cil.Vars(&cil.Load{L: a.l}), func(v *cil.Var) bool { return v.Func != nil && isSetIn(behind, v) })
		if !a.behind && !moves && (a.l.Mem == nil || passes(n.Instr.(*cil.Call), a.l.Mem)) {
			a.at, a.behind = n, true
		}
		out = append(out, a)
	}
	return out
}

// addressed are the members and variables of which the program takes the address, so that pointers may lead to them.
func (w *waiting) addressed() map[name]bool {
	if w.known != nil {
		return w.known
	}
	w.known = map[name]bool{}
	for _, f := range w.prog.Funcs {
		for _, n := range f.Nodes {
			cil.EachExpr(n.Instr, func(e cil.Expr) {
				cil.Walk(e, func(x cil.Expr) {
					if a, ok := x.(*cil.AddrOf); ok {
						w.known[nameOf(a.L)] = true
					}
				})
			})
		}
	}
	return w.known
}

// passes reports whether an argument of c is the address of a part of what p points to.
func passes(c *cil.Call, p cil.Expr) bool {
	return slices.ContainsFunc(c.Args, func(e cil.Expr) bool {
		a, ok := cil.WithoutPointerCasts(e).(*cil.AddrOf)
		return ok && a.L.Mem != nil && cil.Equal(cil.WithoutPointerCasts(a.L.Mem), cil.WithoutPointerCasts(p))
	})
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

// reachedFrom is the nodes that are reached from n, and n.
func reachedFrom(n *cil.Node) map[*cil.Node]bool {
	seen, work := map[*cil.Node]bool{n: true}, []*cil.Node{n}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range n.Succs {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return seen
}

// readAt lists the memory that n reads, or the function that it calls.
func (w *waiting) readAt(n *cil.Node) []awaited {
	s := &slice{waiting: w, turns: &turns{}, seen: map[*cil.Var]bool{}}
	read := func(e cil.Expr) {
		cil.Walk(e, func(x cil.Expr) {
			if l, ok := x.(*cil.Load); ok {
				s.read(n, l.L)
			}
		})
	}
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
