package prep

import "hardbop/internal/cil"

// Clobbers replaces each [cil.Clobber] by a Havoc of every global variable that some
// function uses and can be changed, except those in private, and of what pointers lead to.
func Clobbers(prog *cil.Program, private []*cil.Var) {
	var at []*cil.Node
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			if _, ok := n.Instr.(*cil.Clobber); ok {
				at = append(at, n)
			}
		}
	}
	if len(at) == 0 {
		return
	}
	globals := reachable(prog, private)
	for _, n := range at {
		clobber(n, globals)
	}
	for _, n := range at {
		n.Func.Finish()
	}
}

// reachable lists the global variables that code of others can change, in the order of
// the program.
func reachable(prog *cil.Program, private []*cil.Var) []*cil.Var {
	skip := map[*cil.Var]bool{}
	for _, v := range private {
		skip[v] = true
	}
	used := map[*cil.Var]bool{}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			cil.EachExpr(n.Instr, func(e cil.Expr) {
				for _, v := range cil.Vars(e) {
					used[v] = true
				}
			})
		}
	}
	var vs []*cil.Var
	for _, v := range prog.Globals {
		if used[v] && !skip[v] && !v.Const && v.Kind == cil.Global {
			vs = append(vs, v)
		}
	}
	return vs
}

// clobber puts Havocs in the place of the Clobber at n.
func clobber(n *cil.Node, globals []*cil.Var) {
	why := n.Instr.(*cil.Clobber).Why
	n.Instr = &cil.Havoc{L: cil.AnyMemory(), Why: why}
	last := n
	for _, v := range globals {
		m := n.Func.NewNode(&cil.Havoc{L: cil.VarLval(v), Why: why}, n.Pos)
		m.Succs, last.Succs = last.Succs, []*cil.Node{m}
		last = m
	}
}
