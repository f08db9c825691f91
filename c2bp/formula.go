package c2bp

import "hardbop/boolprog"

// This file builds formulas and keeps them short.

func isConst(e *boolprog.Expr, b bool) bool {
	return b && e.Op == boolprog.OpTrue || !b && e.Op == boolprog.OpFalse
}

func not(e *boolprog.Expr) *boolprog.Expr {
	switch e.Op {
	case boolprog.OpTrue:
		return boolprog.Bool(false)
	case boolprog.OpFalse:
		return boolprog.Bool(true)
	case boolprog.OpNot:
		return e.Args[0]
	}
	return boolprog.Not(e)
}

func and(a, b *boolprog.Expr) *boolprog.Expr { return join(boolprog.OpAnd, a, b) }

func or(a, b *boolprog.Expr) *boolprog.Expr { return join(boolprog.OpOr, a, b) }

// join flattens, drops units and repeated arguments.
func join(op boolprog.Op, a, b *boolprog.Expr) *boolprog.Expr {
	unit := op == boolprog.OpAnd
	switch {
	case isConst(a, unit):
		return b
	case isConst(b, unit):
		return a
	case isConst(a, !unit) || isConst(b, !unit):
		return boolprog.Bool(!unit)
	}
	args := append([]*boolprog.Expr(nil), flat(op, a)...)
	for _, x := range flat(op, b) {
		if !contains(args, x) {
			args = append(args, x)
		}
	}
	if len(args) == 1 {
		return args[0]
	}
	return &boolprog.Expr{Op: op, Args: args}
}

// joinApart is join for formulas that have no argument in common.
func joinApart(op boolprog.Op, a, b *boolprog.Expr) *boolprog.Expr {
	unit := op == boolprog.OpAnd
	switch {
	case isConst(a, !unit) || isConst(b, !unit):
		return boolprog.Bool(!unit)
	case isConst(a, unit):
		return b
	case isConst(b, unit):
		return a
	}
	return &boolprog.Expr{Op: op, Args: append(append([]*boolprog.Expr(nil), flat(op, a)...), flat(op, b)...)}
}

func flat(op boolprog.Op, e *boolprog.Expr) []*boolprog.Expr {
	if e.Op == op {
		return e.Args
	}
	return []*boolprog.Expr{e}
}

func contains(args []*boolprog.Expr, x *boolprog.Expr) bool {
	for _, a := range args {
		if boolprog.EqualExpr(a, x) {
			return true
		}
	}
	return false
}
