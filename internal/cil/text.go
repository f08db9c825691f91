package cil

import (
	"fmt"
	"strings"
)

// ExprString returns e as C text with as few parentheses as C needs. Conversions to
// the mathematical integers are not written, except that of arithmetic in a C type,
// which shows as a conversion to that type.
func ExprString(e Expr) string { return exprText(e, 0) }

// LvalString returns l as C text.
func LvalString(l *Lval) string { return lvalText(l) }

// The precedences of C, from the weakest to the strongest.
const (
	precCond    = 1
	precUnary   = 14
	precPostfix = 15
)

var binPrec = map[BinOp]int{LOr: 2, LAnd: 3, BitOr: 4, BitXor: 5, BitAnd: 6, Eq: 7, Ne: 7, Lt: 8, Le: 8, Gt: 8, Ge: 8,
	Shl: 9, Shr: 9, Add: 10, Sub: 10, PtrAdd: 10, PtrSub: 10, PtrDiff: 10, Mul: 11, Div: 11, Mod: 11}

var binText = map[BinOp]string{LOr: "||", LAnd: "&&", BitOr: "|", BitXor: "^", BitAnd: "&", Eq: "==", Ne: "!=",
	Lt: "<", Le: "<=", Gt: ">", Ge: ">=", Shl: "<<", Shr: ">>", Add: "+", Sub: "-", PtrAdd: "+", PtrSub: "-", PtrDiff: "-",
	Mul: "*", Div: "/", Mod: "%"}

func exprText(e Expr, outer int) string {
	text, prec := exprText0(e)
	if prec < outer {
		return "(" + text + ")"
	}
	return text
}

func exprText0(e Expr) (string, int) {
	switch e := e.(type) {
	case *Const:
		if e.Val.Sign() < 0 {
			return e.Val.String(), precUnary
		}
		return e.Val.String(), precPostfix
	case *FloatConst:
		return e.Text, precPostfix
	case *Load:
		return lvalPrec(e.L)
	case *AddrOf:
		if _, array := e.L.Type().(*ArrayType); array && !SameType(e.T.Elem, e.L.Type()) {
			return lvalPrec(e.L)
		}
		return "&" + exprTextOfLval(e.L, precUnary), precUnary
	case *FuncAddr:
		return e.F.Name, precPostfix
	case *Unary:
		return unaryText(e), precUnary
	case *Binary:
		p := binPrec[e.Op]
		x, y := binaryText(e, p)
		return x + " " + binText[e.Op] + " " + y, p
	case *Cond:
		return exprText(e.C, precCond+1) + " ? " + exprText(e.A, 0) + " : " + exprText(e.B, precCond), precCond
	case *Cast:
		to := e.T
		if SameType(to, Math) {
			if !wraps(e.X) {
				return exprText0(e.X)
			}
			to = e.X.Type()
		}
		return "(" + TypeString(to) + ")" + exprText(e.X, precUnary), precUnary
	}
	panic(fmt.Sprintf("cil: unknown expression %T", e))
}

// unaryText writes a sign apart from a sign that follows.
func unaryText(e *Unary) string {
	x := exprText(e.X, precUnary)
	if e.Op == Neg && x[0] == '-' {
		x = "(" + x + ")"
	}
	return [...]string{"-", "~", "!"}[e.Op] + x
}

// binaryText returns the operands of e, whose operator has precedence p. In a
// comparison with a pointer, the null pointer is 0.
func binaryText(e *Binary, p int) (x, y string) {
	x, y = exprText(e.X, p), exprText(e.Y, p+1)
	if e.Op.IsCompare() && IsPointer(e.X.Type()) {
		switch {
		case IsZero(e.Y):
			y = "0"
		case IsZero(e.X):
			x = "0"
		}
	}
	return x, y
}

// wraps reports whether e is arithmetic in a C type: as an operand of the mathematical
// integers it is written as a conversion to that type.
func wraps(e Expr) bool {
	if !IsInteger(e.Type()) || SameType(e.Type(), Math) {
		return false
	}
	switch e := e.(type) {
	case *Unary:
		return e.Op != LogNot
	case *Binary:
		return e.Op < PtrAdd
	case *Cond:
		return wraps(e.A) || wraps(e.B)
	}
	return false
}

func exprTextOfLval(l *Lval, outer int) string {
	text, prec := lvalPrec(l)
	if prec < outer {
		return "(" + text + ")"
	}
	return text
}

func lvalText(l *Lval) string { text, _ := lvalPrec(l); return text }

func lvalPrec(l *Lval) (string, int) {
	path := l.Path
	text, prec := "", precPostfix
	switch {
	case l.Base != nil:
		text = l.Base.Name
	case len(path) > 0 && path[0].Field != nil:
		text = exprText(l.Mem, precPostfix) + "->" + path[0].Field.Name
		path = path[1:]
	default:
		text, prec = "*"+exprText(l.Mem, precUnary), precUnary
	}
	if len(path) > 0 && prec < precPostfix {
		text, prec = "("+text+")", precPostfix
	}
	for _, s := range path {
		if s.Field != nil {
			text += "." + s.Field.Name
		} else {
			text += "[" + exprText(s.Index, 0) + "]"
		}
	}
	return text, prec
}

// InstrString returns in as C text on one line.
func InstrString(in Instr) string {
	switch in := in.(type) {
	case *Skip:
		return in.Text
	case *Assign:
		return LvalString(in.L) + " = " + ExprString(in.E)
	case *Havoc:
		return LvalString(in.L) + " = ? (" + in.Why + ")"
	case *Assume:
		return "assume(" + ExprString(in.E) + ")"
	case *Branch:
		return "if (" + ExprString(in.E) + ")"
	case *Call:
		return callText(in)
	case *Return:
		if in.E == nil {
			return "return"
		}
		return "return " + ExprString(in.E)
	case *Opaque:
		return in.What
	}
	panic(fmt.Sprintf("cil: unknown instruction %T", in))
}

func callText(c *Call) string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = ExprString(a)
	}
	text := exprText(c.Fn, precPostfix) + "(" + strings.Join(args, ", ") + ")"
	if c.Ret != nil {
		text = LvalString(c.Ret) + " = " + text
	}
	return text
}
