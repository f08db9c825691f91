package newton

import (
	"hardbop/internal/cil"
	"hardbop/internal/effects"
	"hardbop/internal/enc"
	"hardbop/internal/path"
)

// Slicer finds the steps of a path that its end depends on: Jhala and Majumdar, Path
// Slicing (PLDI 2005), figure 4. A branch belongs to the slice only if its other side can
// miss what comes later in the slice, or changes what the slice reads. If the conditions of
// the slice contradict each other so do those of the path; if they don't, some run may get
// to the end, though perhaps not along this path. What a Slicer knows of functions serves
// all paths of a program.
type Slicer struct {
	*effects.Effects
	// Endless says that loops that never get to their function's exit may also never get to
	// what comes later. The paper assumes that they do: that is enough to refute paths, and
	// leaves people without a reason for one.
	Endless bool
	regions map[[2]*cil.Node]*region
	cycles  map[*cil.Func]map[*cil.Node]bool
}

// NewSlicer returns a Slicer for the program that e is about.
func NewSlicer(e *effects.Effects) *Slicer {
	return &Slicer{Effects: e, regions: map[[2]*cil.Node]*region{}, cycles: map[*cil.Func]map[*cil.Node]bool{}}
}

// slicing is one walk along a path from its end.
type slicing struct {
	*Slicer
	path  *path.Path
	calls map[int]int // the step of the call that the function left at a step was entered by
	keep  []bool
	live  *effects.Cells
	// whole has every condition taken; needed then keeps what is live behind the steps
	// that may change much.
	whole  bool
	needed map[int]*effects.Cells
	// again are the functions that the path enters while they are open: their variables stand for
	// those of several activations.
	again map[*cil.Func]bool
	// at has the step location of each open activation, the present one last: the node
	// that comes next in the slice.
	at []*cil.Node
	// clear is a branch that was left out since then, on no cycle; nil if there is none.
	clear *cil.Node
}

// Slice reports for each step of p whether it is in the slice.
func (s *Slicer) Slice(p *path.Path) []bool {
	last := len(p.Steps) - 1
	w := s.begin(p)
	for i := last - 1; i >= 0; i-- {
		i = w.step(i)
	}
	return w.keep
}

func (s *Slicer) begin(p *path.Path) *slicing {
	last := len(p.Steps) - 1
	w := &slicing{Slicer: s, path: p, calls: matchCalls(p), keep: make([]bool, len(p.Steps)), live: effects.NewCells(), needed: map[int]*effects.Cells{}, again: enteredAgain(p)}
	w.keep[last], w.at = true, []*cil.Node{p.Steps[last].Node}
	return w
}

// Needed returns a function that tells whether a value that step i of p gives to l may be
// read later on the path. It says so of what it doesn't know.
func (s *Slicer) Needed(p *path.Path) func(i int, l *cil.Lval) bool {
	w := s.begin(p)
	w.whole = true
	for i := len(p.Steps) - 2; i >= 0; i-- {
		if changesMuch(p, i) {
			w.needed[i] = w.live.Clone()
		}
		i = w.step(i)
	}
	return func(i int, l *cil.Lval) bool {
		live := w.needed[i]
		return live == nil || s.Locate(l).Meets(live)
	}
}

// changesMuch reports whether step i may change structs or arrays as a whole.
func changesMuch(p *path.Path, i int) bool {
	switch in := p.Steps[i].Node.Instr.(type) {
	case *cil.Assign:
		return !cil.IsScalar(in.L.Type())
	case *cil.Havoc:
		return !cil.IsScalar(in.L.Type())
	case *cil.Call:
		return !p.Enters(i)
	}
	return false
}

// step looks at step i and returns the first one of those that it settled.
func (w *slicing) step(i int) int {
	n := w.path.Steps[i].Node
	if call, ok := w.calls[i]; ok {
		return w.leave(i, call)
	}
	switch in := n.Instr.(type) {
	case *cil.Assign:
		w.write(i, in.L, in.E)
	case *cil.Havoc:
		w.write(i, in.L)
	case *cil.Assume:
		w.take(i, in.E)
	case *cil.Branch:
		if w.whole || w.depends(n) {
			w.take(i, in.E)
		} else if !w.onCycle(n) {
			w.clear = n
		}
	case *cil.Call:
		if w.path.Enters(i) {
			w.enter(i, in)
		} else {
			w.outside(i, in)
		}
	case *cil.Return:
		if res := n.Func.Result; in.E != nil && res != nil {
			w.write(i, cil.VarLval(res), in.E)
		}
	case *cil.Opaque, *cil.Clobber:
		w.take(i)
	}
	return i
}

