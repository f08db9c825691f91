package pointsto

import (
	"fmt"

	"hardbop/internal/cil"
)

// Sanity checks once more, statement by statement and without the solver, that the
// result is closed: each assignment, argument and result that is reached keeps its
// targets inside the set of what it is stored in. It returns what it finds wrong.
func (r *Result) Sanity() []error {
	c := &checker{r: r}
	for _, f := range r.a.order {
		for _, n := range f.Nodes {
			c.node(n)
		}
	}
	for _, v := range r.a.prog.Globals {
		c.initial(v)
	}
	return c.errs
}

type checker struct {
	r    *Result
	errs []error
}

func (c *checker) initial(v *cil.Var) {
	if v.Init == nil {
		return
	}
	if v.Init.Expr != nil {
		c.stored(v.Name, cil.VarLval(v), v.Init.Expr)
	}
	for _, e := range v.Init.Entries {
		c.stored(v.Name, &cil.Lval{Base: v, Path: e.Path}, e.Expr)
	}
}

func (c *checker) node(n *cil.Node) {
	at := fmt.Sprintf("%s:%d", n.Func.Name, n.ID)
	switch in := n.Instr.(type) {
	case *cil.Assign:
		c.stored(at, in.L, in.E)
	case *cil.Return:
		if in.E != nil && n.Func.Result != nil {
			c.stored(at, cil.VarLval(n.Func.Result), in.E)
		}
	case *cil.Call:
		for _, g := range c.r.Callees(n) {
			c.call(at, in, g)
		}
	}
}

func (c *checker) call(at string, in *cil.Call, g *cil.Func) {
	if !g.HasBody() {
		return
	}
	if !c.r.Reached(g) {
		c.errs = append(c.errs, fmt.Errorf("%s: calls %s, which isn't reached", at, g.Name))
		return
	}
	for i, e := range in.Args {
		if i < len(g.Formals) {
			c.stored(at, cil.VarLval(g.Formals[i]), e)
		}
	}
	if in.Ret != nil && g.Result != nil {
		c.stored(at, in.Ret, cil.LoadVar(g.Result))
	}
}

// stored checks l = e, cell by cell.
func (c *checker) stored(at string, l *cil.Lval, e cil.Expr) {
	if !isComp(e.Type()) {
		c.cell(at, l, c.r.value(e))
		return
	}
	for _, src := range compSources(e) {
		for _, path := range c.r.a.shapes.paths(e.Type()) {
			c.cell(at, within(l, path), c.r.load(within(src, path)))
		}
	}
}

// cell checks that the cells of l hold v.
func (c *checker) cell(at string, l *cil.Lval, v answer) {
	ps := c.r.places(l)
	if v.top || ps.top {
		c.errs = append(c.errs, fmt.Errorf("%s: %s or its new value isn't known", at, cil.LvalString(l)))
		return
	}
	for _, p := range ps.places {
		held := c.r.contents([]place{p})
		for _, t := range v.targets {
			if !held.holds(t) {
				c.errs = append(c.errs, fmt.Errorf("%s: %s lacks %s in %s", at, cil.LvalString(l), t, p.Target))
			}
		}
	}
}

func (x answer) holds(t Target) bool {
	for _, u := range x.targets {
		if u == t {
			return true
		}
	}
	return false
}
