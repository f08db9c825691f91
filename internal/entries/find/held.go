package find

import (
	"slices"

	"hardbop/internal/cil"
)

// This file finds the functions whose addresses variables hold, and functions return, whatever the order of statements: a handler
// that a driver keeps in a table of its own, or chooses in a function, is registered all the same. What a driver's function gets as a plain
// pointer or a number is followed into it.

// spot is a variable, or one of its members; the elements of an array are one.
type spot struct {
	base   *cil.Var
	member *cil.Field
}

// spotOf returns the spot that l is; ok is false where a pointer leads to it.
func spotOf(l *cil.Lval) (at spot, ok bool) {
	at.base = l.Base
	for _, s := range l.Path {
		if s.Field != nil {
			at.member = s.Field
		}
	}
	return at, l.Base != nil
}

// target is what an address is of, a function or a variable; the other is nil.
type target struct {
	f *cil.Func
	v *cil.Var
}

// holdings are the addresses that spots hold and that functions return.
type holdings struct {
	g    *Graph
	in   map[spot][]target
	by   map[*cil.Func][]target
	more bool // something was added since this was cleared
}

// holdingsOf finds what the units' own functions and variables hold.
func holdingsOf(units []Unit, g *Graph) *holdings {
	h := &holdings{g: g, in: map[spot][]target{}, by: map[*cil.Func][]target{}}
	var own []*cil.Func
	for _, u := range units {
		for _, v := range u.Prog.Globals {
			h.variable(v)
		}
		for _, f := range u.Prog.Funcs {
			if Own(f) {
				own = append(own, f)
			}
		}
	}
	for h.more = true; h.more; {
		h.more = false
		for _, f := range own {
			h.body(f)
		}
	}
	return h
}

// variable adds what the initialiser of v stores.
func (h *holdings) variable(v *cil.Var) {
	if v.Init == nil {
		return
	}
	h.store(cil.VarLval(v), h.addresses(v.Init.Expr))
	for _, e := range v.Init.Entries {
		h.store(&cil.Lval{Base: v, Path: e.Path}, h.addresses(e.Expr))
	}
}

// body adds what the statements of f store and return.
func (h *holdings) body(f *cil.Func) {
	for _, n := range f.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Assign:
			h.store(in.L, h.addresses(in.E))
		case *cil.Return:
			h.by[f] = h.joined(h.by[f], h.addresses(in.E))
		case *cil.Call:
			if g, _ := h.g.Definition(in.Callee()); g != nil {
				h.call(g, in)
			}
		}
	}
}

// call adds what the call c of g stores: its result, and what g gets otherwise than as a function.
func (h *holdings) call(g *cil.Func, c *cil.Call) {
	if c.Ret != nil {
		h.store(c.Ret, h.by[g])
	}
	for k, v := range g.Formals {
		if k < len(c.Args) && follows(g, k) {
			h.store(cil.VarLval(v), h.addresses(c.Args[k]))
		}
	}
}

// follows reports whether parameter k of f, one of the driver, is no pointer to a function: those count where they are handed over.
func follows(f *cil.Func, k int) bool { return Own(f) && k < len(f.Formals) && !takesFunction(f, k) }

// store adds what is stored in l, also where a pointer to a variable leads there.
func (h *holdings) store(l *cil.Lval, as []target) {
	if len(as) == 0 {
		return
	}
	for _, at := range h.spots(l) {
		h.in[at] = h.joined(h.in[at], as)
	}
}

// spots returns those that l may be.
func (h *holdings) spots(l *cil.Lval) []spot {
	at, ok := spotOf(l)
	if ok {
		at.base = h.g.object(at.base)
		return []spot{at}
	}
	var list []spot
	for _, a := range h.addresses(l.Mem) {
		if a.v != nil {
			list = append(list, spot{a.v, at.member})
		}
	}
	return list
}

// joined returns the list with what of more it lacks.
func (h *holdings) joined(list, more []target) []target {
	for _, a := range more {
		if !slices.Contains(list, a) {
			list, h.more = append(list, a), true
		}
	}
	return list
}

// addresses returns those that e may be, or has been computed of.
func (h *holdings) addresses(e cil.Expr) []target {
	switch x := e.(type) {
	case *cil.Cast:
		return h.addresses(x.X)
	case *cil.Cond:
		return slices.Concat(h.addresses(x.A), h.addresses(x.B))
	case *cil.Binary:
		if !x.Op.IsCompare() {
			return slices.Concat(h.addresses(x.X), h.addresses(x.Y))
		}
	case *cil.FuncAddr:
		return []target{{f: x.F}}
	case *cil.AddrOf:
		if x.L.Base != nil {
			return []target{{v: h.g.object(x.L.Base)}}
		}
	case *cil.Load:
		var list []target
		for _, at := range h.spots(x.L) {
			list = append(list, h.in[at]...)
		}
		return list
	}
	return nil
}

// functions returns those whose addresses e may be.
func (h *holdings) functions(e cil.Expr) []*cil.Func {
	var list []*cil.Func
	for _, a := range h.addresses(e) {
		if a.f != nil && !slices.Contains(list, a.f) {
			list = append(list, a.f)
		}
	}
	return list
}

// behind returns the functions whose addresses are in variables, but for members of structs, that e leads to.
func (h *holdings) behind(e cil.Expr) []*cil.Func {
	var list []*cil.Func
	work := slices.Clone(h.addresses(e))
	for i := 0; i < len(work); i++ {
		if work[i].v == nil {
			continue
		}
		for _, a := range h.in[spot{base: work[i].v}] {
			if !slices.Contains(work, a) {
				work = append(work, a)
				if a.f != nil {
					list = append(list, a.f)
				}
			}
		}
	}
	return list
}
