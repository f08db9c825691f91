package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// Who waits once, for a completion or an event, is woken by a thread that may have stored before what has become of the matter.

// told is why a Havoc is there that stands for a thread that wakes others.
const told = "set by who ended the wait"

// tells finds what the functions may set that wake others, see [cil.Func.Wakes], and those that call such and don't wait
// themselves.
func (w *waiting) tells(prog *cil.Program) map[any]bool {
	wake := closure(prog, func(f *cil.Func) bool { return f.Wakes })
	out := map[any]bool{}
	for _, f := range prog.Funcs {
		if f.HasBody() && wake[f] && (!w.wait[f] || slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { g := calleeAt(n); return g != nil && g.Wakes })) {
			for x := range w.changesOf(f) {
				out[x] = true
			}
		}
	}
	return out
}

// woken gives what f reads behind a call that waits, and is among tells, an arbitrary value behind that call; or where it is read, if
// its address isn't known before.
func (w *waiting) woken(f *cil.Func, tells map[any]bool) int {
	if len(tells) == 0 {
		return 0
	}
	var found []awaited
	for _, n := range f.Nodes {
		g := calleeAt(n)
		if g == nil || !g.Waits && !w.wait[g] || len(n.Succs) != 1 {
			continue
		}
		behind := reachedFrom(n.Succs[0])
		for _, m := range f.Nodes {
			if behind[m] {
				found = append(found, w.toldAt(n, m, behind, tells)...)
			}
		}
	}
	return insertAwaited(f, found, told)
}

// toldAt lists what m reads that is among tells, behind the wait n if its address is the same there.
func (w *waiting) toldAt(n, m *cil.Node, behind map[*cil.Node]bool, tells map[any]bool) []awaited {
	var out []awaited
	for _, a := range w.readAt(m) {
		if !tells[nameOf(a.l)] {
			continue
		}
		if !slices.ContainsFunc(cil.Vars(&cil.Load{L: a.l}), func(v *cil.Var) bool { return v.Func != nil && isSetIn(behind, v) }) {
			a.at, a.behind = n, true
		}
		out = append(out, a)
	}
	return out
}

// isSetIn reports whether one of the nodes sets the variable v.
func isSetIn(nodes map[*cil.Node]bool, v *cil.Var) bool {
	for n := range nodes {
		if sets(n, v) {
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
	s := &slice{model: w.model, seen: map[*cil.Var]bool{}}
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
