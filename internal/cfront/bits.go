package cfront

import (
	"math/big"
	"math/bits"
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// bitBuiltin elaborates the built-ins that count bits: ffs, clz, ctz, clrsb, popcount and
// parity, for int and with the suffixes l and ll. plain is the name without __builtin_.
func (x *elab) bitBuiltin(plain string, args []cc.ExpressionNode, n cc.Node) (opd, bool) {
	what, kind := strings.TrimRight(plain, "l"), cil.UInt
	switch len(plain) - len(what) {
	case 1:
		kind = cil.ULong
	case 2:
		kind = cil.ULongLong
	}
	switch what {
	case "ffs", "clz", "ctz", "clrsb", "popcount", "parity":
	default:
		return opd{}, false
	}
	if len(args) != 1 {
		x.errorf(position(n), "__builtin_%s has one argument", plain)
		return opd{e: x.intZero()}, true
	}
	t := x.model.Int(kind)
	e := x.convert(x.value(args[0]), t, n)
	if v, ok := cil.ConstValue(e); ok {
		if k, ok := bitsOf(what, v, t.Bits); ok {
			return opd{e: cil.IntConst(x.intType(), int64(k))}, true
		}
	}
	return opd{e: x.countBits(what, e, t, n)}, true
}

// bitsOf is the value of a built-in for the constant v; of zero, clz and ctz have none.
func bitsOf(what string, v *big.Int, width int) (int, bool) {
	u := v.Uint64()
	switch what {
	case "popcount":
		return bits.OnesCount64(u), true
	case "parity":
		return bits.OnesCount64(u) % 2, true
	case "clz":
		return width - bits.Len64(u), u != 0
	case "ctz":
		return bits.TrailingZeros64(u), u != 0
	case "clrsb":
		if u>>(width-1)&1 == 1 {
			u = ^u & (1<<width - 1)
		}
		return width - 1 - bits.Len64(u), true
	}
	if u == 0 {
		return 0, true
	}
	return bits.TrailingZeros64(u) + 1, true
}

// countBits emits the computation of a built-in for the unsigned value e of type t.
func (x *elab) countBits(what string, e cil.Expr, t *cil.IntType, n cc.Node) cil.Expr {
	e = x.keep(e, n)
	switch what {
	case "clz":
		return x.leadingZeros(e, t, n)
	case "ctz":
		return x.trailingZeros(e, t, n)
	case "ffs":
		one := cil.MakeBinary(cil.Add, x.trailingZeros(e, t, n), x.boolConst(true), x.intType())
		return cil.MakeCond(x.truth(e), one, x.intZero(), x.intType())
	case "clrsb":
		high := cil.MakeBinary(cil.Ge, e, powerOfTwo(t, t.Bits-1), x.intType())
		low := x.keep(cil.MakeCond(high, cil.MakeUnary(cil.BitNot, e, t), e, t), n)
		zeros := cil.MakeCond(x.truth(low), x.leadingZeros(low, t, n), cil.IntConst(x.intType(), int64(t.Bits)), x.intType())
		return cil.MakeBinary(cil.Sub, zeros, x.boolConst(true), x.intType())
	case "parity":
		return cil.MakeBinary(cil.BitAnd, x.onesCount(e, t, n), x.boolConst(true), x.intType())
	}
	return x.onesCount(e, t, n)
}

// leadingZeros halves the width that is looked at: where the upper half is empty, its
// bits count and the lower half takes its place.
func (x *elab) leadingZeros(e cil.Expr, t *cil.IntType, n cc.Node) cil.Expr {
	return x.halve(e, t, n, func(v cil.Expr, half int) (cil.Expr, cil.Expr) {
		empty := cil.MakeBinary(cil.Lt, v, powerOfTwo(t, t.Bits-half), x.intType())
		return empty, cil.MakeBinary(cil.Shl, v, cil.IntConst(x.intType(), int64(half)), t)
	})
}

// trailingZeros does the same from the other end.
func (x *elab) trailingZeros(e cil.Expr, t *cil.IntType, n cc.Node) cil.Expr {
	return x.halve(e, t, n, func(v cil.Expr, half int) (cil.Expr, cil.Expr) {
		mask := &cil.Const{T: t, Val: new(big.Int).Sub(powerOfTwo(t, half).Val, big.NewInt(1))}
		empty := cil.MakeBinary(cil.Eq, cil.MakeBinary(cil.BitAnd, v, mask, t), cil.IntConst(t, 0), x.intType())
		return empty, cil.MakeBinary(cil.Shr, v, cil.IntConst(x.intType(), int64(half)), t)
	})
}

// halve counts zeros in steps of half a width, a quarter, ... one bit. test says of a value
// whether its outer bits are empty, and what is left without them.
func (x *elab) halve(e cil.Expr, t *cil.IntType, n cc.Node, test func(v cil.Expr, half int) (cil.Expr, cil.Expr)) cil.Expr {
	v, count := x.temp("bits", t, n), x.temp("zeros", x.intType(), n)
	x.set(cil.VarLval(v), e, n)
	x.set(cil.VarLval(count), x.intZero(), n)
	for half := t.Bits / 2; half > 0; half /= 2 {
		empty, rest := test(cil.LoadVar(v), half)
		more := cil.MakeBinary(cil.Add, cil.LoadVar(count), cil.IntConst(x.intType(), int64(half)), x.intType())
		yes, join := x.orphan(position(n)), x.orphan(position(n))
		x.branch(empty, yes, join, position(n))
		x.cur = yes
		x.set(cil.VarLval(count), more, n)
		x.set(cil.VarLval(v), rest, n)
		x.jump(join)
		x.cur = join
	}
	return cil.LoadVar(count)
}

// onesCount adds up neighbouring fields of 1, 2, 4, ... bits.
func (x *elab) onesCount(e cil.Expr, t *cil.IntType, n cc.Node) cil.Expr {
	for width := 1; width < t.Bits; width *= 2 {
		mask := &cil.Const{T: t, Val: alternating(width, t.Bits)}
		even := cil.MakeBinary(cil.BitAnd, e, mask, t)
		odd := cil.MakeBinary(cil.BitAnd, cil.MakeBinary(cil.Shr, e, cil.IntConst(x.intType(), int64(width)), t), mask, t)
		e = x.save("ones", cil.MakeBinary(cil.Add, even, odd, t), n)
	}
	return x.cast(x.intType(), e)
}

// alternating has every other field of width bits set, the lowest one first.
func alternating(width, total int) *big.Int {
	v := new(big.Int)
	for i := range total {
		if i/width%2 == 0 {
			v.SetBit(v, i, 1)
		}
	}
	return v
}

func powerOfTwo(t *cil.IntType, k int) *cil.Const {
	return &cil.Const{T: t, Val: new(big.Int).Lsh(big.NewInt(1), uint(k))}
}
