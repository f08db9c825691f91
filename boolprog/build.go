package boolprog

import "strings"

// PredName returns the variable name for a predicate's text: the text in braces, with
// each run of white space made one blank and none at the ends.
func PredName(text string) string {
	return "{" + strings.Join(strings.Fields(text), " ") + "}"
}

// Bool returns the constant expression for b.
func Bool(b bool) *Expr {
	if b {
		return &Expr{Op: OpTrue}
	}
	return &Expr{Op: OpFalse}
}

// Name returns an unresolved reference to a variable, or the ignored left side "_".
func Name(name string) Ref {
	if name == "_" {
		return Ref{Name: name, Scope: Ignore}
	}
	return Ref{Name: name}
}

// V returns the expression that reads the variable name.
func V(name string) *Expr { return &Expr{Op: OpVar, Ref: Name(name)} }

// Primed returns the expression that reads the variable name after the assignment.
func Primed(name string) *Expr { return &Expr{Op: OpPrimed, Ref: Name(name)} }

// Nondet returns the expression *.
func Nondet() *Expr { return &Expr{Op: OpNondet} }

// Not returns !e.
func Not(e *Expr) *Expr { return &Expr{Op: OpNot, Args: []*Expr{e}} }

// And returns the conjunction of args: true for none, the argument itself for one.
func And(args ...*Expr) *Expr { return nary(OpAnd, true, args) }

// Or returns the disjunction of args: false for none, the argument itself for one.
func Or(args ...*Expr) *Expr { return nary(OpOr, false, args) }

// nary joins args with op, whose value without arguments is unit.
func nary(op Op, unit bool, args []*Expr) *Expr {
	switch len(args) {
	case 0:
		return Bool(unit)
	case 1:
		return args[0]
	}
	return &Expr{Op: op, Args: args}
}

// Binary returns a op b, for OpXor, OpImplies, OpEq and OpNe.
func Binary(op Op, a, b *Expr) *Expr { return &Expr{Op: op, Args: []*Expr{a, b}} }

// Schoose returns schoose[p,n]: true if p, else false if n, else arbitrary.
func Schoose(p, n *Expr) *Expr { return Binary(OpSchoose, p, n) }

// One returns the expression that is true if exactly one of the variables is.
func One(names ...string) *Expr {
	args := make([]*Expr, len(names))
	for i, n := range names {
		args[i] = V(n)
	}
	return &Expr{Op: OpOne, Args: args}
}
