package inline

import (
	"fmt"
	"strings"

	"hardbop/internal/cil"
)

// copying puts the body of g in the place of a call in f.
type copying struct {
	*inliner
	f, g  *cil.Func
	call  *cil.Node      // in f
	names map[string]int // those that f has, with a number that may be free behind it
	vars  map[*cil.Var]*cil.Var
	nodes map[*cil.Node]*cil.Node
	at    *cil.Node // what comes next goes behind it
}

// replace puts the callee's body in the place of the call c at n.
func (in *inliner) replace(n *cil.Node, c *cil.Call, names map[string]int) {
	g := c.Callee()
	if in.bodies[g] == nil {
		in.bodies[g] = &body{g, in.fresh(g)}
	}
	x := &copying{inliner: in, f: n.Func, g: g, call: n, names: names,
		vars: map[*cil.Var]*cil.Var{}, nodes: map[*cil.Node]*cil.Node{}, at: n}
	before, next := len(n.Func.Nodes), n.Succs
	in.out.calls[n] = c
	n.Instr = &cil.Skip{}
	x.variables()
	x.begin(c, in.bodies[g].fresh)
	x.body()
	x.end(c)
	x.at.Succs = next
	in.out.Inlined++
	in.out.Added += len(n.Func.Nodes) - before
	in.left -= len(n.Func.Nodes) - before
}

// variables makes the copies of g's variables.
func (x *copying) variables() {
	for _, v := range x.g.Formals {
		x.variable(v, cil.Local)
	}
	for _, v := range x.g.Locals {
		x.variable(v, v.Kind)
	}
	if x.g.Result != nil {
		x.variable(x.g.Result, cil.Temp)
	}
}

func (x *copying) variable(v *cil.Var, kind cil.VarKind) {
	w := *v
	w.Func, w.Kind = x.f, kind
	if x.out.vars[v] == nil {
		w.Name = x.g.Name + "__" + v.Name
	}
	w.Name = x.unique(w.Name)
	x.vars[v] = &w
	x.out.vars[&w] = x.out.Source(v)
	x.f.Locals = append(x.f.Locals, &w)
}

// copied returns v's copy; a global has none.
func (x *copying) copied(v *cil.Var) *cil.Var {
	if w := x.vars[v]; w != nil {
		return w
	}
	return v
}

// emit adds a node that belongs to the call.
func (x *copying) emit(in cil.Instr, part Part) {
	n := x.f.NewNode(in, x.call.Pos)
	x.out.origins[n] = Origin{Node: x.call, Func: x.f, Part: part}
	x.at.Succs = []*cil.Node{n}
	x.at = n
}

// begin passes the arguments and makes the first values of locals arbitrary.
func (x *copying) begin(c *cil.Call, fresh []*cil.Var) {
	for i, v := range x.g.Formals {
		x.emit(&cil.Assign{L: cil.VarLval(x.vars[v]), E: c.Args[i]}, Pass)
	}
	for _, v := range fresh {
		x.emit(&cil.Havoc{L: cil.VarLval(x.vars[v]), Why: "uninitialised"}, Glue)
	}
}

// body copies the nodes of g.
func (x *copying) body() {
	for _, m := range x.g.Nodes {
		n := x.f.NewNode(nil, m.Pos)
		n.Labels = x.labels(m.Labels)
		x.nodes[m] = n
		x.comes(n, m, Step)
	}
	for _, m := range x.g.Nodes {
		n := x.nodes[m]
		for _, s := range m.Succs {
			n.Succs = append(n.Succs, x.nodes[s])
		}
		n.Instr = x.instr(m)
	}
	x.at.Succs = []*cil.Node{x.nodes[x.g.Entry]}
	x.at = x.nodes[x.g.Exit]
}

// comes notes that n is the copy of m, or a part of it.
func (x *copying) comes(n, m *cil.Node, part Part) {
	o := x.out.Origin(m)
	if part == Step {
		part = o.Part
	}
	chain := append([]*cil.Node{x.call}, o.Chain...)
	x.out.origins[n] = Origin{Node: o.Node, Func: o.Func, Chain: chain, Part: part}
}

// instr returns the instruction of m's copy. The value that a return gives is assigned
// behind it.
func (x *copying) instr(m *cil.Node) cil.Instr {
	switch in := m.Instr.(type) {
	case *cil.Return:
		if in.E != nil && x.g.Result != nil {
			n := x.f.NewNode(&cil.Assign{L: cil.VarLval(x.vars[x.g.Result]), E: rename(in.E, x.copied)}, m.Pos)
			x.comes(n, m, Pass)
			n.Succs = x.nodes[m].Succs
			x.nodes[m].Succs = []*cil.Node{n}
		}
		return &cil.Skip{}
	case *cil.Skip:
		if in.Mark == nil || in.Mark.From == nil {
			return renameInstr(in, x.copied)
		}
		s := renameInstr(in, x.copied).(*cil.Skip)
		s.Mark.From = x.nodes[in.Mark.From]
		return s
	}
	return renameInstr(m.Instr, x.copied)
}

// end stores the result.
func (x *copying) end(c *cil.Call) {
	if c.Ret != nil {
		x.emit(&cil.Assign{L: c.Ret, E: cil.LoadVar(x.vars[x.g.Result])}, Glue)
	}
}

func (x *copying) labels(labels []string) []string {
	var out []string
	for _, l := range labels {
		out = append(out, x.unique(l))
	}
	return out
}

// unique returns an identifier like name that f doesn't have yet, and takes it.
func (x *copying) unique(name string) string {
	base := identifier(name)
	for name = base; x.names[name] > 0 || x.globals[name]; x.names[base]++ {
		name = fmt.Sprintf("%s_%d", base, max(x.names[base], 1))
	}
	x.names[name]++
	return name
}

// identifier puts _ in the place of what C's names can't have.
func identifier(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '_'
	}, name)
}

// taken are the names that f has.
func (in *inliner) taken(f *cil.Func) map[string]int {
	names := map[string]int{"ret": 1}
	for _, vs := range [][]*cil.Var{f.Formals, f.Locals} {
		for _, v := range vs {
			names[v.Name] = 1
		}
	}
	for _, n := range f.Nodes {
		for _, l := range n.Labels {
			names[l] = 1
		}
	}
	return names
}

// namesOf are the names of the globals and functions.
func namesOf(prog *cil.Program) map[string]bool {
	names := map[string]bool{}
	for _, v := range prog.Globals {
		names[v.Name] = true
	}
	for _, f := range prog.Funcs {
		names[f.Name] = true
	}
	return names
}
