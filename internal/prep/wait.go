package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// A loop that waits for another thread ends by what that thread does: nothing in the loop changes what its condition reads. With
// one thread alone (A13) it would never end, and what is behind it could do no harm.

// changed is why a Havoc is there that stands for another thread.
const changed = "changed while waiting"

// ByOthers reports whether in stands for what another thread stores.
func ByOthers(in cil.Instr) bool {
	switch in := in.(type) {
	case *cil.Havoc:
		return in.Why == changed || in.Why == told
	case *cil.Assign:
		return in.Why == changed || in.Why == told
	}
	return false
}

// Waits gives what the condition of a loop reads an arbitrary value before it is read, if the loop calls a function that waits for
// others, see [cil.Func.Waits], or has a barrier, and nothing else decides when it ends; in other loops, what volatile reads give. And so it does
// behind a wait with what functions set besides that end it. Functions in the file environment call the program, and don't wait. It returns
// how many values it gives. Pointers lead to where what the program or the outside stores there leads to.
func Waits(prog *cil.Program, environment string, memory Memory) int {
	w := newWaiting(prog, environment, memory)
	var loops, events []stop
	for _, f := range prog.Funcs {
		if f.HasBody() && f.Pos.File != environment {
			loops = append(loops, w.loops(f)...)
			events = append(events, w.events(f)...)
		}
	}
	ends, count := w.told(loops, events), 0
	for _, p := range loops {
		count += w.insertAll(p.awaited, changed)
	}
	count += w.insertAll(ends, told)
	w.finish()
	return count
}

// waiting is what all loops share.
type waiting struct {
	*calls
	Memory
	news        map[name]*allocators    // see allocatorsOf
	made        map[*cil.Func]*cil.Func // see others
	model       *cil.DataModel
	environment string
	wait        map[*cil.Func]bool   // functions that may wait
	anew        map[*cil.Func]bool   // functions that may read memory anew, see readsAnew
	changes     map[*cil.Func]*names // that they make
	reads       map[reader]*readSet
	known       map[name]bool     // see addressed
	pointed     map[*cil.Var]bool // see named
	clobbered   bool
	inserted    map[spot]bool // see insertAll
	touched     map[*cil.Func]bool
}

func newWaiting(prog *cil.Program, environment string, memory Memory) *waiting {
	c := newCalls(prog)
	return &waiting{calls: c, Memory: memory, news: map[name]*allocators{}, made: map[*cil.Func]*cil.Func{}, model: prog.Model, environment: environment, changes: map[*cil.Func]*names{}, reads: map[reader]*readSet{}, inserted: map[spot]bool{}, touched: map[*cil.Func]bool{},
		wait: c.closure(func(f *cil.Func) bool { return f.Waits }), anew: c.closure(func(f *cil.Func) bool { return slices.ContainsFunc(f.Nodes, readsAnew) })}
}

// finish brings the functions in order that were changed, and drops barriers, which are of no more interest.
func (w *waiting) finish() {
	for _, f := range w.prog.Funcs {
		for _, n := range f.Nodes {
			if isBarrier(n) {
				n.Instr = &cil.Skip{}
			}
		}
		if w.touched[f] {
			f.Finish()
		}
	}
}

// loops finds what the conditions of f's loops wait for.
func (w *waiting) loops(f *cil.Func) []stop {
	var out []stop
	for _, l := range naturalLoops(f) {
		anew := !slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { return l[n] && w.waits(n) })
		if anew && !slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { return l[n] && w.looksAnew(n) }) {
			continue
		}
		changes := w.changedIn(l, f)
		turns := l.turns(f)
		for _, n := range turns.conditions() {
			s := &slice{waiting: w, turns: turns, end: n, changes: changes, anew: anew, by: map[name]bool{}, seen: map[string]bool{}}
			s.condition(n, n.Instr.(*cil.Branch).E)
			if len(s.found) > 0 {
				out = append(out, w.loopStop(n, s.found))
			}
		}
	}
	return out
}

// waits reports whether a function is called at n that may wait, or n makes the loop read memory anew.
func (w *waiting) waits(n *cil.Node) bool {
	return isBarrier(n) || slices.ContainsFunc(w.byNode[n], func(f *cil.Func) bool { return w.wait[f] })
}

// looksAnew reports whether n, or a function that is called there, reads memory anew.
func (w *waiting) looksAnew(n *cil.Node) bool {
	return readsAnew(n) || slices.ContainsFunc(w.byNode[n], func(f *cil.Func) bool { return w.anew[f] })
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
	name   name // of the memory
	behind bool // it changes behind the node, not before
	inner  bool // a function reads it that is called
}

// spot is where an lvalue gets a value.
type spot struct {
	at     *cil.Node
	behind bool
	lval   string
}

// insertAll gives what is awaited arbitrary values, each once, for the reason why. It returns how many.
func (w *waiting) insertAll(found []awaited, why string) int {
	count := 0
	for _, a := range found {
		p := spot{a.at, a.behind, cil.LvalString(a.l)}
		if f := a.at.Func; !w.inserted[p] && f.Pos.File != w.environment {
			w.inserted[p], w.touched[f] = true, true
			w.insertChange(a, why)
			count++
		}
	}
	return count
}

// insertChange gives what is awaited a value: any, one of those that the program stores, or new memory.
func (w *waiting) insertChange(a awaited, why string) {
	from := w.allocatorsOf(a.l)
	ins := w.change(a.l, why)
	if from != nil {
		ins = []cil.Instr{&cil.Skip{}}
	}
	var first *cil.Node
	if a.behind {
		insertBehind(a.at, ins)
		first = a.at.Succs[0]
	} else {
		first = insertBefore(a.at, ins)
	}
	if from != nil {
		from.insertNew(first, a.l, why)
	}
	if read, ok := a.at.Instr.(*cil.Havoc); ok && !a.behind && readsAnew(a.at) && cil.EqualLval(read.Of, a.l) {
		a.at.Instr = &cil.Assign{L: read.L, E: &cil.Load{L: a.l}}
	}
}

// change gives l any value, or one of those that the program stores there.
func (w *waiting) change(l *cil.Lval, why string) []cil.Instr {
	h := &cil.Havoc{L: l, Why: why}
	if _, float := l.Type().(*cil.FloatType); !float {
		h.Of = l
	}
	if limit := w.oneOf(l, w.stored(l)); limit != nil {
		return []cil.Instr{h, limit}
	}
	return []cil.Instr{h}
}
