package check

import (
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/result"
	"hardbop/internal/source"
)

// This file tells violations in the environment apart by the return of the callback that they are told at, in the search for other defects:
// a callback that wrongly reports success at one return may do so at another. A variable of no run's interest says which return it was.

// lastReturn is that variable: the number of the return of the known defect after which the environment goes on, 0 after others, and while a callback runs.
const lastReturn = "hardbop_returned"

// apart ends runs that get from returns of known defects to what the environment then says of them.
func (p *Prepared) apart(known map[defect]bool) {
	var list []defect
	for d := range known {
		if d.from != (result.Place{}) {
			list = append(list, d)
		}
	}
	if len(list) == 0 {
		return
	}
	slices.SortFunc(list, func(a, b defect) int {
		return strings.Compare(a.from.String()+a.message+a.place.String(), b.from.String()+b.message+b.place.String())
	})
	g := &cil.Var{Name: lastReturn, Type: p.Prog.Model.Int(cil.Int), Kind: cil.Global, Static: true}
	p.Prog.Globals = append(p.Prog.Globals, g)
	own := p.procedures()
	for _, f := range p.Prog.Funcs {
		if f.HasBody() && !own[f] && !p.outside(f.Pos.File) {
			p.numbered(f, g, list)
		}
	}
	for _, prop := range p.Props {
		for _, t := range prop.Targets {
			for k, d := range list {
				if p.says(prop.MessageAt, t.Node, d.message) {
					isNot := cil.MakeBinary(cil.Ne, cil.LoadVar(g), cil.IntConst(p.Prog.Model.Int(cil.Int), int64(k+1)), p.Prog.Model.Int(cil.Int))
					ahead(t.Node, &cil.Assume{E: isNot})
				}
			}
		}
	}
}

// numbered has f tell by which return it returns. What it calls, if it can be a callback too, isn't the environment's then.
func (p *Prepared) numbered(f *cil.Func, g *cil.Var, list []defect) {
	set := func(k int) cil.Instr {
		return &cil.Assign{L: cil.VarLval(g), E: cil.IntConst(p.Prog.Model.Int(cil.Int), int64(k))}
	}
	for _, n := range slices.Clone(f.Nodes) {
		switch in := n.Instr.(type) {
		case *cil.Return:
			k := slices.IndexFunc(list, func(d defect) bool { return d.from == result.At(n.Pos) })
			behind(n, in, n.Pos)
			n.Instr, n.Pos = set(k+1), source.Pos{}
		case *cil.Call:
			if c := in.Callee(); c == nil || c.HasBody() {
				behind(n, set(0), source.Pos{})
			}
		}
	}
	behind(f.Entry, set(0), source.Pos{})
	f.Finish()
}

// says reports whether the target may have the message, whichever function of the environment it is about.
func (p *Prepared) says(at func(*cil.Node, string) string, t *cil.Node, message string) bool {
	return slices.ContainsFunc(p.Prog.Funcs, func(f *cil.Func) bool { return p.outside(f.Pos.File) && at(t, f.Name) == message })
}

// behind puts an instruction behind node n.
func behind(n *cil.Node, in cil.Instr, pos source.Pos) {
	m := n.Func.NewNode(in, pos)
	m.Succs, n.Succs = n.Succs, []*cil.Node{m}
}

// ahead puts an instruction before node n, which stays what it is.
func ahead(n *cil.Node, in cil.Instr) {
	m := n.Func.NewNode(in, source.Pos{})
	for _, o := range n.Func.Nodes {
		for i, s := range o.Succs {
			if s == n {
				o.Succs[i] = m
			}
		}
	}
	m.Succs = []*cil.Node{n}
	n.Func.Finish()
}
