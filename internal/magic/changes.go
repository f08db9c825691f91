package magic

import "hardbop/internal/cil"

// changes is what a function with a body may change, calls included: globals by their names,
// and what pointers lead to.
type changes struct {
	vars   map[*cil.Var]bool
	memory bool
}

// changesOf finds what g may change. Calls of functions without a body, and those through
// pointers, may change all that pointers lead to.
func (w *Weaver) changesOf(g *cil.Func) *changes {
	if c := w.changes[g]; c != nil {
		return c
	}
	c := &changes{vars: map[*cil.Var]bool{}}
	seen := map[*cil.Func]bool{g: true}
	for todo := []*cil.Func{g}; len(todo) > 0; {
		f := todo[0]
		todo = todo[1:]
		for _, n := range f.Nodes {
			if callee := c.add(n.Instr); callee != nil && !seen[callee] {
				seen[callee] = true
				todo = append(todo, callee)
			}
		}
	}
	w.changes[g] = c
	return c
}

// add adds what an instruction changes, and returns the function that it calls, if that is
// known and has a body.
func (c *changes) add(in cil.Instr) *cil.Func {
	switch in := in.(type) {
	case *cil.Assign:
		c.write(in.L)
	case *cil.Havoc:
		c.write(in.L)
	case *cil.Opaque, *cil.Clobber:
		c.memory = true
	case *cil.Call:
		if in.Ret != nil {
			c.write(in.Ret)
		}
		if g := in.Callee(); g != nil && g.HasBody() {
			return g
		}
		c.memory = true
	}
	return nil
}

func (c *changes) write(l *cil.Lval) {
	switch {
	case l.Base == nil:
		c.memory = true
	case l.Base.Func == nil:
		c.vars[l.Base] = true
	}
}

// lvals lists what c may change. Where pointers may lead anywhere, that is each global that
// isn't constant, and all memory.
func (c *changes) lvals(prog *cil.Program) []*cil.Lval {
	var list []*cil.Lval
	for _, v := range prog.Globals {
		if c.vars[v] || c.memory && !v.Const && v.Kind == cil.Global {
			list = append(list, cil.VarLval(v))
		}
	}
	if c.memory {
		list = append(list, cil.AnyMemory())
	}
	return list
}