// depends reports whether what comes later in the slice depends on which side of the branch at
// n is taken. Between a branch that was left out and the slice nothing does, so that on the way
// to that branch only is looked at what lies before it.
func (w *slicing) depends(n *cil.Node) bool {
	to := w.at[len(w.at)-1]
	if m := w.clear; m != nil && m.Func == n.Func {
		if r := w.region(n, m); r.splits(to) {
			return w.changes(r)
		}
	}
	r := w.region(n, to)
	return r.bypass || w.changes(r)
}

// take puts step i, which reads es, into the slice.
func (w *slicing) take(i int, es ...cil.Expr) {
	w.keep[i], w.clear = true, nil
	w.at[len(w.at)-1] = w.path.Steps[i].Node
	for _, e := range es {
		w.Read(w.live, e)
	}
}

// write takes step i, which gives l a value made of es, if l may be live.
func (w *slicing) write(i int, l *cil.Lval, es ...cil.Expr) {
	if !w.Locate(l).Meets(w.live) {
		return
	}
	w.kill(l)
	w.ReadAddress(w.live, l)
	w.take(i, es...)
}

// outside takes step i, a call of something without a body, if what it may change is live: where
// that is depends on the arguments.
func (w *slicing) outside(i int, in *cil.Call) {
	n := w.path.Steps[i].Node
	changes := w.Outside(n, in).Meets(w.live)
	if f := in.Callee(); f != nil && enc.Allocation(f) != nil {
		changes = true // how much it is
	}
	if !w.Writes(n).Meets(w.live) {
		return
	}
	w.kill(in.Ret)
	used := []cil.Expr{in.Fn}
	if changes {
		used = append(used, in.Args...)
	}
	if in.Ret != nil {
		w.ReadAddress(w.live, in.Ret)
	}
	w.take(i, used...)
}

// enteredAgain lists the functions that p enters while they are open.
func enteredAgain(p *path.Path) map[*cil.Func]bool {
	again, open := map[*cil.Func]bool{}, map[*cil.Func]int{p.Steps[0].Node.Func: 1}
	for i, s := range p.Steps {
		switch {
		case p.Enters(i):
			f := p.Steps[i+1].Node.Func
			open[f]++
			again[f] = again[f] || open[f] > 1
		case p.Leaves(i):
			open[s.Node.Func]--
		}
	}
	return again
}

// kill takes the variable l, if it is one, out of what is live.
func (w *slicing) kill(l *cil.Lval) {
	if l != nil && l.IsVar(nil) && cil.IsScalar(l.Type()) && !w.again[l.Base.Func] {
		for _, t := range w.Locate(l).List() {
			w.live.Remove(t)
		}
	}
}

// leave looks at the exit of a function at step i: a call that changes nothing that is
// live is left out as a whole.
func (w *slicing) leave(i, call int) int {
	n := w.path.Steps[i].Node
	in := w.path.Steps[call].Node.Instr.(*cil.Call)
	result := in.Ret != nil && w.Locate(in.Ret).Meets(w.live)
	if !w.whole && !result && !w.mayChange(call, n.Func) {
		return call
	}
	w.at = append(w.at, n)
	w.keep[i], w.clear = true, nil
	if result {
		w.kill(in.Ret)
		w.ReadAddress(w.live, in.Ret)
		if res := n.Func.Result; res != nil {
			w.live.Add(w.Locate(cil.VarLval(res)))
		}
	}
	return i
}

// mayChange reports whether the call at a step, which is one of f, may change something live: one
// through a pointer may be one of another function.
func (w *slicing) mayChange(call int, f *cil.Func) bool {
	n := w.path.Steps[call].Node
	if n.Instr.(*cil.Call).Callee() == nil && (w.calleesChange(n) || w.Writes(n).Meets(w.live)) {
		return true
	}
	return w.Modified(f).Meets(w.live)
}

// enter looks at the call at step i, whose callee has steps in the slice.
func (w *slicing) enter(i int, in *cil.Call) {
	if w.at = w.at[:len(w.at)-1]; len(w.at) == 0 {
		w.at = append(w.at, nil)
	}
	callee := w.path.Steps[i+1].Node.Func
	var used []cil.Expr
	for k, v := range callee.Formals {
		if k < len(in.Args) && w.Locate(cil.VarLval(v)).Meets(w.live) {
			used = append(used, in.Args[k])
		}
	}
	for _, v := range callee.Formals {
		w.kill(cil.VarLval(v))
	}
	w.take(i, append(used, in.Fn)...)
}

// changes reports whether a statement of the region may write something live.
func (w *slicing) changes(r *region) bool {
	for _, n := range r.nodes {
		if w.Writes(n).Meets(w.live) || w.calleesChange(n) {
			return true
		}
	}
	return false
}

func (w *slicing) calleesChange(n *cil.Node) bool {
	if _, ok := n.Instr.(*cil.Call); !ok {
		return false
	}
	for _, f := range w.Callees(n) {
		if f.HasBody() && w.Modified(f).Meets(w.live) {
			return true
		}
	}
	return false
}
