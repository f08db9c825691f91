package cil

import (
	"math/big"
	"strings"
)

// constant writes an integer constant; in the exact style with the suffix of its type.
func (s style) constant(c *Const) (string, int) {
	if s.exact {
		return exactConstant(c)
	}
	return signed(c.Val.String())
}

// signed returns text with the precedence that its sign gives it.
func signed(text string) (string, int) {
	if text[0] == '-' {
		return text, precUnary
	}
	return text, precPostfix
}

var intSuffix = [...]string{UInt: "U", Long: "L", ULong: "UL", LongLong: "LL", ULongLong: "ULL", Int128: "", UInt128: "", MathInt: ""}

// exactConstant writes c so that C gives it its type and value. The least value of a
// signed type, which C can't write as one constant, is a difference. Constants of types
// smaller than int are written as int.
func exactConstant(c *Const) (string, int) {
	suffix := intSuffix[c.T.Kind]
	switch {
	case c.T.Kind == Int128 || c.T.Kind == UInt128:
		return wideConstant(c), precPostfix
	case c.T.Kind >= Int && c.T.Signed && c.T.Kind != MathInt && c.Val.Cmp(c.T.Min()) == 0:
		next := new(big.Int).Add(c.Val, big.NewInt(1))
		return "(" + next.String() + suffix + " - 1)", precPostfix
	}
	return signed(c.Val.String() + suffix)
}

// wideConstant writes a constant of 128 bits.
func wideConstant(c *Const) string {
	mod := new(big.Int).Lsh(big.NewInt(1), 128)
	hi, lo := new(big.Int).DivMod(new(big.Int).Mod(c.Val, mod), new(big.Int).Lsh(big.NewInt(1), 64), new(big.Int))
	u := "(unsigned __int128)" + lo.String() + "ULL"
	if hi.Sign() != 0 {
		u = "((unsigned __int128)" + hi.String() + "ULL << 64 | " + lo.String() + "ULL)"
	}
	return "((" + c.T.String() + ")" + u + ")"
}

// floatConstant writes a floating constant; in the exact style with the suffix of its type.
func (s style) floatConstant(c *FloatConst) (string, int) {
	if !s.exact {
		return signed(c.Text)
	}
	text := strings.TrimRight(c.Text, "fFlLqQ") // the exponent of a hexadecimal one is decimal
	switch strings.TrimLeft(strings.ToLower(c.Text), "+-") {
	case "inf", "infinity":
		text = strings.Replace(text, text[strings.IndexAny(text, "iI"):], "__builtin_inf()", 1)
	case "nan":
		text = "__builtin_nan(\"\")"
	default:
		if !strings.ContainsAny(text, ".eEpP") {
			text += ".0"
		}
		text += map[int]string{32: "f", 80: "L", 128: "Q"}[c.T.Bits]
	}
	return signed(text)
}

// narrow converts the text of arithmetic in a type smaller than int, which C would do
// in int, to that type; only in the exact style.
func (s style) narrow(e Expr, text string, prec int) (string, int) {
	t, ok := e.Type().(*IntType)
	if !s.exact || !ok || t.Kind >= Int {
		return text, prec
	}
	return "(" + t.String() + ")(" + text + ")", precUnary
}
