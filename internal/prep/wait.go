package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// A loop that waits for another thread ends by what that thread does: nothing in the loop changes what its condition reads. With
// one thread alone (A13) it would never end, and what is behind it could do no harm.

// changed is why a Havoc is there that stands for another thread.
const changed = "changed while waiting"

// Waits gives what the condition of a loop reads an arbitrary value before it is read, if the loop calls a function that waits for
// others, see [cil.Func.Waits], and nothing else decides when it ends; and so it does behind a wait with what functions set that
// wake others. It returns how many values it gives. Pointers lead to where they lead to before, or outside.
func Waits(prog *cil.Program) int {
	w := &waiting{model: prog.Model, wait: closure(prog, func(f *cil.Func) bool { return f.Waits })}
	if len(w.wait) == 0 {
		return 0
	}
	w.changes = map[*cil.Func]map[any]bool{}
	tells, total := w.tells(prog), 0
	for _, f := range prog.Funcs {
		if f.HasBody() && w.wait[f] {
			total += w.function(f) + w.woken(f, tells)
		}
	}
	return total
}

// waiting is what all loops share.
type waiting struct {
	model   *cil.DataModel
	wait    map[*cil.Func]bool // functions that may wait
	changes map[*cil.Func]map[any]bool
}

// closure finds the functions of which is is true, and those that call such directly.
func closure(prog *cil.Program, is func(*cil.Func) bool) map[*cil.Func]bool {
	in := map[*cil.Func]bool{}
	for more := true; more; {
		more = false
		for _, f := range prog.Funcs {
			if !in[f] && (is(f) || slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { g := calleeAt(n); return g != nil && (in[g] || is(g)) })) {
				in[f], more = true, true
			}
		}
	}
	return in
}

// calleeAt returns the function that n calls directly, or nil.
func calleeAt(n *cil.Node) *cil.Func {
	if c, ok := n.Instr.(*cil.Call); ok {
		return c.Callee()
	}
	return nil
}

// function treats the loops of f.
func (w *waiting) function(f *cil.Func) int {
	var found []awaited
	for _, l := range naturalLoops(f) {
		if !slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { g := calleeAt(n); return l[n] && g != nil && (g.Waits || w.wait[g]) }) {
			continue
		}
		changes := w.changedIn(l, f)
		for _, n := range f.Nodes {
			if b, ok := n.Instr.(*cil.Branch); ok && l[n] && !(l[n.Succs[0]] && l[n.Succs[1]]) {
				s := &slice{model: w.model, loop: l, changes: changes, seen: map[*cil.Var]bool{}}
				s.condition(n, b.E)
				found = append(found, s.found...)
			}
		}
	}
	return insertAwaited(f, found, changed)
}

// awaited is what a loop waits for, and the node that reads it.
type awaited struct {
	at     *cil.Node
	l      *cil.Lval
	behind bool // it changes behind the node, not before
}

// insertAwaited gives what is awaited arbitrary values, each once, for the reason why.
func insertAwaited(f *cil.Func, found []awaited, why string) int {
	done := map[*cil.Node]map[string]bool{}
	count := 0
	for _, a := range found {
		key := cil.LvalString(a.l)
		if done[a.at] == nil {
			done[a.at] = map[string]bool{}
		}
		if done[a.at][key] {
			continue
		}
		done[a.at][key] = true
		insertChange(a, why)
		count++
	}
	if count > 0 {
		f.Finish()
	}
	return count
}

func insertChange(a awaited, why string) {
	h := &cil.Havoc{L: a.l, Why: why}
	if _, float := a.l.Type().(*cil.FloatType); !float {
		h.Of = a.l
	}
	if a.behind {
		insertBehind(a.at, []cil.Instr{h})
	} else {
		insertBefore(a.at, []cil.Instr{h})
	}
}

// changedIn lists what the loop's statements, and the functions that they call, may change: members, variables, and types of
// what has no name.
func (w *waiting) changedIn(l loop, f *cil.Func) map[any]bool {
	out := map[any]bool{}
	for _, n := range f.Nodes {
		if l[n] {
			w.addChanges(out, n)
		}
	}
	return out
}

// addChanges adds what the statement at n may change.
func (w *waiting) addChanges(out map[any]bool, n *cil.Node) {
	switch in := n.Instr.(type) {
	case *cil.Assign:
		out[nameOf(in.L)] = true
	case *cil.Havoc:
		out[nameOf(in.L)] = true
	case *cil.Call:
		if in.Ret != nil {
			out[nameOf(in.Ret)] = true
		}
		if g := in.Callee(); g != nil && g.HasBody() {
			for x := range w.changesOf(g) {
				out[x] = true
			}
		}
	}
}

