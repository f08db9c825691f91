package bpgen

import (
	"fmt"
	"slices"

	"hardbop/boolprog"
)

// block makes a list of statements with at most nesting levels of if and while inside.
func (g *gen) block(nesting int) []*boolprog.Stmt {
	var list []*boolprog.Stmt
	for i := range 1 + g.r.IntN(g.c.Stmts) {
		s := g.stmt(nesting)
		if s.Kind == boolprog.Enforce && (i == 0 || g.chance(2)) {
			s = &boolprog.Stmt{Kind: boolprog.Skip}
		}
		if len(g.unset) > 0 && g.chance(3) {
			s.Labels = append(s.Labels, g.unset[0])
			g.unset = g.unset[1:]
		}
		g.annotate(s)
		list = append(list, s)
	}
	return list
}

// annotate gives some statements a comment and an origin.
func (g *gen) annotate(s *boolprog.Stmt) {
	if g.chance(4) {
		s.Comment = fmt.Sprintf("line %d: @x", g.r.IntN(100))
	}
	if g.chance(4) {
		s.Origin = fmt.Sprintf("f.%d", g.r.IntN(100))
	}
}

// stmt makes a statement.
func (g *gen) stmt(nesting int) *boolprog.Stmt {
	switch g.r.IntN(16) {
	case 0:
		return &boolprog.Stmt{Kind: boolprog.Skip}
	case 1:
		return &boolprog.Stmt{Kind: boolprog.Assume, Cond: g.likely()}
	case 2:
		return &boolprog.Stmt{Kind: boolprog.Assert, Cond: g.likely()}
	case 3, 4, 5:
		return g.call()
	case 6:
		if g.chance(2) {
			return &boolprog.Stmt{Kind: boolprog.Return, Rhs: g.exprs(g.proc.NumResults)}
		}
	case 7:
		return g.jump()
	case 8:
		return g.dead()
	case 9:
		return &boolprog.Stmt{Kind: boolprog.Print, Rhs: g.exprs(g.r.IntN(2))}
	case 10:
		return &boolprog.Stmt{Kind: boolprog.Enforce, Cond: g.expr(1, false)}
	case 11, 12:
		if nesting > 0 {
			return g.branch(nesting)
		}
	}
	return g.assign()
}

// likely makes a condition that seldom fails, so that errors are deep.
func (g *gen) likely() *boolprog.Expr {
	return boolprog.Or(g.expr(g.c.Depth, false), g.expr(g.c.Depth, false), g.leaf(false))
}

// branch makes an if or a while.
func (g *gen) branch(nesting int) *boolprog.Stmt {
	s := &boolprog.Stmt{Kind: boolprog.If, Cond: g.expr(g.c.Depth, false), Then: g.block(nesting - 1)}
	switch g.r.IntN(3) {
	case 0:
		s.Kind = boolprog.While
	case 1:
		s.Else = g.block(nesting - 1)
	}
	return s
}

// jump makes a goto, mostly under a condition, or a skip where there are no labels.
func (g *gen) jump() *boolprog.Stmt {
	if len(g.labels) == 0 {
		return &boolprog.Stmt{Kind: boolprog.Skip}
	}
	s := &boolprog.Stmt{Kind: boolprog.Goto}
	for range 1 + g.r.IntN(3) {
		s.Targets = append(s.Targets, g.labels[g.r.IntN(len(g.labels))])
	}
	if g.chance(4) {
		return s
	}
	return &boolprog.Stmt{Kind: boolprog.If, Cond: g.leaf(false), Then: []*boolprog.Stmt{s}}
}

// dead makes variables arbitrary.
func (g *gen) dead() *boolprog.Stmt {
	lhs := g.targets(1 + g.r.IntN(2))
	if len(lhs) == 0 {
		return &boolprog.Stmt{Kind: boolprog.Skip}
	}
	return &boolprog.Stmt{Kind: boolprog.Dead, Lhs: lhs}
}

