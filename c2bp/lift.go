package c2bp

import "hardbop/internal/cil"

// maxLifts bounds how many alias cases of one condition are told apart.
const maxLifts = 6

// lift moves the alias cases of a weakest precondition out of an atom: from
// (p == &x ? 1 : *p) < y to (p == &x ? 1 < y : *p < y), of which predicates may say the
// operands. It returns e if there are none, or more than can be told apart.
func lift(e cil.Expr) cil.Expr {
	if n := countConds(e); n == 0 || n > maxLifts {
		return e
	}
	return liftFirst(e)
}

func liftFirst(e cil.Expr) cil.Expr {
	c := firstCond(e)
	if c == nil {
		return e
	}
	return &cil.Cond{C: c.C, A: liftFirst(replace(e, c, c.A)), B: liftFirst(replace(e, c, c.B)), T: intResult}
}

// firstCond returns the first conditional value among e's operands.
func firstCond(e cil.Expr) *cil.Cond {
	switch e := e.(type) {
	case *cil.Cond:
		return e
	case *cil.Cast:
		return firstCond(e.X)
	case *cil.Unary:
		return firstCond(e.X)
	case *cil.Binary:
		if c := firstCond(e.X); c != nil {
			return c
		}
		return firstCond(e.Y)
	}
	return nil
}

func countConds(e cil.Expr) int {
	switch e := e.(type) {
	case *cil.Cond:
		return 1 + countConds(e.A) + countConds(e.B)
	case *cil.Cast:
		return countConds(e.X)
	case *cil.Unary:
		return countConds(e.X)
	case *cil.Binary:
		return countConds(e.X) + countConds(e.Y)
	}
	return 0
}

// replace puts by in the place of the operand c of e.
func replace(e cil.Expr, c *cil.Cond, by cil.Expr) cil.Expr {
	switch e := e.(type) {
	case *cil.Cond:
		if e == c {
			return by
		}
	case *cil.Cast:
		return cil.MakeCast(e.T, replace(e.X, c, by))
	case *cil.Unary:
		return &cil.Unary{Op: e.Op, X: replace(e.X, c, by), T: e.T}
	case *cil.Binary:
		return &cil.Binary{Op: e.Op, X: replace(e.X, c, by), Y: replace(e.Y, c, by), T: e.T}
	}
	return e
}
