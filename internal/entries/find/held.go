package find

import (
	"slices"

	"hardbop/internal/cil"
)

// This file finds the functions whose addresses variables hold, and functions return, whatever the order of statements: a handler
// that a driver keeps in a table of its own, or chooses in a function, is registered all the same.

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

// holdings are the functions that spots hold and that functions return.
type holdings struct {
	in   map[spot][]*cil.Func
	by   map[*cil.Func][]*cil.Func
	more bool // something was added since this was cleared
}

// holdingsOf finds what the unit's own functions and variables hold.
func holdingsOf(prog *cil.Program) *holdings {
	h := &holdings{in: map[spot][]*cil.Func{}, by: map[*cil.Func][]*cil.Func{}}
	for _, v := range prog.Globals {
		if v.Init == nil {
			continue
		}
		h.store(cil.VarLval(v), h.addresses(v.Init.Expr))
		for _, e := range v.Init.Entries {
			h.store(&cil.Lval{Base: v, Path: e.Path}, h.addresses(e.Expr))
		}
	}
	for h.more = true; h.more; {
		h.more = false
		for _, f := range prog.Funcs {
			if Own(f) {
				h.body(f)
			}
		}
	}
	return h
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
			if g := in.Callee(); g != nil && in.Ret != nil {
				h.store(in.Ret, h.by[g])
			}
		}
	}
}

func (h *holdings) store(l *cil.Lval, fs []*cil.Func) {
	if at, ok := spotOf(l); ok && len(fs) > 0 {
		h.in[at] = h.joined(h.in[at], fs)
	}
}

// joined returns the list with what of more it lacks.
func (h *holdings) joined(list, more []*cil.Func) []*cil.Func {
	for _, f := range more {
		if !slices.Contains(list, f) {
			list, h.more = append(list, f), true
		}
	}
	return list
}

// addresses returns the functions whose addresses e may be.
func (h *holdings) addresses(e cil.Expr) []*cil.Func {
	switch x := e.(type) {
	case *cil.Cast:
		return h.addresses(x.X)
	case *cil.Cond:
		return slices.Concat(h.addresses(x.A), h.addresses(x.B))
	case *cil.FuncAddr:
		return []*cil.Func{x.F}
	case *cil.Load:
		if at, ok := spotOf(x.L); ok {
			return h.in[at]
		}
	}
	return nil
}
