package certify

import (
	"fmt"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// This file says what variables and memory hold at a place of a region, in terms of what they
// hold at its start: by looking back. A write that may be of the cell that is asked for is split
// by cases, as in the rule of assignment (Morris: A General Axiom of Assignment, 1982;
// [enc.ReadAfter]); where ways come together, each edge gives a name its value.

// cellKey is a cell at a place, or behind what happens there.
type cellKey struct {
	at     int
	behind bool
	text   string
}

// known is what a cell holds; no expression if behind a place it is what was before.
type known struct {
	l *cil.Lval
	e cil.Expr
}

// resolve returns an expression over the start of the region with the value that x has at a place.
func (r *Region) resolve(x cil.Expr, at int) cil.Expr {
	if at == 0 {
		return x
	}
	return cil.SubstLval(x, func(l *cil.Lval) cil.Expr { return r.value(l, at) })
}

// lval returns the lvalue, over the start of the region, that l is at a place.
func (r *Region) lval(l *cil.Lval, at int) *cil.Lval {
	x := r.resolve(&cil.AddrOf{L: l, T: &cil.PtrType{Elem: l.Type()}}, at)
	if a, ok := x.(*cil.AddrOf); ok {
		return a.L
	}
	return &cil.Lval{Mem: x}
}

// value is what the cell l holds at a place; its address is over the start of the region.
func (r *Region) value(l *cil.Lval, at int) cil.Expr {
	if n, ok := enc.Normal(&cil.Load{L: l}).(*cil.Load); ok {
		l = n.L
	}
	if l.Base != nil && l.Base == r.sys.objects {
		return &cil.Load{L: l}
	}
	text := cil.LvalString(l)
	first := at
	for at != 0 {
		key := cellKey{at, false, text}
		e := lookUp(r.cells[key], l)
		switch {
		case e != nil:
		case len(r.in[at]) == 1:
			e = r.behind(l, r.in[at][0].from)
		default:
			e = r.join(l, at)
		}
		if e != nil {
			r.keep(key, l, e)
			if first != at {
				r.keep(cellKey{first, false, text}, l, e)
			}
			return e
		}
		at = r.in[at][0].from
	}
	return &cil.Load{L: l}
}

func (r *Region) keep(key cellKey, l *cil.Lval, e cil.Expr) {
	if lookUp(r.cells[key], l) == nil {
		r.cells[key] = append(r.cells[key], known{l, e})
	}
}

func lookUp(all []known, l *cil.Lval) cil.Expr {
	for _, k := range all {
		if cil.EqualLval(k.l, l) {
			return k.e
		}
	}
	return nil
}

// join is what l holds where several edges come together.
func (r *Region) join(l *cil.Lval, at int) cil.Expr {
	var all []cil.Expr
	same := true
	for _, e := range r.in[at] {
		x := r.behind(l, e.from)
		if x == nil {
			x = r.value(l, e.from)
		}
		all = append(all, x)
		same = same && cil.Equal(x, all[0])
	}
	if same {
		return all[0]
	}
	v := r.name(l, cil.Value)
	for i, e := range r.in[at] {
		r.say(r.f.Implies(e.taken, r.define(v, all[i])))
	}
	return cil.LoadVar(v)
}

// behind is what l holds behind what happens at a place, nil if that is what it holds before.
func (r *Region) behind(l *cil.Lval, at int) cil.Expr {
	p := r.places[at]
	if l.Base != nil && p.Fresh != nil && p.Fresh.copies[l.Base] && !writes(p, l.Base) {
		return r.once(l, at, func() cil.Expr { return cil.LoadVar(r.name(l, cil.Ghost)) })
	}
	for _, w := range p.Writes {
		if !apart(l, w.To) {
			return r.once(l, at, func() cil.Expr { return r.after(l, at) })
		}
	}
	return nil
}

func writes(p *Point, v *cil.Var) bool {
	return slices.ContainsFunc(p.Writes, func(w Store) bool { return w.To.Base == v })
}

// once remembers what f finds of l behind a place.
func (r *Region) once(l *cil.Lval, at int, f func() cil.Expr) cil.Expr {
	key := cellKey{at, true, cil.LvalString(l)}
	for _, k := range r.cells[key] {
		if cil.EqualLval(k.l, l) {
			return k.e
		}
	}
	e := f()
	r.cells[key] = append(r.cells[key], known{l, e})
	return e
}

// apart reports whether l and to are different variables, of which one is reached by name only.
func apart(l, to *cil.Lval) bool {
	byName := func(x *cil.Lval) bool { return x.Base != nil && !x.Base.AddrTaken }
	return l.Base != to.Base && (byName(l) || byName(to))
}

// after is what l holds behind the writes at a place, nil if none changes it.
func (r *Region) after(l *cil.Lval, at int) cil.Expr {
	var now cil.Expr
	for i, w := range r.places[at].Writes {
		if apart(l, w.To) {
			continue
		}
		if e := r.afterWrite(l, at, i, now); e != nil {
			now = e
		}
	}
	return now
}

// afterWrite is what l holds behind the i-th write, nil if that doesn't change it; now is what
// it holds behind the writes before, nil if none changed it.
func (r *Region) afterWrite(l *cil.Lval, at, i int, now cil.Expr) cil.Expr {
	w := r.places[at].Writes[i]
	before := &cil.Var{Name: "before", Type: l.Type(), Kind: cil.Value, Of: l}
	part := func(path []cil.Sel) (cil.Expr, bool) { return r.written(at, i, path) }
	e, ok := enc.ReadAfter(r.lval(w.To, at), l, part, cil.LoadVar(before), r.sys.opt.Alias)
	switch ld, isLoad := e.(*cil.Load); {
	case !ok:
		e = r.sys.unlessApart(r.lval(w.To, at), l, cil.LoadVar(r.name(l, cil.Ghost)), cil.LoadVar(before))
	case isLoad && ld.L.IsVar(before):
		return nil
	}
	return r.named(l, cil.SubstLval(e, func(x *cil.Lval) cil.Expr {
		switch {
		case !x.IsVar(before):
			return nil
		case now != nil:
			return now
		}
		return r.value(l, at)
	}))
}

// partKey is a part of what is written at a place.
type partKey struct {
	at, write int
	path      string
}

// written is the scalar part at path of what the i-th write at a place writes, an arbitrary value
// if it says so. It is false if no expression says what it is.
func (r *Region) written(at, i int, path []cil.Sel) (cil.Expr, bool) {
	w := r.places[at].Writes[i]
	to := w.To.Part(path...)
	key := partKey{at, i, cil.LvalString(to)}
	if e := r.parts[key]; e != nil {
		return e, true
	}
	var e cil.Expr
	if w.E == nil {
		e = cil.LoadVar(r.name(to, cil.Ghost))
	} else if x, ok := r.selected(w.E, at, path); ok {
		e = r.named(to, x)
	} else {
		return nil, false
	}
	r.parts[key] = e
	return e, true
}

// selected is the value that the part at path of x has at a place. It is false if no expression
// says that.
func (r *Region) selected(x cil.Expr, at int, path []cil.Sel) (cil.Expr, bool) {
	if len(path) == 0 {
		return enc.Normal(r.resolve(x, at)), true
	}
	switch x := x.(type) {
	case *cil.Load:
		return r.value(r.lval(x.L, at).Part(path...), at), true
	case *cil.Cond:
		a, ok1 := r.selected(x.A, at, path)
		b, ok2 := r.selected(x.B, at, path)
		if !ok1 || !ok2 {
			return nil, false
		}
		return cil.MakeCond(r.resolve(x.C, at), a, b, a.Type()), true
	}
	return nil, false
}

// named returns x, or a name for it if it is longer than that.
func (r *Region) named(l *cil.Lval, x cil.Expr) cil.Expr {
	if short(x) {
		return x
	}
	v := r.name(l, cil.Value)
	v.Type = x.Type()
	r.say(r.define(v, x))
	return cil.LoadVar(v)
}

func short(x cil.Expr) bool {
	switch x := x.(type) {
	case *cil.Const, *cil.FloatConst, *cil.FuncAddr:
		return true
	case *cil.Load:
		return x.L.IsVar(nil)
	case *cil.AddrOf:
		return x.L.IsVar(nil)
	}
	return false
}

// name makes a variable for a value of l: an arbitrary one of its type if it is a Ghost.
func (r *Region) name(l *cil.Lval, kind cil.VarKind) *cil.Var {
	r.count++
	return &cil.Var{Name: fmt.Sprintf("%s!%d", cil.LvalString(l), r.count), Type: l.Type(), Kind: kind, Of: l}
}
