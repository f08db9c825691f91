package pointsto

import (
	"cmp"
	"fmt"
	"slices"

	"hardbop/internal/cil"
)

// answer is the value of an expression: where it may point to; top means anywhere.
type answer struct {
	targets []Target // sorted, each once
	top     bool
}

func newAnswer(ts []Target) answer {
	slices.SortFunc(ts, func(x, y Target) int {
		return cmp.Or(x.Obj.ID-y.Obj.ID, x.Cell-y.Cell, x.way.from-y.way.from, cmp.Compare(x.way.back, y.way.back))
	})
	return answer{targets: slices.Compact(ts)}
}

func (x answer) with(y answer) answer {
	if x.top || y.top {
		return answer{top: true}
	}
	if len(y.targets) == 0 {
		return x
	}
	return newAnswer(slices.Concat(x.targets, y.targets))
}

func (x answer) each(f func(Target) Target) answer {
	if x.top || len(x.targets) == 0 {
		return x
	}
	ts := make([]Target, len(x.targets))
	for i, t := range x.targets {
		ts[i] = f(t)
	}
	return newAnswer(ts)
}

// only returns those of x that are told to be kept.
func (x answer) only(keep func(Target) bool) answer {
	x.targets = slices.DeleteFunc(slices.Clone(x.targets), func(t Target) bool { return !keep(t) })
	return x
}

// place is a cell that an lvalue may mean; with Cell Unknown, all cells of its object.
type place struct {
	Target
	mixed bool // the access may touch more than the cell, or reads it as another kind
}

// meets reports whether two places share a cell, and how.
func (p place) meets(q place) (Relation, bool) {
	if p.Obj != q.Obj || p.Cell != q.Cell && p.Cell != Unknown && q.Cell != Unknown {
		return Apart, false
	}
	if p.mixed || q.mixed || p.Cell == Unknown || q.Cell == Unknown || p.Obj.merged {
		return Mixed, true
	}
	return Cell, true
}

// places are the cells that an lvalue may mean; top means any memory.
type places struct {
	places []place
	top    bool
}

// beginning is where the part that an lvalue's path starts from may lie, and its type; ok is false if that isn't known.
type beginning struct {
	at []Target
	t  cil.Type
	ok bool
}

// places finds the cells of l, without changing the objects.
func (r *Result) places(l *cil.Lval) places { return r.placesFrom(l, r.starts(l)) }

// placesFrom finds the cells of l, which begins at b.
func (r *Result) placesFrom(l *cil.Lval, b beginning) places {
	if isVoid(element(l.Type())) || isFunc(l.Type()) {
		return places{top: true}
	}
	starts, t, ok := b.at, b.t, b.ok
	own, bytes := r.throughAnything(l)
	if bytes {
		starts, ok = own, true
	}
	if !ok {
		return places{top: true}
	}
	out := r.cellsFrom(starts, t, l)
	if bytes && !out.top {
		out.places = append(out.places, r.anyBytes()...)
	}
	return out
}

// throughAnything reports whether l is characters behind a pointer that may be one of no
// type from the outside, and returns where it may lead besides.
func (r *Result) throughAnything(l *cil.Lval) (own []Target, yes bool) {
	if l.Mem == nil || !isByte(element(pointee(l.Mem))) {
		return nil, false
	}
	v := r.value(l.Mem)
	if v.top || !slices.ContainsFunc(v.targets, r.a.isAnything) {
		return nil, false
	}
	return slices.DeleteFunc(slices.Clone(v.targets), r.a.isAnything), true
}

// cellsFrom finds the cells of l, which starts in a t at one of starts.
func (r *Result) cellsFrom(starts []Target, t cil.Type, l *cil.Lval) places {
	if a, ok := l.Type().(*cil.ArrayType); ok && a.Len == cil.AndBehind {
		return r.behind(starts)
	} else if ok && a.Len < 0 && l.Mem != nil {
		return r.buffers(starts, element(a), a.Len == cil.AndAround)
	}
	paths := r.a.shapes.paths(l.Type())
	out := places{places: make([]place, 0, len(starts)*len(paths))}
	whole := slices.Clone(l.Path)
	for _, s := range starts {
		at := r.land(s, t)
		for _, path := range paths {
			whole = append(whole[:len(l.Path)], path...)
			p, found, known := at.follow(whole)
			if !known {
				return places{top: true}
			}
			if found {
				out.places = append(out.places, p)
			}
		}
	}
	return out
}

