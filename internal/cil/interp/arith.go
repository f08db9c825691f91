package interp

import (
	"fmt"
	"math"
	"math/big"

	"hardbop/internal/cil"
)

// wrap returns v as the result of arithmetic in t.
func (s *State) wrap(t *cil.IntType, v *big.Int) Value {
	w := t.Wrap(v)
	if s.cfg.CheckOverflow && t.Signed && w.Cmp(v) != 0 {
		undefined("signed overflow: %s is not of type %s", v, t)
	}
	return Value{Int: w}
}

// maxShift bounds shifts of mathematical integers.
const maxShift = 4096

func (s *State) intArith(op cil.BinOp, x, y *big.Int, t *cil.IntType) Value {
	v := new(big.Int)
	switch op {
	case cil.Add:
		return s.wrap(t, v.Add(x, y))
	case cil.Sub:
		return s.wrap(t, v.Sub(x, y))
	case cil.Mul:
		return s.wrap(t, v.Mul(x, y))
	case cil.Div, cil.Mod:
		return s.divide(op, x, y, t)
	case cil.BitAnd:
		v.And(x, y)
	case cil.BitOr:
		v.Or(x, y)
	case cil.BitXor:
		v.Xor(x, y)
	case cil.Shl, cil.Shr:
		return Value{Int: shift(op, x, y, t)}
	default:
		panic(fmt.Sprintf("interp: operator %d on integers", op))
	}
	return Value{Int: t.Wrap(v)}
}

func (s *State) divide(op cil.BinOp, x, y *big.Int, t *cil.IntType) Value {
	if y.Sign() == 0 {
		undefined("division by zero")
	}
	q := new(big.Int).Quo(x, y)
	if t.Wrap(q).Cmp(q) != 0 {
		undefined("%s is divided by %s", x, y)
	}
	if op == cil.Div {
		return Value{Int: q}
	}
	return Value{Int: new(big.Int).Rem(x, y)}
}

func shift(op cil.BinOp, x, y *big.Int, t *cil.IntType) *big.Int {
	limit := int64(t.Bits)
	if t.Kind == cil.MathInt {
		limit = maxShift
	}
	if y.Sign() < 0 || y.Cmp(big.NewInt(limit)) >= 0 {
		undefined("a value of type %s is shifted by %s", t, y)
	}
	n := uint(y.Int64())
	if op == cil.Shl {
		return t.Wrap(new(big.Int).Lsh(x, n))
	}
	return new(big.Int).Rsh(x, n)
}

func floatArith(op cil.BinOp, x, y float64, t *cil.FloatType) float64 {
	var v float64
	switch op {
	case cil.Add:
		v = x + y
	case cil.Sub:
		v = x - y
	case cil.Mul:
		v = x * y
	case cil.Div:
		v = x / y
	default:
		panic(fmt.Sprintf("interp: operator %d on floats", op))
	}
	return roundTo(v, t)
}

// roundTo rounds v to t. A result of +, -, * or / that was rounded to double first is
// the same as if it had been rounded to float at once.
func roundTo(v float64, t *cil.FloatType) float64 {
	if t.Bits == 32 {
		return float64(float32(v))
	}
	return v
}

// convert returns the value v of type from as one of type to.
func (s *State) convert(v Value, from, to cil.Type) Value {
	ft, fromFloat := from.(*cil.FloatType)
	switch t := to.(type) {
	case *cil.IntType:
		if fromFloat {
			return Value{Int: floatToInt(v.Float, ft, t)}
		}
		return Value{Int: t.Wrap(v.Int)}
	case *cil.FloatType:
		if fromFloat {
			return Value{Float: roundTo(v.Float, t)}
		}
		return Value{Float: intToFloat(v.Int, t)}
	case *cil.PtrType:
		bits := uint(8 * s.prog.Model.PtrBytes)
		return Value{Int: new(big.Int).Mod(v.Int, new(big.Int).Lsh(big.NewInt(1), bits))}
	}
	return v
}

func floatToInt(v float64, from *cil.FloatType, t *cil.IntType) *big.Int {
	if t.Kind == cil.Bool {
		if v != 0 {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		undefined("%v of type %s is converted to %s", v, from, t)
	}
	n, _ := new(big.Float).SetFloat64(math.Trunc(v)).Int(nil)
	if t.Wrap(n).Cmp(n) != 0 {
		undefined("%v of type %s is converted to %s", v, from, t)
	}
	return n
}

func intToFloat(v *big.Int, t *cil.FloatType) float64 {
	f := new(big.Float).SetInt(v)
	if t.Bits == 32 {
		x, _ := f.Float32()
		return float64(x)
	}
	x, _ := f.Float64()
	return x
}
