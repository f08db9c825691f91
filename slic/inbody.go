package slic

import (
	"fmt"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// bodyEvents puts the entry and exit events of the function, and the end of the
// program, into it. It returns the nodes with the ones that it had to add.
func (w *weaver) bodyEvents(original []*cil.Node) []*cil.Node {
	entry, exit := w.at(w.f, Entry, w.f.Pos), w.at(w.f, Exit, w.f.EndPos)
	var end *procedure
	if w.f == w.cfg.Entry {
		end = w.at(nil, End, w.f.EndPos)
	}
	init := w.f == w.cfg.Entry && w.cfg.InitState
	if entry == nil && exit == nil && end == nil && !init {
		return original
	}
	start := w.chain()
	b := &bodyEvents{weaver: w, exit: exit, end: end, saved: map[int]cil.Expr{}}
	if exit != nil {
		b.save(start)
	}
	if end != nil && w.called {
		b.outermost = w.markOutermost(start)
	}
	if init {
		w.initState(start)
	}
	if entry != nil {
		w.run(start, entry, w.f.Pos, func(k int, t cil.Type) cil.Expr { return cil.LoadVar(w.f.Formals[k-1]) })
	}
	if !start.empty() {
		original = w.loneEntry(original)
		w.after[w.f.Entry] = start
	}
	if exit != nil || end != nil {
		original = b.exits(original)
	}
	return original
}

// loneEntry sees to it that no edge leads back to the entry.
func (w *weaver) loneEntry(original []*cil.Node) []*cil.Node {
	entry := w.f.Entry
	if len(entry.Preds) == 0 {
		return original
	}
	head := w.f.NewNode(&cil.Skip{}, entry.Pos)
	head.Succs, entry.Succs = entry.Succs, []*cil.Node{head}
	head.Labels, entry.Labels = entry.Labels, nil
	for _, n := range original {
		for i, s := range n.Succs {
			if s == entry {
				n.Succs[i] = head
			}
		}
	}
	return append(original, head)
}

// markOutermost remembers in a global that the entry function is running, and returns
// the condition that this activation is the one that started it.
func (w *weaver) markOutermost(start *chain) cil.Expr {
	zero, one := cil.IntConst(w.int(), 0), cil.IntConst(w.int(), 1)
	running := &cil.Var{Name: w.names.unique(w.spec.Name + "__running"), Orig: "running", Type: w.int(),
		Kind: cil.Global, Init: &cil.Init{Expr: zero}}
	w.running = running
	first := &cil.Binary{Op: cil.Eq, X: cil.LoadVar(running), Y: zero, T: w.int()}
	outermost := w.temp(start, "outermost", first, w.f.Pos)
	start.emit(&cil.Assign{L: cil.VarLval(running), E: one}, w.f.Pos)
	return &cil.Binary{Op: cil.Ne, X: outermost, Y: zero, T: w.int()}
}

// initState assigns the initial values of the state.
func (w *weaver) initState(start *chain) {
	if w.called {
		panic("slic: the entry function that initialises the state is called")
	}
	for _, v := range w.stateVars() {
		if v.Extern {
			continue // arbitrary
		}
		start.emit(&cil.Assign{L: cil.VarLval(v), E: v.Init.Expr}, w.f.Pos)
	}
}

// bodyEvents are the events at the end of one function.
type bodyEvents struct {
	*weaver
	exit, end *procedure
	saved     map[int]cil.Expr // the arguments' values at entry
	outermost cil.Expr         // whether this is the entry function's outermost activation; nil: always
}

// save remembers the arguments that the exit events use, where they can change.
func (b *bodyEvents) save(start *chain) {
	for _, a := range b.exit.formals {
		if a.index == 0 {
			continue
		}
		v := b.f.Formals[a.index-1]
		b.saved[a.index] = cil.LoadVar(v)
		if changes(b.f, v) {
			b.saved[a.index] = b.temp(start, fmt.Sprintf("arg%d", a.index), cil.LoadVar(v), b.f.Pos)
		}
	}
}

// exits puts the events before each return.
func (b *bodyEvents) exits(original []*cil.Node) []*cil.Node {
	for _, n := range original {
		if ret, ok := n.Instr.(*cil.Return); ok {
			b.leave(n, ret)
			continue
		}
		if stops(n) {
			continue
		}
		for i, s := range n.Succs {
			if s == b.f.Exit {
				falls := b.f.NewNode(&cil.Return{}, b.f.EndPos)
				falls.Succs = []*cil.Node{b.f.Exit}
				n.Succs[i] = falls
				b.leave(falls, falls.Instr.(*cil.Return))
				original = append(original, falls)
			}
		}
	}
	return original
}

// stops reports whether no run goes on after n.
func stops(n *cil.Node) bool {
	a, ok := n.Instr.(*cil.Assume)
	return ok && cil.IsZero(a.E)
}

// leave puts the events before the return n.
func (b *bodyEvents) leave(n *cil.Node, ret *cil.Return) {
	c := b.chain()
	if b.exit != nil {
		if ret.E != nil && b.exit.uses(0) && readsVolatile(ret.E) {
			ret.E = b.temp(c, "result", ret.E, n.Pos)
		}
		b.run(c, b.exit, n.Pos, func(k int, t cil.Type) cil.Expr { return b.value(c, k, t, ret, n.Pos) })
	}
	if b.end != nil {
		run := func() { b.run(c, b.end, n.Pos, nil) }
		if b.outermost == nil {
			run()
		} else {
			c.branch(b.outermost, n.Pos, run, nil)
		}
	}
	b.before[n] = c
}

func (b *bodyEvents) value(c *chain, k int, t cil.Type, ret *cil.Return, pos source.Pos) cil.Expr {
	switch {
	case k > 0:
		return b.saved[k]
	case ret.E != nil:
		return cil.MakeCast(t, ret.E)
	}
	return b.arbitrary(c, t, "no value is returned", pos)
}
