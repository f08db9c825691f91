package find

import (
	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Place is where the address of a variable goes: into a member of a struct, to a function
// as an argument, or, if all is empty, somewhere else.
type Place struct {
	Struct, Member string
	Callee         string
	Arg            int
}

// Places returns where the units' code and initialisers put the address of v, or of a part
// of it.
func (g *Graph) Places(v *cil.Var) []Place { return g.places[v] }

// placesOf finds the places of the variables whose addresses prog has.
func (g *Graph) placesOf(prog *cil.Program) {
	for _, v := range prog.Globals {
		if v.Init == nil {
			continue
		}
		g.place(v.Init.Expr, Place{})
		for _, e := range v.Init.Entries {
			g.place(e.Expr, memberPlace(&cil.Lval{Base: v, Path: e.Path}))
		}
	}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			g.placesIn(n.Instr)
		}
	}
}

func (g *Graph) placesIn(in cil.Instr) {
	switch in := in.(type) {
	case *cil.Assign:
		g.place(in.E, memberPlace(in.L))
	case *cil.Call:
		for k, a := range in.Args {
			p := Place{Arg: k}
			if in.Callee() != nil {
				p.Callee = SourceName(in.Callee())
			}
			g.place(a, p)
		}
	case *cil.Branch, *cil.Assume: // compares it
	default:
		cil.EachExpr(in, func(e cil.Expr) { g.place(e, Place{}) })
	}
}

func memberPlace(l *cil.Lval) Place {
	u := stored(l, source.Pos{}, nil)
	if u.How != Table {
		return Place{}
	}
	return Place{Struct: u.Struct, Member: u.Member}
}

// place records that the value of e goes to p.
func (g *Graph) place(e cil.Expr, p Place) {
	if e == nil {
		return
	}
	whole := uncast(e)
	cil.Walk(e, func(x cil.Expr) {
		a, ok := x.(*cil.AddrOf)
		if !ok || a.L.Base == nil || a.L.Base.Func != nil {
			return
		}
		v := g.object(a.L.Base)
		if x != whole || len(a.L.Path) > 0 {
			g.places[v] = append(g.places[v], Place{})
			return
		}
		g.places[v] = append(g.places[v], p)
	})
}

func uncast(e cil.Expr) cil.Expr {
	for {
		c, ok := e.(*cil.Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}
