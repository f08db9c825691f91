package c2bp

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

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
	c := cil.ChoiceIn(e)
	if c == nil {
		return e
	}
	return &cil.Cond{C: c.C, A: liftFirst(enc.Normal(cil.Choose(e, c, c.A))), B: liftFirst(enc.Normal(cil.Choose(e, c, c.B))), T: intResult}
}

func countConds(e cil.Expr) int {
	switch e := e.(type) {
	case *cil.Cond:
		return 1 + countConds(e.A) + countConds(e.B)
	case *cil.Cast:
		return countConds(e.X)
	case *cil.Unary:
		return countConds(e.X)
	case *cil.AddrOf:
		if e.L.Mem != nil {
			return countConds(e.L.Mem)
		}
	case *cil.Load:
		if e.L.Mem != nil {
			return countConds(e.L.Mem)
		}
	case *cil.Binary:
		return countConds(e.X) + countConds(e.Y)
	}
	return 0
}
