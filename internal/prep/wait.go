package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// A loop that waits for another thread ends by what that thread does: nothing in the loop changes what its condition reads. With
// one thread alone (A13) it would never end, and what is behind it could do no harm.

// changed is why a Havoc is there that stands for another thread.
const changed = "changed while waiting"

// ByOthers reports whether h stands for what another thread does.
func ByOthers(h *cil.Havoc) bool { return h.Why == changed || h.Why == told }

// Waits gives what the condition of a loop reads an arbitrary value before it is read, if the loop calls a function that waits for
// others, see [cil.Func.Waits], or has a barrier, and nothing else decides when it ends; in other loops, what volatile reads give. And so it does
// behind a wait with what functions set that wake others. Functions in the file environment call the program, and don't wait. It returns how many values it gives. Pointers lead to where
// they lead to before, or outside.
func Waits(prog *cil.Program, environment string) int {
	w := &waiting{prog: prog, model: prog.Model, environment: environment, changes: map[*cil.Func]*names{}, reads: map[reader]*readSet{},
		wait: closure(prog, func(f *cil.Func) bool { return f.Waits }), anew: closure(prog, func(f *cil.Func) bool { return slices.ContainsFunc(f.Nodes, readsAnew) })}
	tells, total := w.tells(prog), 0
	for _, f := range prog.Funcs {
		if f.HasBody() && f.Pos.File != environment {
			total += w.function(f) + w.woken(f, tells)
		}
		for _, n := range f.Nodes {
			if isBarrier(n) {
				n.Instr = &cil.Skip{} // it is of no more interest
			}
		}
	}
	return total
}

// waiting is what all loops share.
type waiting struct {
	prog        *cil.Program
	model       *cil.DataModel
	environment string
	wait        map[*cil.Func]bool   // functions that may wait
	changes     map[*cil.Func]*names // that they make
	anew        map[*cil.Func]bool   // functions that may read memory anew, see readsAnew
	reads       map[reader]*readSet
	known       map[name]bool     // see addressed
	pointed     map[*cil.Var]bool // see named
	clobbered   bool
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
		anew := !slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { return l[n] && w.waits(n) })
		if anew && !slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { return l[n] && (readsAnew(n) || w.anew[calleeAt(n)]) }) {
			continue
		}
		changes := w.changedIn(l, f)
		turns := l.turns(f)
		for _, n := range turns.conditions() {
			s := &slice{waiting: w, turns: turns, end: n, changes: changes, anew: anew, by: map[name]bool{}, seen: map[*cil.Var]bool{}}
			s.condition(n, n.Instr.(*cil.Branch).E)
			found = append(found, s.found...)
		}
	}
	return w.insertAwaited(f, found, changed)
}

// waits reports whether a function is called at n that may wait, or n makes the loop read memory anew.
func (w *waiting) waits(n *cil.Node) bool {
	if isBarrier(n) {
		return true
	}
	g := calleeAt(n)
	return g != nil && (g.Waits || w.wait[g])
}

// isBarrier reports whether n is one.
func isBarrier(n *cil.Node) bool {
	s, ok := n.Instr.(*cil.Skip)
	return ok && s.Text == cil.Barrier
}

// readsAnew reports whether n is a volatile read of memory that is not volatile itself, as READ_ONCE is: what it finds is there.
func readsAnew(n *cil.Node) bool {
	h, ok := n.Instr.(*cil.Havoc)
	return ok && h.Why == cil.VolatileRead && h.Of != nil && (h.Of.Base == nil || !h.Of.Base.Volatile)
}

// awaited is what a loop waits for, and the node that reads it.
type awaited struct {
	at     *cil.Node
	l      *cil.Lval
	name   name // of the memory that is read, which l is unless it is what a call returns
	behind bool // it changes behind the node, not before
	inner  bool // a function reads it that is called at the node
}

// insertAwaited gives what is awaited arbitrary values, each once, for the reason why.
func (w *waiting) insertAwaited(f *cil.Func, found []awaited, why string) int {
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
		w.insertChange(a, why)
		count++
	}
	if count > 0 {
		f.Finish()
	}
	return count
}

// insertChange gives what is awaited a value: any, or one of those that the program stores.
func (w *waiting) insertChange(a awaited, why string) {
	h := &cil.Havoc{L: a.l, Why: why}
	if _, float := a.l.Type().(*cil.FloatType); !float {
		h.Of = a.l
	}
	ins := []cil.Instr{h}
	if limit := w.oneOf(a.l, w.stored(a.l)); limit != nil {
		ins = append(ins, limit)
	}
	if a.behind {
		insertBehind(a.at, ins)
		return
	}
	insertBefore(a.at, ins)
	if read, ok := a.at.Instr.(*cil.Havoc); ok {
		a.at.Instr = &cil.Assign{L: read.L, E: &cil.Load{L: a.l}}
	}
}
