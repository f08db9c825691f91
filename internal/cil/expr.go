package cil

import "math/big"

// Expr is an expression without side effects.
type Expr interface {
	isExpr()
	// Type returns the expression's type, after conversions.
	Type() Type
}

// Const is an integer constant. Val lies in T's range; T may be Math.
type Const struct {
	T   *IntType
	Val *big.Int
}

// FloatConst is a floating constant, as spelled in the source.
type FloatConst struct {
	T    *FloatType
	Text string
}

// Load reads an lvalue.
type Load struct{ L *Lval }

// AddrOf is the address of L: &L with T a pointer to L's type, or, if L is an array,
// its decay with T a pointer to the element type.
type AddrOf struct {
	L *Lval
	T *PtrType
}

// FuncAddr is the address of a function.
type FuncAddr struct {
	F *Func
	T *PtrType
}

// UnOp is a unary operator.
type UnOp int

// The unary operators.
const (
	Neg UnOp = iota
	BitNot
	LogNot
)

// Unary applies Op. LogNot has an int result and any scalar operand.
type Unary struct {
	Op UnOp
	X  Expr
	T  Type
}

// BinOp is a binary operator.
type BinOp int

// The binary operators. PtrAdd and PtrSub take a pointer and an integer and count
// elements; PtrDiff takes two pointers and counts elements.
const (
	Add BinOp = iota
	Sub
	Mul
	Div
	Mod
	BitAnd
	BitOr
	BitXor
	Shl
	Shr
	PtrAdd
	PtrSub
	PtrDiff
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	LAnd
	LOr
)

// IsCompare reports whether op is one of Eq, Ne, Lt, Le, Gt, Ge.
func (op BinOp) IsCompare() bool { return op >= Eq && op <= Ge }

// Negate returns the comparison that holds exactly when op doesn't. op is a
// comparison of integers or pointers (not of floats, where NaN breaks the rule).
func (op BinOp) Negate() BinOp {
	return [...]BinOp{Ne, Eq, Ge, Gt, Le, Lt}[op-Eq]
}

// Swap returns the comparison with its operands exchanged. op is a comparison.
func (op BinOp) Swap() BinOp {
	return [...]BinOp{Eq, Ne, Gt, Ge, Lt, Le}[op-Eq]
}

// Binary applies Op. See the table in the package comment for the operands' types.
type Binary struct {
	Op   BinOp
	X, Y Expr
	T    Type
}

// Cond is c ? a : b.
type Cond struct {
	C, A, B Expr
	T       Type
}

// Cast converts X to T.
type Cast struct {
	T Type
	X Expr
}

func (*Const) isExpr()      {}
func (*FloatConst) isExpr() {}
func (*Load) isExpr()       {}
func (*AddrOf) isExpr()     {}
func (*FuncAddr) isExpr()   {}
func (*Unary) isExpr()      {}
func (*Binary) isExpr()     {}
func (*Cond) isExpr()       {}
func (*Cast) isExpr()       {}

// Type returns the type of the expression.
func (e *Const) Type() Type      { return e.T }
func (e *FloatConst) Type() Type { return e.T }
func (e *Load) Type() Type       { return e.L.Type() }
func (e *AddrOf) Type() Type     { return e.T }
func (e *FuncAddr) Type() Type   { return e.T }
func (e *Unary) Type() Type      { return e.T }
func (e *Binary) Type() Type     { return e.T }
func (e *Cond) Type() Type       { return e.T }
func (e *Cast) Type() Type       { return e.T }

// Lval names a piece of memory: the variable Base, or if Base is nil what Mem points
// to, followed by the selectors Path from the outside in.
type Lval struct {
	Base *Var
	Mem  Expr // of pointer type
	Path []Sel
}

// Sel selects a part: the member Field, or if Field is nil the array element Index.
type Sel struct {
	Field *Field
	Index Expr
}

// Type returns the type of what l names.
func (l *Lval) Type() Type {
	var t Type
	if l.Base != nil {
		t = l.Base.Type
	} else {
		t = l.Mem.Type().(*PtrType).Elem
	}
	for _, s := range l.Path {
		if s.Field != nil {
			t = s.Field.Type
		} else {
			t = t.(*ArrayType).Elem
		}
	}
	return t
}

// IsVar reports whether l is the whole variable v, or with v nil any whole variable.
func (l *Lval) IsVar(v *Var) bool {
	return l.Base != nil && len(l.Path) == 0 && (v == nil || l.Base == v)
}

// VarLval returns the lvalue that is the whole of v.
func VarLval(v *Var) *Lval { return &Lval{Base: v} }

// LoadVar returns the expression that reads v.
func LoadVar(v *Var) Expr { return &Load{VarLval(v)} }

// IntConst returns the constant v of type t; v is wrapped to t.
func IntConst(t *IntType, v int64) *Const { return &Const{T: t, Val: t.Wrap(big.NewInt(v))} }

// ConstValue returns the value of e if it is an integer constant.
func ConstValue(e Expr) (*big.Int, bool) {
	if c, ok := e.(*Const); ok {
		return c.Val, true
	}
	return nil, false
}

// IsZero reports whether e is the integer constant 0, under casts too (a null pointer).
func IsZero(e Expr) bool {
	for {
		c, ok := e.(*Cast)
		if !ok {
			break
		}
		e = c.X
	}
	v, ok := ConstValue(e)
	return ok && v.Sign() == 0
}
