package lts

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"hardbop/internal/source"
)

// Expr is an expression: over the numbers of a file where it says which states and actions
// there are, over a program's values in guards and conditions.
type Expr interface {
	Place() source.Pos
	write(b *strings.Builder, prec int, param func(k int) string)
}

// Number is a constant.
type Number struct {
	Pos source.Pos
	Val *big.Int
}

// Name is a name: an index, a constant of the file, or a name of the program.
type Name struct {
	Pos  source.Pos
	Name string
}

// Param is $k: the k-th argument, $0 the returned value.
type Param struct {
	Pos source.Pos
	K   int
}

// Unary is an operation on one operand: - ! ~ or, over a program's values, * and &.
type Unary struct {
	Pos source.Pos
	Op  string
	X   Expr
}

// Binary is an operation on two operands.
type Binary struct {
	Pos  source.Pos
	Op   string
	X, Y Expr
}

// Member is X.Name or X->Name.
type Member struct {
	Pos   source.Pos
	X     Expr
	Arrow bool
	Name  string
}

// Element is X[I].
type Element struct {
	Pos  source.Pos
	X, I Expr
}

// Place is where the expression is.
func (e *Number) Place() source.Pos { return e.Pos }

// Place is where the expression is.
func (e *Name) Place() source.Pos { return e.Pos }

// Place is where the expression is.
func (e *Param) Place() source.Pos { return e.Pos }

// Place is where the expression is.
func (e *Unary) Place() source.Pos { return e.X.Place() }

// Place is where the expression is.
func (e *Binary) Place() source.Pos { return e.X.Place() }

// Place is where the expression is.
func (e *Member) Place() source.Pos { return e.X.Place() }

// Place is where the expression is.
func (e *Element) Place() source.Pos { return e.X.Place() }

// precedences are those of C: higher binds tighter. All operators associate to the left.
var precedences = map[string]int{"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6,
	"<": 7, "<=": 7, ">": 7, ">=": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}

const (
	precUnary   = 11
	precPostfix = 12
)

func (e *Number) write(b *strings.Builder, prec int, _ func(int) string) {
	text := e.Val.String()
	if e.Val.Sign() < 0 && prec > precUnary {
		text = "(" + text + ")"
	}
	b.WriteString(text)
}

func (e *Name) write(b *strings.Builder, _ int, _ func(int) string) { b.WriteString(e.Name) }

func (e *Param) write(b *strings.Builder, _ int, param func(int) string) {
	b.WriteString(param(e.K))
}

func (e *Unary) write(b *strings.Builder, prec int, param func(int) string) {
	paren(b, prec > precUnary, func() {
		b.WriteString(e.Op)
		inner := strings.Builder{}
		e.X.write(&inner, precUnary, param)
		if strings.HasPrefix(inner.String(), e.Op) {
			b.WriteByte(' ') // - -1 and & &x are not --1 and &&x
		}
		b.WriteString(inner.String())
	})
}

func (e *Binary) write(b *strings.Builder, prec int, param func(int) string) {
	own := precedences[e.Op]
	paren(b, prec > own, func() {
		e.X.write(b, own, param)
		b.WriteString(" " + e.Op + " ")
		e.Y.write(b, own+1, param)
	})
}

func (e *Member) write(b *strings.Builder, _ int, param func(int) string) {
	e.X.write(b, precPostfix, param)
	if e.Arrow {
		b.WriteString("->" + e.Name)
	} else {
		b.WriteString("." + e.Name)
	}
}

func (e *Element) write(b *strings.Builder, _ int, param func(int) string) {
	e.X.write(b, precPostfix, param)
	b.WriteByte('[')
	e.I.write(b, 0, param)
	b.WriteByte(']')
}

