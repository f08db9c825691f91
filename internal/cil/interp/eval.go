package interp

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"hardbop/internal/cil"
)

// eval returns the value of e in the current state.
func (s *State) eval(e cil.Expr) Value {
	switch e := e.(type) {
	case *cil.Const:
		return Value{Int: e.Val}
	case *cil.FloatConst:
		return Value{Float: floatOf(e)}
	case *cil.Load:
		if v, ok := s.ghosts[e.L.Base]; ok && e.L.Base != nil && len(e.L.Path) == 0 {
			return v
		}
		return s.read(s.place(e.L))
	case *cil.AddrOf:
		return addrValue(s.place(e.L).addr)
	case *cil.FuncAddr:
		return addrValue(s.mem.funcAddr(e.F))
	case *cil.Unary:
		return s.unary(e)
	case *cil.Binary:
		return s.binary(e)
	case *cil.Cond:
		if s.cond(e.C) {
			return s.eval(e.A)
		}
		return s.eval(e.B)
	case *cil.Cast:
		return s.convert(s.eval(e.X), e.X.Type(), e.T)
	}
	panic(fmt.Sprintf("interp: unknown expression %T", e))
}

func (s *State) cond(e cil.Expr) bool { return s.eval(e).truth(e.Type()) }

// floatOf returns the value of a floating constant.
func floatOf(c *cil.FloatConst) float64 {
	text := strings.TrimRight(c.Text, "lLqQ")
	if c.T.Bits == 32 || !strings.Contains(strings.ToLower(text), "inf") {
		text = strings.TrimRight(text, "fFlLqQ")
	}
	if strings.HasSuffix(strings.ToLower(text), "in") {
		text += "f" // the infinity, which lost its end as a suffix
	}
	bits := 64
	if c.T.Bits == 32 {
		bits = 32
	}
	v, err := strconv.ParseFloat(text, bits)
	if err != nil && v == 0 {
		panic("interp: floating constant " + c.Text)
	}
	return v
}

func boolValue(b bool) Value {
	if b {
		return IntValue(1)
	}
	return IntValue(0)
}

func (s *State) unary(e *cil.Unary) Value {
	if e.Op == cil.LogNot {
		return boolValue(!s.cond(e.X))
	}
	x := s.eval(e.X)
	if _, float := e.T.(*cil.FloatType); float {
		return Value{Float: -x.Float}
	}
	t := e.T.(*cil.IntType)
	if e.Op == cil.BitNot {
		return Value{Int: t.Wrap(new(big.Int).Not(x.Int))}
	}
	return s.wrap(t, new(big.Int).Neg(x.Int))
}

func (s *State) binary(e *cil.Binary) Value {
	switch e.Op {
	case cil.LAnd:
		return boolValue(s.cond(e.X) && s.cond(e.Y))
	case cil.LOr:
		return boolValue(s.cond(e.X) || s.cond(e.Y))
	}
	x, y := s.eval(e.X), s.eval(e.Y)
	_, float := e.X.Type().(*cil.FloatType)
	switch {
	case e.Op == cil.PtrAdd || e.Op == cil.PtrSub || e.Op == cil.PtrDiff:
		return s.pointerArith(e, x, y)
	case e.Op.IsCompare() && float:
		return boolValue(compareFloats(e.Op, x.Float, y.Float))
	case e.Op.IsCompare():
		return boolValue(e.Op.Holds(x.Int.Cmp(y.Int)))
	case float:
		return Value{Float: floatArith(e.Op, x.Float, y.Float, e.T.(*cil.FloatType))}
	}
	return s.intArith(e.Op, x.Int, y.Int, e.T.(*cil.IntType))
}

// pointerArith computes p + i, p - i and p - q, counted in elements.
func (s *State) pointerArith(e *cil.Binary, x, y Value) Value {
	size := s.size(e.X.Type().(*cil.PtrType).Elem)
	switch e.Op {
	case cil.PtrAdd:
		return addrValue(s.wrapAddr(x.addr() + uint64(size)*low64(y.Int)))
	case cil.PtrSub:
		return addrValue(s.wrapAddr(x.addr() - uint64(size)*low64(y.Int)))
	}
	if size == 0 {
		undefined("pointers to a type without size are subtracted")
	}
	d := int64(x.addr() - y.addr())
	if s.prog.Model.PtrBytes == 4 {
		d = int64(int32(d))
	}
	return IntValue(d / size)
}

// low64 returns v modulo 2 to the 64.
func low64(v *big.Int) uint64 {
	if v.IsInt64() {
		return uint64(v.Int64())
	}
	return new(big.Int).And(v, maxUint64).Uint64()
}

var maxUint64 = new(big.Int).SetUint64(1<<64 - 1)

func compareFloats(op cil.BinOp, x, y float64) bool {
	switch op {
	case cil.Eq:
		return x == y
	case cil.Ne:
		return x != y
	case cil.Lt:
		return x < y
	case cil.Le:
		return x <= y
	case cil.Gt:
		return x > y
	}
	return x >= y
}
