package cil

import "fmt"

// Walk calls visit for e and every expression inside it, outer ones first, addresses
// and indices of lvalues too.
func Walk(e Expr, visit func(Expr)) {
	visit(e)
	switch e := e.(type) {
	case *Const, *FloatConst, *FuncAddr:
	case *Load:
		walkLval(e.L, visit)
	case *AddrOf:
		walkLval(e.L, visit)
	case *Unary:
		Walk(e.X, visit)
	case *Binary:
		Walk(e.X, visit)
		Walk(e.Y, visit)
	case *Cond:
		Walk(e.C, visit)
		Walk(e.A, visit)
		Walk(e.B, visit)
	case *Cast:
		Walk(e.X, visit)
	default:
		panic(fmt.Sprintf("cil: unknown expression %T", e))
	}
}

func walkLval(l *Lval, visit func(Expr)) {
	if l.Mem != nil {
		Walk(l.Mem, visit)
	}
	for _, s := range l.Path {
		if s.Field == nil {
			Walk(s.Index, visit)
		}
	}
}

// Vars lists the variables in e, each once, in the order of their first occurrence.
func Vars(e Expr) []*Var {
	var vs []*Var
	seen := map[*Var]bool{}
	add := func(v *Var) {
		if v != nil && !seen[v] {
			seen[v] = true
			vs = append(vs, v)
		}
	}
	Walk(e, func(x Expr) {
		switch x := x.(type) {
		case *Load:
			add(x.L.Base)
		case *AddrOf:
			add(x.L.Base)
		}
	})
	return vs
}

// Stored returns the lvalue that in stores in, or nil. A Return's value is stored in the function's Result, which isn't told.
func Stored(in Instr) *Lval {
	switch in := in.(type) {
	case *Assign:
		return in.L
	case *Havoc:
		return in.L
	case *Call:
		return in.Ret
	}
	return nil
}

// EachExpr calls visit for the expressions of in, and for what it writes with the
// Load of that lvalue.
func EachExpr(in Instr, visit func(Expr)) {
	lval := func(l *Lval) {
		if l != nil {
			visit(&Load{l})
		}
	}
	switch in := in.(type) {
	case *Opaque, *Clobber:
	case *Skip:
		for _, e := range in.values() {
			visit(e)
		}
	case *Assign:
		lval(in.L)
		visit(in.E)
	case *Havoc:
		lval(in.L)
		lval(in.Of)
	case *Assume:
		visit(in.E)
	case *Branch:
		visit(in.E)
	case *Call:
		lval(in.Ret)
		visit(in.Fn)
		for _, a := range in.Args {
			visit(a)
		}
	case *Return:
		if in.E != nil {
			visit(in.E)
		}
	default:
		panic(fmt.Sprintf("cil: unknown instruction %T", in))
	}
}

// values lists what is known of the values of the mark, if there is one.
func (s *Skip) values() []Expr {
	if s.Mark == nil {
		return nil
	}
	var known []Expr
	for _, e := range s.Mark.Values {
		if e != nil {
			known = append(known, e)
		}
	}
	return known
}
