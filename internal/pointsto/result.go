package pointsto

import (
	"slices"
	"sync"

	"hardbop/internal/cil"
)

// Options of the analysis.
type Options struct {
	// ArbitraryGlobals says that writable globals don't start with their initial values:
	// they may hold whatever earlier calls or the outside have stored there.
	ArbitraryGlobals bool
	// Known says which globals a pointer from the outside may point to, besides those whose
	// address the program itself hands out; nil for none.
	Known func(*cil.Var) bool
	// OneLevel says that functions without a body change nothing but what their arguments point
	// to; Whole says which may change more than the struct that an argument is the address of;
	// nil for all.
	OneLevel bool
	Whole    func(*cil.Func) bool
	// Private says which extern globals the outside doesn't know, such as the state of a
	// rule; nil for none.
	Private func(*cil.Var) bool
	// Lump is the number of merged objects that a pointer has to point to for them to share
	// what they hold; 0 is the default, which few programs reach.
	Lump int
}

// Result is what is known of a program's pointers. It isn't changed by questions, which
// may be asked from several goroutines.
type Result struct {
	a *analysis
	*callGraph
	lists sync.Map // sets of targets as lists
}

// Analyze analyses what entry reaches, with arbitrary globals unless entry is main or
// calls it, as a start function does.
func Analyze(prog *cil.Program, entry *cil.Func) *Result {
	return AnalyzeWith(prog, entry, Options{ArbitraryGlobals: !startsMain(entry)})
}

// AnalyzeWith analyses what entry reaches.
func AnalyzeWith(prog *cil.Program, entry *cil.Func, opt Options) *Result {
	a := newAnalysis(prog, opt)
	a.run(entry)
	r := &Result{a: a}
	r.callGraph = newCallGraph(r)
	a.forget()
	return r
}

// forget leaves out what no question needs: how it was found what points where.
func (a *analysis) forget() {
	for _, n := range a.nodes {
		if n != nil {
			*n = node{pts: n.pts}
		}
	}
	a.opt.Known, a.opt.Private, a.opt.Whole, a.set = nil, nil, nil, nil
	a.newEdges, a.ids, a.stands, a.queue, a.redirected, a.viewers = nil, nil, nil, nil, nil, nil
	a.sites, a.classes, a.effects, a.recast, a.recastTypes = nil, nil, nil, nil, nil
}

func startsMain(entry *cil.Func) bool {
	if entry.Name == "main" {
		return true
	}
	for _, n := range entry.Nodes {
		if c, ok := n.Instr.(*cil.Call); ok && c.Callee() != nil && c.Callee().Name == "main" {
			return true
		}
	}
	return false
}

// Objects lists all objects by ID.
func (r *Result) Objects() []*Object { return r.a.objects }

// Reached reports whether f may be called.
func (r *Result) Reached(f *cil.Func) bool { return r.a.reached[f] }

// Singleton reports whether o is one concrete object whenever its name means something:
// a global, or a local of a procedure that isn't recursive.
func (r *Result) Singleton(o *Object) bool {
	if o.Kind != Variable {
		return false
	}
	return o.Var.Func == nil || r.Reached(o.Var.Func) && !r.Recursive(o.Var.Func)
}

// PointsTo lists the objects that e may point to, by ID; ok is false if e may point to
// anything, because it mentions what the analysis hasn't seen. f is where e is
// evaluated; it makes no difference.
func (r *Result) PointsTo(_ *cil.Func, e cil.Expr) (objs []*Object, ok bool) {
	v := r.value(e)
	if v.top {
		return nil, false
	}
	seen := map[*Object]bool{}
	for _, t := range v.targets {
		if !seen[t.Obj] {
			seen[t.Obj] = true
			objs = append(objs, t.Obj)
		}
	}
	slices.SortFunc(objs, func(x, y *Object) int { return x.ID - y.ID })
	return objs, true
}

// Targets lists where e may point to; ok is as in [Result.PointsTo].
func (r *Result) Targets(e cil.Expr) (ts []Target, ok bool) {
	v := r.value(e)
	return slices.Clone(v.targets), !v.top
}

// Valid reports whether l is a variable or a dereference that has a known target with
// data in it. Pointers that are null or unset in every run have none: the analysis takes
// them to point to the outside's memory.
func (r *Result) Valid(l *cil.Lval) bool {
	if l.Base != nil {
		return true
	}
	v := r.meant(l.Mem)
	if v.top || r.guessed(l.Mem) {
		return false
	}
	return slices.ContainsFunc(v.targets, func(t Target) bool { return t.Obj.hasData() })
}

// guessed reports whether the targets of p are guesses.
func (r *Result) guessed(p cil.Expr) bool {
	switch p := p.(type) {
	case *cil.Cast:
		return r.guessed(p.X)
	case *cil.Binary:
		return cil.IsPointer(p.X.Type()) && r.guessed(p.X)
	case *cil.Load:
		ps := r.places(p.L)
		return !slices.ContainsFunc(ps.places, func(at place) bool {
			return slices.ContainsFunc(r.nodesOf(at), func(n int) bool { return !r.a.guessed[n] })
		})
	}
	return false
}

// Relation says how two lvalues may lie to each other, as far as objects and cells tell.
type Relation int

// The relations of [Result.Overlap].
const (
	Apart  Relation = iota // no run has them share a byte
	Cell                   // they may share a cell, which both read as the same kind of scalar
	Mixed                  // they may overlap in part, or read a cell as different kinds
	NoIdea                 // one of them is nothing that the analysis has seen
)

// Region is where an lvalue may lie, in whatever state.
type Region struct {
	base   *cil.Var // of an lvalue that is a part of a variable
	at     places
	single bool // the lvalue is one cell
}

// Region finds where l may lie.
func (r *Result) Region(l *cil.Lval) *Region {
	return &Region{l.Base, r.places(l), r.a.shapes.single(l.Type())}
}

// Allocated finds the memory that calls at n allocate, and what it is used as; nil if there
// is none that is known.
func (r *Result) Allocated(n *cil.Node) (*Region, cil.Type) {
	o := r.a.heaps[n]
	if o == nil {
		return nil, nil
	}
	at := &Region{at: places{places: []place{{r.a.canonical(Target{Obj: o, Cell: Unknown}), true}}}}
	if o.merged || o.layout == nil {
		return at, nil
	}
	return at, o.layout.root
}

// Overlap relates two lvalues, whatever the states that they are evaluated in.
func (r *Result) Overlap(x, y *cil.Lval) Relation {
	if x.Base != nil && y.Base != nil && x.Base != y.Base {
		return Apart
	}
	return r.Region(x).Overlap(r.Region(y))
}

// Overlap relates two regions.
func (x *Region) Overlap(y *Region) Relation {
	switch {
	case x.base != nil && y.base != nil && x.base != y.base:
		return Apart
	case x.at.top || y.at.top:
		return NoIdea
	}
	rel := Apart
	for _, p := range x.at.places {
		for _, q := range y.at.places {
			if s, ok := p.meets(q); ok {
				rel = max(rel, s)
			}
		}
	}
	if rel == Cell && !(x.single && y.single) {
		return Mixed
	}
	return rel
}
