package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// This file is about volatile reads of variables that aren't volatile, as READ_ONCE makes them: where
// nothing but the program can change the variable, they give what is there (A8, A13).

// Volatile makes ordinary reads of such reads, apart from those in loops that may wait for others to change the variable,
// and notes for each variable that there are no others. It returns how many there are. Loops of functions in the file
// environment are those of the one who calls the program. Variables outside are written by others at any time.
func Volatile(prog *cil.Program, environment string, outside map[*cil.Var]bool) int {
	x := &settling{prog: prog, environment: environment}
	shared, n := addressed(prog), 0
	noted := map[*cil.Var]bool{}
	for _, f := range prog.Funcs {
		for _, node := range f.Nodes {
			h, ok := node.Instr.(*cil.Havoc)
			if !ok || h.Why != cil.VolatileRead || h.Of == nil || !h.Of.IsVar(nil) || !ownVar(h.Of.Base) || shared[h.Of.Base] || outside[h.Of.Base] || x.waits(f, node, h.Of.Base) {
				continue
			}
			node.Instr = &cil.Assign{L: h.L, E: &cil.Load{L: h.Of}}
			n++
			if v := h.Of.Base; !noted[v] {
				noted[v] = true
				prog.Notes = append(prog.Notes, cil.Note{Code: "one-thread", Pos: node.Pos, Text: "no other thread changes " + sourceName(v)})
			}
		}
	}
	return n
}

// sourceName is v's name in the source.
func sourceName(v *cil.Var) string {
	if v.Orig != "" {
		return v.Orig
	}
	return v.Name
}

// ownVar reports whether v is a variable that only this file can name, and not volatile itself.
func ownVar(v *cil.Var) bool {
	return v.Kind == cil.Global && v.Static && !v.Volatile && !v.Extern && cil.IsScalar(v.Type)
}

// addressed are the variables whose address the program uses for more than to read or write them at once.
func addressed(prog *cil.Program) map[*cil.Var]bool {
	vs := map[*cil.Var]bool{}
	find := func(e cil.Expr) {
		cil.Walk(e, func(x cil.Expr) {
			if a, ok := x.(*cil.AddrOf); ok && a.L.Base != nil {
				vs[a.L.Base] = true
			}
		})
	}
	for _, v := range prog.Globals {
		if v.Init == nil {
			continue
		}
		if v.Init.Expr != nil {
			find(v.Init.Expr)
		}
		for _, e := range v.Init.Entries {
			find(e.Expr)
		}
	}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			cil.EachExpr(n.Instr, find)
		}
	}
	return vs
}

// site is a call in a function.
type site struct {
	in *cil.Func
	at *cil.Node
}

// settling looks for loops.
type settling struct {
	prog        *cil.Program
	environment string
	sites       map[*cil.Func][]site // the calls of each function; nil for those through pointers
}

// callers lists the calls of f, those through pointers too if they may be. Those of the environment are left out.
func (x *settling) callers(f *cil.Func) []site {
	if x.sites == nil {
		x.sites = map[*cil.Func][]site{}
		for _, h := range x.prog.Funcs {
			if x.environment != "" && h.Pos.File == x.environment {
				continue
			}
			for _, n := range h.Nodes {
				if c, ok := n.Instr.(*cil.Call); ok {
					x.sites[c.Callee()] = append(x.sites[c.Callee()], site{h, n})
				}
			}
		}
	}
	if !f.AddrTaken {
		return x.sites[f]
	}
	return slices.Concat(x.sites[f], x.sites[nil])
}

// waits reports whether node of f, or a call that leads there, is in a loop that doesn't itself write v, or in
// functions that call themselves.
func (x *settling) waits(f *cil.Func, node *cil.Node, v *cil.Var) bool {
	return loops(node, v) || x.called(f, v, map[*cil.Func]bool{}, map[*cil.Func]bool{})
}

// called is [settling.waits] for the calls of f. Open are the functions on the way from it, done those that aren't in loops.
func (x *settling) called(f *cil.Func, v *cil.Var, open, done map[*cil.Func]bool) bool {
	if open[f] {
		return true
	}
	if done[f] {
		return false
	}
	open[f] = true
	for _, s := range x.callers(f) {
		if loops(s.at, v) || x.called(s.in, v, open, done) {
			return true
		}
	}
	open[f], done[f] = false, true
	return false
}

// loops reports whether a way leads from n back to it on which nothing is stored in v.
func loops(n *cil.Node, v *cil.Var) bool {
	seen := map[*cil.Node]bool{}
	todo := slices.Clone(n.Succs)
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at == n {
			return true
		}
		if seen[at] || stores(at.Instr, v) {
			continue
		}
		seen[at] = true
		todo = append(todo, at.Succs...)
	}
	return false
}

// stores reports whether the instruction stores in v.
func stores(in cil.Instr, v *cil.Var) bool {
	l := cil.Stored(in)
	return l != nil && l.Base == v
}