// targets picks up to n different variables.
func (g *gen) targets(n int) []boolprog.Ref {
	var lhs []boolprog.Ref
	for range n {
		if len(g.scope) == 0 {
			break
		}
		name := g.scope[g.r.IntN(len(g.scope))]
		if !slices.ContainsFunc(lhs, func(r boolprog.Ref) bool { return r.Name == name }) {
			lhs = append(lhs, boolprog.Name(name))
		}
	}
	return lhs
}

// assign makes a parallel assignment, sometimes with constrain, or a bare constrain.
func (g *gen) assign() *boolprog.Stmt {
	s := &boolprog.Stmt{Kind: boolprog.Assign, Lhs: g.targets(1 + g.r.IntN(3))}
	if g.chance(8) {
		s.Lhs = append(s.Lhs, boolprog.Name("_"))
	}
	if len(s.Lhs) == 0 || g.chance(4) {
		s.Cond = boolprog.Or(g.expr(g.c.Depth, true), g.expr(1, true))
	}
	s.Rhs = g.exprs(len(s.Lhs))
	return s
}

// call makes a call, with or without its results. Calls that may recur are mostly
// guarded, so that most of them return.
func (g *gen) call() *boolprog.Stmt {
	own := slices.Index(g.prog.Procs, g.proc)
	later := len(g.prog.Procs) - own - 1
	if later > 0 && !g.chance(4) {
		return g.callOf(g.prog.Procs[own+1+g.r.IntN(later)])
	}
	s := g.callOf(g.prog.Procs[g.r.IntN(len(g.prog.Procs))])
	if g.chance(6) {
		return s
	}
	return &boolprog.Stmt{Kind: boolprog.If, Cond: g.leaf(false), Then: []*boolprog.Stmt{s}}
}

// callOf makes a call of q.
func (g *gen) callOf(q *boolprog.Proc) *boolprog.Stmt {
	s := &boolprog.Stmt{Kind: boolprog.Call, Callee: q.Name, Rhs: g.exprs(len(q.Formals))}
	if q.NumResults > 0 && !g.chance(4) {
		s.Lhs = g.targets(q.NumResults)
		for len(s.Lhs) < q.NumResults {
			s.Lhs = append(s.Lhs, boolprog.Name("_"))
		}
	}
	return s
}

// exprs makes n expressions.
func (g *gen) exprs(n int) []*boolprog.Expr {
	var list []*boolprog.Expr
	for range n {
		list = append(list, g.expr(g.c.Depth, false))
	}
	return list
}

// expr makes an expression at most depth deep; with primed variables if primes is set.
func (g *gen) expr(depth int, primes bool) *boolprog.Expr {
	if depth <= 1 || g.chance(3) {
		return g.leaf(primes)
	}
	arg := func() *boolprog.Expr { return g.expr(depth-1, primes) }
	switch g.r.IntN(9) {
	case 0, 1:
		return boolprog.Not(arg())
	case 2:
		return boolprog.And(arg(), arg())
	case 3:
		return boolprog.And(arg(), arg(), arg())
	case 4:
		return boolprog.Or(arg(), arg())
	case 5:
		return boolprog.Schoose(arg(), arg())
	case 6:
		return &boolprog.Expr{Op: boolprog.OpOne, Args: []*boolprog.Expr{arg(), arg()}}
	}
	ops := []boolprog.Op{boolprog.OpXor, boolprog.OpImplies, boolprog.OpEq, boolprog.OpNe}
	return boolprog.Binary(ops[g.r.IntN(len(ops))], arg(), arg())
}

// leaf makes a constant, a choice or a variable.
func (g *gen) leaf(primes bool) *boolprog.Expr {
	n := g.r.IntN(10)
	switch {
	case n == 0:
		return boolprog.Bool(g.chance(2))
	case n == 1:
		return boolprog.Nondet()
	case len(g.scope) == 0:
		return boolprog.Bool(g.chance(2))
	}
	name := g.scope[g.r.IntN(len(g.scope))]
	if primes && g.chance(2) {
		return boolprog.Primed(name)
	}
	return boolprog.V(name)
}