// buffers are the cells of arrays of unknown length with elements of type t. As bytes,
// or where the object has no such part, that is all of it. Around asks for what a struct is in.
func (r *Result) buffers(starts []Target, t cil.Type, around bool) places {
	var out places
	for _, s := range starts {
		o := s.Obj
		switch {
		case !o.hasData():
		case o.merged:
			out.places = append(out.places, place{r.a.canonical(s), true})
		case o.Kind == External && !sameCell(element(o.Type), t):
			out.places = append(out.places, r.outsideBytes(o)...)
		case o.Kind == External || o.layout != nil && hasArray(o.layout, s.Cell, t, around):
			for _, path := range r.a.shapes.paths(t) {
				p, found, known := r.locate(s, t, path)
				if !known {
					return places{top: true}
				}
				if found {
					out.places = append(out.places, p)
				}
			}
		default:
			out.places = append(out.places, place{Target{Obj: o, Cell: Unknown}, true})
		}
	}
	return out
}

// behind are the cells of arrays at the end of structs, and what follows in the objects that they are in.
func (r *Result) behind(starts []Target) places {
	var out places
	for _, s := range starts {
		switch o := s.Obj; {
		case !o.hasData():
		case o.merged:
			out.places = append(out.places, place{r.a.canonical(s), true})
		case o.Kind == External:
			out.places = append(out.places, r.outsideBytes(o)...)
		case o.layout == nil || s.Cell == Unknown:
			out.places = append(out.places, place{Target{Obj: o, Cell: Unknown}, true})
		default:
			for k := s.Cell; k < len(o.layout.cells); k++ {
				out.places = append(out.places, place{Target{Obj: o, Cell: k}, true})
			}
		}
	}
	return out
}

// anyBytes are all bytes of the outside, and of what the outside got the address of: what
// a pointer of no type may be used for as characters (C17 6.5p7).
func (r *Result) anyBytes() []place {
	var out []place
	for _, o := range r.a.objects {
		switch {
		case !o.hasData() || o.Kind == External && (isVoid(o.Type) || isFunc(o.Type)):
		case o.merged:
			out = append(out, place{r.a.canonical(Target{Obj: o}), true})
		case o.Kind == External && !isStruct(o.Type):
			out = append(out, place{Target{Obj: o}, true})
		case o.Kind == External || o.Escaped():
			out = append(out, place{Target{Obj: o, Cell: Unknown}, true})
		}
	}
	return out
}

// outsideBytes are all bytes of the outside's object o, with the structs in it.
func (r *Result) outsideBytes(o *Object) []place {
	if !isStruct(o.Type) {
		return []place{{Target{Obj: o}, true}}
	}
	out := []place{{Target{Obj: o, Cell: Unknown}, true}}
	for _, f := range o.Type.(*cil.CompType).Fields {
		if ft := element(f.Type); isStruct(ft) {
			if inner := r.a.external(ft, false); inner != nil {
				out = append(out, r.outsideBytes(inner)...)
			}
		}
	}
	return out
}

// hasArray reports whether an array of t, or a t that isn't bytes, starts at the cell; a struct
// only if what is around it doesn't matter.
func hasArray(l *layout, cell int, t cil.Type, around bool) bool {
	if cell == Unknown {
		return false
	}
	p, ok := l.partAt(cell, t)
	return ok && (p.array || !isByte(t) && !(around && isStruct(t)))
}

// landing is where accesses of a type land that begin at a place.
type landing struct {
	r     *Result
	from  Target
	at    Target
	fit   fitting
	small bool  // the object has no room for a whole one
	head  *head // what is there is only taken for a member of one
}

// locate is what [analysis.access] finds, for an access that may be new.
func (r *Result) locate(tgt Target, t cil.Type, path []cil.Sel) (p place, found, known bool) {
	at := r.land(tgt, t)
	return at.follow(path)
}

func (r *Result) land(tgt Target, t cil.Type) landing {
	tgt = r.a.wayBack(tgt, t)
	if r.a.isTooSmall(tgt, t) {
		return landing{r: r, from: tgt, small: true}
	}
	if h, ok := r.a.headAt(tgt, t); ok {
		return landing{r: r, from: tgt, head: &h}
	}
	at, f := r.a.fit(tgt.astray(), t, false)
	return landing{r: r, from: tgt, at: at, fit: f}
}

