package inline

import (
	"slices"

	"hardbop/internal/cil"
)

// Options say which calls are replaced.
type Options struct {
	// Limit is the largest number of nodes of a function whose calls are replaced, after
	// those in it were; with 0, or less, none are.
	Limit int
	// Keep are functions whose calls stay.
	Keep []*cil.Func
	// Always are functions whose calls are replaced, whatever the limit.
	Always []*cil.Func
}

// All copies together may have growth nodes for each node of the program at first, and
// start more: a function with many calls on many levels would be copied without end.
const (
	growth = 4
	start  = 20_000
)

// Calls replaces calls in prog, whose functions are finished, and are again afterwards. It
// goes from the functions that call none to those that call them, in the order of prog.
func Calls(prog *cil.Program, opt Options) *Result {
	if opt.Limit <= 0 && len(opt.Always) == 0 {
		return nil
	}
	in := &inliner{prog: prog, limit: opt.Limit, out: newResult(prog), kept: map[*cil.Func]bool{}, always: opt.Always,
		bodies: map[*cil.Func]*body{}, globals: namesOf(prog), left: start}
	for _, f := range opt.Keep {
		in.kept[f] = true
	}
	for _, f := range prog.Funcs {
		in.left += growth * len(f.Nodes)
	}
	for _, part := range components(prog, in.kept) {
		for _, f := range part {
			in.kept[f] = in.kept[f] || len(part) > 1 || callsItself(f)
		}
		for _, f := range part {
			in.replaceIn(f)
		}
	}
	return in.out
}

// inliner replaces calls.
type inliner struct {
	prog    *cil.Program
	limit   int
	left    int // how many nodes copies may still have
	out     *Result
	kept    map[*cil.Func]bool // functions whose calls stay
	always  []*cil.Func        // functions whose calls are replaced whatever the limit
	bodies  map[*cil.Func]*body
	globals map[string]bool // the names of globals and functions
}

// body is a function that is copied, with its locals whose first value matters.
type body struct {
	f     *cil.Func
	fresh []*cil.Var
}

// replaceIn replaces calls in f.
func (in *inliner) replaceIn(f *cil.Func) {
	var names map[string]int
	for _, n := range f.Nodes {
		c, ok := n.Instr.(*cil.Call)
		if !ok || !in.fits(c) {
			continue
		}
		if names == nil {
			names = in.taken(f)
		}
		in.replace(n, c, names)
	}
	if names != nil {
		f.Finish()
	}
}

// fits reports whether the call c can be replaced, and may.
func (in *inliner) fits(c *cil.Call) bool {
	g := c.Callee()
	if g == nil || !g.HasBody() || in.kept[g] || g.Type.Variadic || len(g.Nodes) > in.left {
		return false
	}
	if len(g.Nodes) > in.limit && !slices.Contains(in.always, g) {
		return false
	}
	if len(c.Args) < len(g.Formals) {
		return false
	}
	for i, v := range g.Formals {
		if !cil.SameType(v.Type, c.Args[i].Type()) {
			return false
		}
	}
	return c.Ret == nil || g.Result != nil && cil.SameType(c.Ret.Type(), g.Result.Type)
}

// components lists the functions with a body, those that call each other in one part, and
// what a part calls before it. Calls of kept functions stay, so that they don't count.
func components(prog *cil.Program, kept map[*cil.Func]bool) [][]*cil.Func {
	t := &tarjan{kept: kept, number: map[*cil.Func]int{}, low: map[*cil.Func]int{}, open: map[*cil.Func]bool{}}
	for _, f := range prog.Funcs {
		if f.HasBody() && t.number[f] == 0 {
			t.visit(f)
		}
	}
	return t.parts
}

// tarjan finds strongly connected components (Tarjan: Depth-First Search and Linear Graph
// Algorithms, 1972).
type tarjan struct {
	kept        map[*cil.Func]bool // calls of these are no edges
	number, low map[*cil.Func]int
	open        map[*cil.Func]bool // on the stack
	stack       []*cil.Func
	parts       [][]*cil.Func
}

func (t *tarjan) visit(f *cil.Func) {
	t.number[f] = len(t.number) + 1
	t.low[f] = t.number[f]
	t.open[f] = true
	t.stack = append(t.stack, f)
	for _, g := range callees(f) {
		if t.kept[g] {
			continue
		}
		if t.number[g] == 0 {
			t.visit(g)
			t.low[f] = min(t.low[f], t.low[g])
		} else if t.open[g] {
			t.low[f] = min(t.low[f], t.number[g])
		}
	}
	if t.low[f] != t.number[f] {
		return
	}
	at := len(t.stack) - 1
	for t.stack[at] != f {
		at--
	}
	part := append([]*cil.Func(nil), t.stack[at:]...)
	for _, g := range part {
		t.open[g] = false
	}
	t.stack = t.stack[:at]
	t.parts = append(t.parts, part)
}

// callees lists the functions with a body that f calls directly.
func callees(f *cil.Func) []*cil.Func {
	var gs []*cil.Func
	for _, n := range f.Nodes {
		if c, ok := n.Instr.(*cil.Call); ok && c.Callee() != nil && c.Callee().HasBody() {
			gs = append(gs, c.Callee())
		}
	}
	return gs
}

func callsItself(f *cil.Func) bool {
	for _, g := range callees(f) {
		if g == f {
			return true
		}
	}
	return false
}
