package cil

import (
	"fmt"
	"strings"
)

// ExprString returns e as C text with as few parentheses as C needs. Conversions to
// the mathematical integers are not written, except that of arithmetic in a C type,
// which shows as a conversion to that type.
func ExprString(e Expr) string { return style{}.exprText(e, 0) }

// LvalString returns l as C text.
func LvalString(l *Lval) string { return style{}.lval(l) }

// style says how names and constants are written: the zero style as the messages and
// predicates have them, another one as a compiler needs them.
type style struct {
	// exact gives constants the suffixes of their types.
	exact bool
	// names has the names of what is called otherwise than in the program.
	vars  map[*Var]string
	funcs map[*Func]string
	// source takes the names of the source.
	source bool
	// casts keeps conversions that people leave out of source.
	casts bool
	// addrs has how the addresses of functions are written, if not as the names.
	addrs func(*Func) string
}

func (s style) varName(v *Var) string {
	if name, ok := s.vars[v]; ok {
		return name
	}
	if s.source && v.Orig != "" {
		return v.Orig
	}
	return v.Name
}

func (s style) funcName(f *Func) string {
	if name, ok := s.funcs[f]; ok {
		return name
	}
	if s.source && f.Orig != "" {
		return f.Orig
	}
	return f.Name
}

func (s style) lval(l *Lval) string {
	text, _ := s.lvalPrec(l)
	return text
}

func (s style) selector(sel Sel) string {
	if sel.Field != nil {
		return "." + sel.Field.Name
	}
	return "[" + s.exprText(sel.Index, 0) + "]"
}

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

func (s style) exprText(e Expr, outer int) string {
	text, prec := s.exprText0(e)
	if prec < outer {
		return "(" + text + ")"
	}
	return text
}

func (s style) exprText0(e Expr) (string, int) {
	switch e := e.(type) {
	case *Const:
		return s.constant(e)
	case *FloatConst:
		return s.floatConstant(e)
	case *Load:
		return s.lvalPrec(e.L)
	case *AddrOf:
		if _, array := e.L.Type().(*ArrayType); array && !SameType(e.T.Elem, e.L.Type()) {
			return s.lvalPrec(e.L)
		}
		return "&" + s.exprTextOfLval(e.L, precUnary), precUnary
	case *FuncAddr:
		if s.addrs != nil {
			return s.addrs(e.F), precPostfix
		}
		return s.funcName(e.F), precPostfix
	case *Unary:
		return s.narrow(e, s.unaryText(e), precUnary)
	case *Binary:
		p := binPrec[e.Op]
		x, y := s.binaryText(e, p)
		return s.narrow(e, x+" "+binText[e.Op]+" "+y, p)
	case *Cond:
		return s.exprText(e.C, precCond+1) + " ? " + s.exprText(e.A, 0) + " : " + s.exprText(e.B, precCond), precCond
	case *Cast:
		to := e.T
		if s.source && !s.casts && promotes(e) {
			return s.exprText0(e.X)
		}
		if SameType(to, Math) {
			if !wraps(e.X) {
				return s.exprText0(e.X)
			}
			to = e.X.Type()
		}
		return "(" + TypeString(to) + ")" + s.exprText(e.X, precUnary), precUnary
	}
	panic(fmt.Sprintf("cil: unknown expression %T", e))
}

// unaryText writes a sign apart from a sign that follows.
func (s style) unaryText(e *Unary) string {
	x := s.exprText(e.X, precUnary)
	if e.Op == Neg && x[0] == '-' {
		x = "(" + x + ")"
	}
	return [...]string{"-", "~", "!"}[e.Op] + x
}

