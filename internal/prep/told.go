package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// Who waits is woken, or let on, by a thread that may have stored before what has become of the matter. That needs no lock that is held
// meanwhile, or nobody would wake.

// told is why a Havoc is there that stands for a thread that ends a wait.
const told = "set by who ended the wait"

// stop is a wait.
type stop struct {
	at      *cil.Node  // behind it, or before the condition that it is, others have set something
	near    []cil.Expr // pointers to what is waited for, or to a part of it
	awaited []awaited  // by the condition; none for an event
	tells   *names     // what others have set
}

// loopStop is the wait of a loop for what its condition n finds.
func (w *waiting) loopStop(n *cil.Node, found []awaited) stop {
	p := stop{at: n, awaited: found}
	for _, a := range found {
		if a.at.Func == n.Func && a.l.Mem != nil {
			p.near = append(p.near, a.l.Mem)
		}
	}
	return p
}

// events lists the calls in f of functions that wait for events.
func (w *waiting) events(f *cil.Func) []stop {
	var out []stop
	for _, n := range f.Nodes {
		if g := calleeAt(n); g != nil && g.Awaits && len(n.Succs) == 1 {
			out = append(out, stop{at: n, near: pointees(n.Instr.(*cil.Call))})
		}
	}
	return out
}

// pointees lists the pointers among the arguments of c, and those to what an argument is the address of a part of.
func pointees(c *cil.Call) []cil.Expr {
	var list []cil.Expr
	for _, e := range c.Args {
		list = append(list, e)
		if a, ok := cil.WithoutPointerCasts(e).(*cil.AddrOf); ok && a.L.Mem != nil {
			list = append(list, a.L.Mem)
		}
	}
	return list
}

// told lists what may have been set, behind the waits, by who ended them.
func (w *waiting) told(loops, events []stop) []awaited {
	waits := map[*cil.Func]bool{}
	for _, p := range slices.Concat(loops, events) {
		waits[p.at.Func] = true
	}
	waits = w.closure(func(f *cil.Func) bool { return waits[f] })
	var out []awaited
	for _, p := range loops {
		own := w.calledFrom(p.at.Func) // others that call it too set it by that
		sets := func(f *cil.Func) bool {
			return (f.AddrTaken || !slices.Contains(own, f)) && slices.ContainsFunc(p.awaited, func(a awaited) bool { return w.sets(f, a.l) })
		}
		p.tells = w.tells(p, waits, w.closure(sets))
		out = append(out, w.behind(p)...)
	}
	wake := w.closure(func(f *cil.Func) bool { return f.Wakes })
	for _, p := range events {
		p.tells = w.tells(p, waits, wake)
		out = append(out, w.behind(p)...)
	}
	return out
}

// tells finds what those of the functions may set that don't wait themselves, or wake others directly, apart from the one that waits at p. What
// they pass the address of to others may be set too.
func (w *waiting) tells(p stop, waits, fs map[*cil.Func]bool) *names {
	out := newNames()
	for _, f := range w.prog.Funcs {
		if !f.HasBody() || !fs[f] || f == p.at.Func || f.Pos.File == w.environment || waits[f] && !slices.ContainsFunc(f.Nodes, wakes) {
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

// sets reports whether f sets what may be l. What it gets the pointer to is for who calls it to say, if it isn't certain.
func (w *waiting) sets(f *cil.Func, l *cil.Lval) bool {
	if f.Pos.File == w.environment {
		return false
	}
	r := w.readsOf(reader{f, storing})
	is := func(to *cil.Lval) bool {
		a, b := around(to), around(l)
		return sameNames(to, l) && (a == b || a == nil && len(w.sites[f]) == 0 || b == nil)
	}
	return slices.ContainsFunc(r.lvals, is) || slices.ContainsFunc(r.dark, func(a awaited) bool { return is(a.l) })
}

// SameName reports whether a and b may be the same memory by their names.
func SameName(a, b *cil.Lval) bool { return sameNames(a, b) }

// sameNames reports whether a and b may be the same memory by their names.
func sameNames(a, b *cil.Lval) bool {
	x := newNames()
	x.add(nameOf(a))
	return x.meets(nameOf(b))
}

// around is the member that the member is in which l names; nil if that isn't known.
func around(l *cil.Lval) *cil.Field {
	var list []*cil.Field
	for _, s := range l.Path {
		if s.Field != nil {
			list = append(list, s.Field)
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list[len(list)-2]
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