// follow finds what path leads to: an access that doesn't fit may touch all of its object. It isn't known what an
// access means that has the outside use memory as a type that the analysis hasn't seen there.
func (x *landing) follow(path []cil.Sel) (p place, found, known bool) {
	switch {
	case x.small:
		at, ok := x.r.a.embedded(x.from, path)
		return place{at, inUnion(path)}, ok, true
	case x.head != nil:
		at, ok := x.r.a.inHead(*x.head, path)
		return place{at, inUnion(path)}, ok, true
	case x.fit == nothing:
		return place{}, false, true
	case x.fit == fits || x.fit == fitsWeak:
		at, ok := x.r.a.member(x.at, path, false)
		return place{at, x.fit == fitsWeak || inUnion(path)}, ok, ok
	case x.from.Obj.Kind == External:
		return place{}, false, false
	}
	return place{Target{Obj: x.from.Obj, Cell: Unknown}, true}, true, true
}

// inUnion reports whether path goes into a union.
func inUnion(path []cil.Sel) bool {
	return slices.ContainsFunc(path, func(s cil.Sel) bool { return s.Field != nil && s.Field.Comp.Union })
}

// starts finds where l begins. A pointer to nothing may lead anywhere.
func (r *Result) starts(l *cil.Lval) beginning {
	if l.Base != nil {
		o := r.a.vars[l.Base]
		if o == nil {
			return beginning{}
		}
		return beginning{[]Target{r.a.canonical(Target{Obj: o})}, l.Base.Type, true}
	}
	v := r.meant(l.Mem)
	return beginning{v.targets, pointee(l.Mem), slices.ContainsFunc(v.targets, func(t Target) bool { return t.Obj != r.a.nowhere })}
}

// meant is value for a pointer that is dereferenced: what the outside knows of its type
// takes the place of pointers of no type.
func (r *Result) meant(p cil.Expr) answer {
	v := r.value(p)
	if !slices.ContainsFunc(v.targets, r.a.isAnything) {
		return v
	}
	var ts []Target
	for _, t := range v.targets {
		if !r.a.isAnything(t) {
			ts = append(ts, t)
			continue
		}
		out := r.a.origins[originKey(element(pointee(p)))]
		if out == nil {
			return answer{top: true}
		}
		ts = append(ts, r.held(r.root(out.node))...)
	}
	return newAnswer(ts).withTop(v.top)
}

func (x answer) withTop(top bool) answer {
	if top {
		return answer{top: true}
	}
	return x
}

// PointsToObject reports whether e points to an object, unless it is null or leads nowhere: it
// isn't made of an integer that may be any, and never read from what wasn't set.
func (r *Result) PointsToObject(e cil.Expr) bool {
	v := r.value(e)
	return !v.top && len(v.targets) > 0 && !slices.ContainsFunc(v.targets, r.a.isAnything)
}

// PointsToMemory reports whether e points to an object of the program, unless it is null: it doesn't
// lead nowhere, as error numbers do.
func (r *Result) PointsToMemory(e cil.Expr) bool {
	return r.PointsToObject(e) && !slices.ContainsFunc(r.value(e).targets, func(t Target) bool { return t.Obj.Kind == Nowhere || t.Obj.Kind == External })
}

// value is where the scalar e may point to in the result.
func (r *Result) value(e cil.Expr) answer {
	switch e := e.(type) {
	case *cil.Const, *cil.FloatConst:
		return answer{}
	case *cil.Load:
		return r.load(e.L)
	case *cil.AddrOf:
		return r.address(e)
	case *cil.FuncAddr:
		if o := r.a.funcs[e.F]; o != nil {
			return answer{targets: []Target{{Obj: o}}}
		}
		return answer{top: true}
	case *cil.Unary:
		if e.Op == cil.LogNot {
			return answer{}
		}
		return r.value(e.X).each(blur)
	case *cil.Binary:
		return r.binary(e)
	case *cil.Cond:
		return r.value(e.A).with(r.value(e.B))
	case *cil.Cast:
		return r.cast(e)
	}
	panic(fmt.Sprintf("pointsto: unknown expression %T", e))
}

