package rules

import "hardbop/slic"

// eval returns the value of an expression in a state, or nil if it depends on more than
// that. s is nil for constant expressions.
func (e *explorer) eval(x slic.Expr, s state) *int64 {
	switch x := x.(type) {
	case *slic.Number:
		if x.Val.IsInt64() {
			return value(x.Val.Int64())
		}
	case *slic.Ident:
		if i, ok := e.index[x.Name]; ok && s != nil {
			return value(s[i])
		}
		if v, ok := e.constants[x.Name]; ok {
			return value(v)
		}
	case *slic.Unary:
		return unary(x.Op, e.eval(x.X, s))
	case *slic.Binary:
		return binary(x.Op, e.eval(x.X, s), e.eval(x.Y, s))
	case *slic.Cond:
		return e.evalCond(x, s)
	}
	return nil
}

func value(v int64) *int64 { return &v }

func (e *explorer) evalCond(x *slic.Cond, s state) *int64 {
	c, a, b := e.eval(x.C, s), e.eval(x.A, s), e.eval(x.B, s)
	switch {
	case c != nil && *c != 0:
		return a
	case c != nil:
		return b
	case a != nil && b != nil && *a == *b:
		return a
	}
	return nil
}

func unary(op string, v *int64) *int64 {
	if v == nil {
		return nil
	}
	switch op {
	case "!":
		return truth(*v == 0)
	case "-":
		return value(-*v)
	case "+":
		return v
	}
	return nil
}

func truth(b bool) *int64 {
	if b {
		return value(1)
	}
	return value(0)
}

// binary applies an operator to values of which either may be unknown.
func binary(op string, a, b *int64) *int64 {
	switch op {
	case "&&":
		if isZero(a) || isZero(b) {
			return value(0)
		}
	case "||":
		if isNonzero(a) || isNonzero(b) {
			return value(1)
		}
	}
	if a == nil || b == nil {
		return nil
	}
	switch op {
	case "&&", "||":
		return truth(op == "&&" && *a != 0 && *b != 0)
	case "+":
		return value(*a + *b)
	case "-":
		return value(*a - *b)
	case "==":
		return truth(*a == *b)
	case "!=":
		return truth(*a != *b)
	case "<":
		return truth(*a < *b)
	case "<=":
		return truth(*a <= *b)
	case ">":
		return truth(*a > *b)
	case ">=":
		return truth(*a >= *b)
	}
	return nil
}

func isZero(v *int64) bool    { return v != nil && *v == 0 }
func isNonzero(v *int64) bool { return v != nil && *v != 0 }

// readIn notes the names that stand in the expressions of a statement.
func (e *explorer) readIn(s slic.Stmt) {
	switch s := s.(type) {
	case *slic.Block:
		for _, s := range s.Stmts {
			e.readIn(s)
		}
	case *slic.Assign:
		for _, x := range s.R {
			e.readExpr(x)
		}
	case *slic.If:
		e.readExpr(s.Cond)
		e.readIn(s.Then)
		if s.Else != nil {
			e.readIn(s.Else)
		}
	}
}

func (e *explorer) readExpr(x slic.Expr) {
	switch x := x.(type) {
	case *slic.Ident:
		e.read[x.Name] = true
	case *slic.Unary:
		e.readExpr(x.X)
	case *slic.Binary:
		e.readExpr(x.X)
		e.readExpr(x.Y)
	case *slic.Cond:
		e.readExpr(x.C)
		e.readExpr(x.A)
		e.readExpr(x.B)
	case *slic.Member:
		e.readExpr(x.X)
	case *slic.Index:
		e.readExpr(x.X)
		e.readExpr(x.I)
	case *slic.Cast:
		e.readExpr(x.X)
	}
}