func paren(b *strings.Builder, needed bool, inside func()) {
	if needed {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	inside()
}

// C returns e as C text, in which param says what $k is.
func C(e Expr, param func(k int) string) string {
	var b strings.Builder
	e.write(&b, 0, param)
	return b.String()
}

// Text returns e as it is written in a specification.
func Text(e Expr) string { return C(e, func(k int) string { return "$" + strconv.Itoa(k) }) }

// visit calls f for e and all its parts.
func visit(e Expr, f func(Expr)) {
	f(e)
	switch e := e.(type) {
	case *Unary:
		visit(e.X, f)
	case *Binary:
		visit(e.X, f)
		visit(e.Y, f)
	case *Member:
		visit(e.X, f)
	case *Element:
		visit(e.X, f)
		visit(e.I, f)
	}
}

// Names lists the names in e, in order.
func Names(e Expr) []string {
	var names []string
	visit(e, func(x Expr) {
		if n, ok := x.(*Name); ok {
			names = append(names, n.Name)
		}
	})
	return names
}

// Params lists the numbers of the parameters in e, in order.
func Params(e Expr) []int {
	var ks []int
	visit(e, func(x Expr) {
		if p, ok := x.(*Param); ok {
			ks = append(ks, p.K)
		}
	})
	return ks
}

// ReplaceNames returns e with the names that value knows replaced by numbers.
func ReplaceNames(e Expr, value func(name string) (*big.Int, bool)) Expr {
	switch e := e.(type) {
	case *Name:
		if v, ok := value(e.Name); ok {
			return &Number{e.Pos, v}
		}
	case *Unary:
		return &Unary{e.Pos, e.Op, ReplaceNames(e.X, value)}
	case *Binary:
		return &Binary{e.Pos, e.Op, ReplaceNames(e.X, value), ReplaceNames(e.Y, value)}
	case *Member:
		return &Member{e.Pos, ReplaceNames(e.X, value), e.Arrow, e.Name}
	case *Element:
		return &Element{e.Pos, ReplaceNames(e.X, value), ReplaceNames(e.I, value)}
	}
	return e
}

// evalError says why an expression has no value, and where.
type evalError struct {
	pos source.Pos
	msg string
}

func (e *evalError) Error() string { return e.msg }

// maxBits bounds the numbers of a file.
const maxBits = 64

// eval returns the value of an expression over numbers, in which value knows the names.
func eval(e Expr, value func(name string) (*big.Int, bool)) (*big.Int, error) {
	switch e := e.(type) {
	case *Number:
		return e.Val, nil
	case *Name:
		if v, ok := value(e.Name); ok {
			return v, nil
		}
		return nil, &evalError{e.Pos, fmt.Sprintf("unknown name '%s': expected a constant or an index", e.Name)}
	case *Unary:
		x, err := eval(e.X, value)
		if err != nil {
			return nil, err
		}
		return unaryValue(e, x)
	case *Binary:
		return evalBinary(e, value)
	}
	return nil, &evalError{e.Place(), "expected a number: values of the program can't be used here"}
}

func unaryValue(e *Unary, x *big.Int) (*big.Int, error) {
	switch e.Op {
	case "-":
		return new(big.Int).Neg(x), nil
	case "~":
		return new(big.Int).Not(x), nil
	case "!":
		return truth(x.Sign() == 0), nil
	}
	return nil, &evalError{e.Pos, "expected a number: values of the program can't be used here"}
}

func truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

func evalBinary(e *Binary, value func(string) (*big.Int, bool)) (*big.Int, error) {
	x, err := eval(e.X, value)
	if err != nil {
		return nil, err
	}
	y, err := eval(e.Y, value)
	if err != nil {
		return nil, err
	}
	v, msg := binaryValue(e.Op, x, y)
	if msg == "" && v.BitLen() > maxBits {
		msg = "the value has more than 64 bits"
	}
	if msg != "" {
		return nil, &evalError{e.Pos, msg}
	}
	return v, nil
}

// binaryValue computes x op y; msg says why that has no value.
func binaryValue(op string, x, y *big.Int) (v *big.Int, msg string) {
	if c, ok := compare(op, x.Cmp(y)); ok {
		return truth(c), ""
	}
	v = new(big.Int)
	switch op {
	case "&&":
		return truth(x.Sign() != 0 && y.Sign() != 0), ""
	case "||":
		return truth(x.Sign() != 0 || y.Sign() != 0), ""
	case "+":
		return v.Add(x, y), ""
	case "-":
		return v.Sub(x, y), ""
	case "*":
		return v.Mul(x, y), ""
	case "&":
		return v.And(x, y), ""
	case "|":
		return v.Or(x, y), ""
	case "^":
		return v.Xor(x, y), ""
	}
	return divideOrShift(op, x, y)
}

func divideOrShift(op string, x, y *big.Int) (*big.Int, string) {
	v := new(big.Int)
	switch {
	case (op == "/" || op == "%") && y.Sign() == 0:
		return nil, "division by zero"
	case op == "/":
		return v.Quo(x, y), ""
	case op == "%":
		return v.Rem(x, y), ""
	case !y.IsUint64() || y.Uint64() > maxBits:
		return nil, "expected a shift by 0 to 64"
	case op == "<<":
		return v.Lsh(x, uint(y.Uint64())), ""
	}
	return v.Rsh(x, uint(y.Uint64())), ""
}

// compare is the result of a comparison, if op is one.
func compare(op string, sign int) (holds, ok bool) {
	switch op {
	case "==":
		return sign == 0, true
	case "!=":
		return sign != 0, true
	case "<":
		return sign < 0, true
	case "<=":
		return sign <= 0, true
	case ">":
		return sign > 0, true
	case ">=":
		return sign >= 0, true
	}
	return false, false
}