// binaryText returns the operands of e, whose operator has precedence p. In a
// comparison with a pointer, the null pointer is 0.
func (s style) binaryText(e *Binary, p int) (x, y string) {
	x, y = s.exprText(e.X, p), s.exprText(e.Y, p+1)
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

func (s style) exprTextOfLval(l *Lval, outer int) string {
	text, prec := s.lvalPrec(l)
	if prec < outer {
		return "(" + text + ")"
	}
	return text
}

func (s style) lvalPrec(l *Lval) (string, int) {
	path := s.named(l.Path)
	text, prec := "", precPostfix
	switch {
	case l.Base != nil:
		text = s.varName(l.Base)
	case len(path) > 0 && path[0].Field != nil:
		text = s.exprText(l.Mem, precPostfix) + "->" + path[0].Field.Name
		path = path[1:]
	case s.source && !s.casts && len(path) > 0 && elementsOf(l.Mem) != nil:
		text = s.exprText(elementsOf(l.Mem), precPostfix)
	default:
		text, prec = "*"+s.exprText(l.Mem, precUnary), precUnary
	}
	if len(path) > 0 && prec < precPostfix {
		text, prec = "("+text+")", precPostfix
	}
	for _, sel := range path {
		text += s.selector(sel)
	}
	return text, prec
}

// promotes reports whether e is a promotion of an integer to int, which the source doesn't write.
func promotes(e *Cast) bool {
	to, isInt := e.T.(*IntType)
	from, small := e.X.Type().(*IntType)
	return isInt && small && to.Kind == Int && from.Bytes < to.Bytes
}

// elementsOf is a pointer to the elements of the array that mem leads to, if mem is such a pointer that was made one to
// an array: its elements are p[i] in the source, not (*(T (*)[])p)[i]. It is nil for others.
func elementsOf(mem Expr) Expr {
	x, elem := mem, Type(nil)
	for {
		c, ok := x.(*Cast)
		if !ok {
			break
		}
		p, isPtr := c.T.(*PtrType)
		if !isPtr {
			break
		}
		a, isArray := p.Elem.(*ArrayType)
		if !isArray {
			break
		}
		if elem == nil {
			elem = a.Elem
		}
		x = c.X
	}
	p, isPtr := x.Type().(*PtrType)
	switch {
	case elem == nil || !isPtr:
		return nil
	case SameType(p.Elem, elem) || isBytes(p.Elem) && isBytes(elem):
		return x
	}
	return &Cast{T: &PtrType{Elem: elem}, X: x}
}

// isBytes reports whether t is a type of single bytes.
func isBytes(t Type) bool {
	it, ok := t.(*IntType)
	return ok && it.Bytes == 1 && it.Kind != Bool
}

// named leaves out of a path, as the source does, the members without a name of which a member follows.
func (s style) named(path []Sel) []Sel {
	if !s.source {
		return path
	}
	var list []Sel
	for i, sel := range path {
		if sel.Field == nil || !strings.HasPrefix(sel.Field.Name, "__anon") || i+1 == len(path) || path[i+1].Field == nil {
			list = append(list, sel)
		}
	}
	return list
}

// SourceInstr returns in as [InstrString] does, with the variables' names in the source.
func SourceInstr(in Instr) string { return style{source: true}.instr(in) }

// SourceExpr returns e as [ExprString] does, with the variables' names in the source.
func SourceExpr(e Expr) string { return style{source: true}.exprText(e, precUnary) }

// ExactLval is [SourceLval] as C that means the same: with all conversions.
func ExactLval(l *Lval) string { return style{source: true, casts: true}.lval(l) }

// SourceLval is [LvalString] with the variables' names in the source, for people: conversions that they wouldn't write are left out.
func SourceLval(l *Lval) string { return style{source: true}.lval(l) }

// InstrString returns in as C text on one line.
func InstrString(in Instr) string { return style{}.instr(in) }

func (s style) instr(in Instr) string {
	switch in := in.(type) {
	case *Skip:
		return in.Text
	case *Assign:
		return s.lval(in.L) + " = " + s.exprText(in.E, 0)
	case *Havoc:
		if IsAnyMemory(in.L) {
			return "memory = ? (" + in.Why + ")"
		}
		return s.lval(in.L) + " = ? (" + in.Why + ")"
	case *Assume:
		return "assume(" + s.exprText(in.E, 0) + ")"
	case *Branch:
		return "if (" + s.exprText(in.E, 0) + ")"
	case *Call:
		return s.callText(in)
	case *Return:
		if in.E == nil {
			return "return"
		}
		return "return " + s.exprText(in.E, 0)
	case *Clobber:
		return "memory = ? (" + in.Why + ")"
	case *Opaque:
		return in.What
	}
	panic(fmt.Sprintf("cil: unknown instruction %T", in))
}

func (s style) callText(c *Call) string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = s.exprText(a, 1)
	}
	fn := s.exprText(c.Fn, precPostfix)
	if f := c.Callee(); f != nil {
		fn = s.funcName(f)
	}
	text := fn + "(" + strings.Join(args, ", ") + ")"
	if c.Ret != nil {
		text = s.lval(c.Ret) + " = " + text
	}
	return text
}