// changesOf is what f and the functions that it calls may change.
func (w *waiting) changesOf(f *cil.Func) map[any]bool {
	if out, ok := w.changes[f]; ok {
		return out
	}
	out := map[any]bool{}
	w.changes[f] = out // for recursion, which adds to it
	for _, n := range f.Nodes {
		w.addChanges(out, n)
	}
	return out
}

// nameOf is what stands for the memory of l, wherever it is: its member, its variable, or its type.
func nameOf(l *cil.Lval) any {
	for _, s := range slices.Backward(l.Path) {
		if s.Field != nil {
			return s.Field
		}
	}
	if l.Base != nil {
		return l.Base
	}
	return l.Type().String()
}

// slice is what a condition depends on in a loop.
type slice struct {
	model   *cil.DataModel
	loop    loop
	changes map[any]bool // that the loop makes itself
	seen    map[*cil.Var]bool
	path    []*cil.Var // variables on the way
	found   []awaited
	moves   bool // the loop gets on by itself
}

// condition adds what the condition e at n depends on, but for one that the loop itself changes.
func (s *slice) condition(n *cil.Node, e cil.Expr) {
	before, moves := len(s.found), s.moves
	s.moves = false
	s.expr(n, e)
	if s.moves || slices.ContainsFunc(s.found[before:], func(a awaited) bool { return s.changes[nameOf(a.l)] }) {
		s.found = s.found[:before]
	}
	s.moves = moves
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
		s.found = append(s.found, awaited{at: n, l: l})
	case slices.Contains(s.path, v):
		s.moves = true
	case !s.seen[v]:
		s.seen[v] = true
		s.path = append(s.path, v)
		s.local(v)
		s.path = s.path[:len(s.path)-1]
	}
}

// local adds what the loop sets the variable v to.
func (s *slice) local(v *cil.Var) {
	for _, n := range v.Func.Nodes {
		if !s.loop[n] {
			continue
		}
		switch in := n.Instr.(type) {
		case *cil.Assign:
			if in.L.Base == v {
				s.assigned(n, in.E)
			}
		case *cil.Call:
			if in.Ret != nil && in.Ret.Base == v {
				s.called(n, in)
			}
		}
	}
}

// assigned adds what the value e that is assigned at n depends on, and if it is a constant, what decides that it is.
func (s *slice) assigned(n *cil.Node, e cil.Expr) {
	if _, constant := cil.ConstValue(e); !constant {
		s.expr(n, e)
		return
	}
	seen, work := map[*cil.Node]bool{n: true}, slices.Clone(n.Preds)
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[p] || !s.loop[p] {
			continue
		}
		seen[p] = true
		if b, ok := p.Instr.(*cil.Branch); ok {
			s.condition(p, b.E)
			continue
		}
		work = append(work, p.Preds...)
	}
}

// called adds what the result of the call at n depends on: what its callee reads by its parameters, and by the names of
// globals.
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
	for _, m := range f.Nodes {
		cil.EachExpr(m.Instr, func(e cil.Expr) {
			cil.Walk(e, func(x cil.Expr) {
				if r, ok := x.(*cil.Load); ok {
					s.readInside(n, c, r.L)
				}
			})
		})
	}
}

// readInside adds what the callee of the call c at n reads as l, if the caller can say it.
func (s *slice) readInside(n *cil.Node, c *cil.Call, l *cil.Lval) {
	f, known := c.Callee(), true
	if l.Base != nil && l.Base.Func != nil || !cil.IsScalar(l.Type()) {
		return
	}
	e := cil.SubstLval(&cil.Load{L: l}, func(l *cil.Lval) cil.Expr {
		v := l.Base
		if v == nil || v.Func == nil {
			return nil
		}
		i := slices.Index(f.Formals, v)
		if i < 0 || i >= len(c.Args) || len(l.Path) > 0 || v.AddrTaken || isSet(f, v) {
			known = false
			return nil
		}
		return c.Args[i]
	})
	if r, ok := e.(*cil.Load); ok && known && r.L.Mem != nil {
		at := s.model.Deref(r.L.Mem)
		s.read(n, &cil.Lval{Base: at.Base, Mem: at.Mem, Path: slices.Concat(at.Path, r.L.Path)})
	} else if ok && known {
		s.read(n, r.L)
	}
}

// isSet reports whether f sets the variable v.
func isSet(f *cil.Func, v *cil.Var) bool {
	return slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { return sets(n, v) })
}

// sets reports whether n sets the variable v.
func sets(n *cil.Node, v *cil.Var) bool {
	switch in := n.Instr.(type) {
	case *cil.Assign:
		return in.L.Base == v
	case *cil.Havoc:
		return in.L.Base == v
	case *cil.Call:
		return in.Ret != nil && in.Ret.Base == v
	}
	return false
}
