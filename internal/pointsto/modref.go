package pointsto

import (
	"slices"

	"hardbop/internal/cil"
)

// Effects is what a call of a procedure, with all that it calls, may do to memory.
type Effects struct {
	// Mod and Ref are the places that may be written and read, by object and cell. A
	// cell may be Unknown: any of the object.
	Mod, Ref []Target
	// Outside says that code outside of the program may be called: it may write and read
	// what has escaped.
	Outside bool
	// Top says that there are accesses that the analysis can't place.
	Top bool
}

// ModRef returns the effects of f; the zero effects with Top for a function that isn't
// reached, with Outside for one without a body.
func (r *Result) ModRef(f *cil.Func) *Effects {
	if e := r.effects()[f]; e != nil {
		return e
	}
	if f.HasBody() {
		return &Effects{Top: true}
	}
	return &Effects{Outside: true}
}

// footprint is the effects of a procedure while they are collected.
type footprint struct {
	mod, ref     map[Target]bool
	outside, top bool
}

func newEffects(r *Result) map[*cil.Func]*Effects {
	prints := map[*cil.Func]*footprint{}
	for _, f := range r.a.order {
		p := &footprint{mod: map[Target]bool{}, ref: map[Target]bool{}}
		for _, n := range f.Nodes {
			r.footprint(p, n)
		}
		prints[f] = p
	}
	for changed := true; changed; {
		changed = false
		for i := len(r.a.order) - 1; i >= 0; i-- {
			f := r.a.order[i]
			for _, g := range r.calleesOf(f) {
				changed = prints[f].include(prints[g]) || changed
			}
		}
	}
	out := map[*cil.Func]*Effects{}
	for f, p := range prints {
		out[f] = &Effects{Mod: sortedTargets(p.mod), Ref: sortedTargets(p.ref), Outside: p.outside, Top: p.top}
	}
	return out
}

func sortedTargets(m map[Target]bool) []Target {
	ts := make([]Target, 0, len(m))
	for t := range m {
		ts = append(ts, t)
	}
	return newAnswer(ts).targets
}

// include adds the effects of a callee; q is nil if it has no body.
func (p *footprint) include(q *footprint) bool {
	if q == nil {
		changed := !p.outside
		p.outside = true
		return changed
	}
	n := len(p.mod) + len(p.ref)
	flags := p.outside == (p.outside || q.outside) && p.top == (p.top || q.top)
	for t := range q.mod {
		p.mod[t] = true
	}
	for t := range q.ref {
		p.ref[t] = true
	}
	p.outside, p.top = p.outside || q.outside, p.top || q.top
	return !flags || len(p.mod)+len(p.ref) > n
}

// footprint adds what the instruction at n does itself.
func (r *Result) footprint(p *footprint, n *cil.Node) {
	r.accesses(p, n)
	if c, ok := n.Instr.(*cil.Call); ok {
		p.outside = p.outside || r.CallsUnknown(n)
		r.libraryEffect(p, c)
	}
}

// accesses adds what the expressions of the instruction at n write and read.
func (r *Result) accesses(p *footprint, n *cil.Node) {
	var reads []cil.Expr
	write := func(l *cil.Lval) {
		r.record(p, p.mod, l)
		if l.Mem != nil {
			reads = append(reads, l.Mem)
		}
		for _, s := range l.Path {
			if s.Field == nil {
				reads = append(reads, s.Index)
			}
		}
	}
	switch in := n.Instr.(type) {
	case *cil.Assign:
		write(in.L)
		reads = append(reads, in.E)
	case *cil.Havoc:
		write(in.L)
	case *cil.Assume:
		reads = append(reads, in.E)
	case *cil.Branch:
		reads = append(reads, in.E)
	case *cil.Call:
		if in.Ret != nil {
			write(in.Ret)
		}
		reads = append(append(reads, in.Fn), in.Args...)
	case *cil.Return:
		if in.E != nil {
			reads = append(reads, in.E)
		}
	}
	for _, e := range reads {
		cil.Walk(e, func(x cil.Expr) {
			if l, ok := x.(*cil.Load); ok {
				r.record(p, p.ref, l.L)
			}
		})
	}
}

func (r *Result) record(p *footprint, to map[Target]bool, l *cil.Lval) {
	ps := r.places(l)
	p.top = p.top || ps.top
	for _, x := range ps.places {
		to[x.Target] = true
	}
}

// libraryEffect adds what a well-known function does to the memory that it gets without
// learning its address for good.
func (r *Result) libraryEffect(p *footprint, in *cil.Call) {
	f := in.Callee()
	if f == nil || f.HasBody() || len(in.Args) == 0 {
		return
	}
	switch effectOf(r.a.effects, f.Name) {
	case copies, fills, resizes:
		r.recordObjects(p, p.mod, in.Args[0])
	}
	for _, e := range in.Args {
		r.recordObjects(p, p.ref, e)
	}
}

func (r *Result) recordObjects(p *footprint, to map[Target]bool, e cil.Expr) {
	if isComp(e.Type()) {
		return
	}
	v := r.value(e)
	p.top = p.top || v.top
	for _, t := range v.targets {
		to[Target{t.Obj, Unknown}] = true
	}
}

// Touches reports whether effects on ts may concern l, whatever the state that l is
// evaluated in.
func (r *Result) Touches(ts []Target, l *cil.Lval) bool {
	ps := r.places(l)
	if ps.top {
		return true
	}
	return slices.ContainsFunc(ps.places, func(p place) bool {
		return slices.ContainsFunc(ts, func(t Target) bool {
			_, ok := p.meets(place{Target: t})
			return ok
		})
	})
}