func (r *Result) binary(e *cil.Binary) answer {
	switch {
	case holdsNoAddress(e):
		return answer{}
	case e.Op == cil.PtrAdd || e.Op == cil.PtrSub:
		p := r.value(e.X)
		if !cil.IsZero(e.Y) {
			p = p.each(func(t Target) Target { return r.a.shift(t, r.a.stepOf(e), false) })
		}
		return p.with(r.distance(e))
	}
	return r.value(e.X).each(blur).with(r.value(e.Y).each(blur))
}

// distance is what the number that pointer arithmetic adds may be the address of.
func (r *Result) distance(e *cil.Binary) answer {
	y := r.value(e.Y)
	if r.a.hasBase(e) && !y.top {
		y.targets = slices.DeleteFunc(slices.Clone(y.targets), isNumber)
	}
	return y.each(blur)
}

func (r *Result) cast(e *cil.Cast) answer {
	x := r.value(e.X)
	if r.a.viewsBytes(e) {
		x = x.each(bytesAt)
	}
	switch {
	case r.a.narrows(e):
		return x.only(isLow)
	case !cil.IsPointer(e.T) || cil.IsPointer(e.X.Type()):
		return x
	case cil.IsZero(e.X):
		return answer{}
	case r.a.isNumber(e.X, r.a.small):
		return answer{targets: []Target{{Obj: r.a.nowhere}}}
	case r.a.isConverted(e.X, r.a.converted):
		return x.with(answer{targets: []Target{{Obj: r.a.nowhere}}})
	}
	return x.with(answer{targets: []Target{{Obj: r.a.external(cil.Void, false)}}})
}

func (r *Result) address(e *cil.AddrOf) answer {
	if e.L.Mem != nil && len(e.L.Path) == 0 {
		return r.value(e.L.Mem)
	}
	b := r.starts(e.L)
	if !b.ok {
		return answer{top: true}
	}
	var ts []Target
	for _, s := range b.at {
		p, found, known := r.locate(s, b.t, e.L.Path)
		switch {
		case !known:
			return answer{top: true}
		case found:
			ts = append(ts, p.Target)
		case s.Cell == Unknown || s.Obj == r.a.nowhere:
			ts = append(ts, s.astray())
		}
	}
	return newAnswer(ts)
}

// load is what the cells of l may hold. A ghost, or a value, is what its lvalue has held.
func (r *Result) load(l *cil.Lval) answer {
	if l.Base != nil && (l.Base.Kind == cil.Ghost || l.Base.Kind == cil.Value) && r.a.vars[l.Base] == nil {
		if l.Base.Of == nil {
			return answer{top: true}
		}
		return r.load(within(l.Base.Of, l.Path))
	}
	if l.Base != nil && r.a.vars[l.Base] == nil {
		return answer{top: true}
	}
	ps := r.places(l)
	if ps.top {
		return answer{top: true}
	}
	return r.contents(ps.places)
}

// contents is what the given cells may hold.
func (r *Result) contents(ps []place) answer {
	if len(ps) == 1 && ps[0].Cell != Unknown {
		if ns := r.nodesOf(ps[0]); len(ns) == 1 {
			return answer{targets: r.held(ns[0])}
		}
		return answer{}
	}
	var all []Target
	nodes := map[int]bool{}
	for _, p := range ps {
		for _, n := range r.nodesOf(p) {
			if !nodes[n] {
				nodes[n] = true
				all = append(all, r.held(n)...)
			}
		}
	}
	return newAnswer(all)
}

// held lists the targets of a node. The list is shared.
func (r *Result) held(n int) []Target {
	pts := r.a.nodes[n].pts
	if ts, ok := r.lists.Load(pts); ok {
		return ts.([]Target)
	}
	var ts []Target
	for id := range pts.elements() {
		ts = append(ts, r.a.canonical(r.a.targets[id]))
	}
	ts = newAnswer(ts).targets
	r.lists.Store(pts, ts)
	return ts
}

// nodesOf lists the nodes of the place's cells.
func (r *Result) nodesOf(p place) []int {
	if n, ok := p.Obj.cells[p.Cell]; ok {
		return []int{r.root(n)}
	}
	if p.Cell != Unknown {
		return nil
	}
	var out []int
	for _, k := range sortedKeys(p.Obj.cells) {
		out = append(out, r.root(p.Obj.cells[k]))
	}
	return out
}

// root is find without shortening the way.
func (r *Result) root(n int) int {
	for r.a.parent[n] != n {
		n = r.a.parent[n]
	}
	return n
}
