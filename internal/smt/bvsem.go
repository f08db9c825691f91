package smt

import "math/big"

// This file is the meaning of the bit-vector operations on values in [0, 2^w), as
// SMT-LIB 2.6 has it, division by zero included.

func pow2(w int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(w)) }

// wrap returns v modulo 2^w.
func wrap(v *big.Int, w int) *big.Int {
	if v.Sign() >= 0 && v.BitLen() <= w {
		return v
	}
	return new(big.Int).Mod(v, pow2(w))
}

// signed returns the two's complement reading of v.
func signed(v *big.Int, w int) *big.Int {
	if v.Bit(w-1) == 0 {
		return v
	}
	return new(big.Int).Sub(v, pow2(w))
}

func allOnes(w int) *big.Int { return new(big.Int).Sub(pow2(w), big.NewInt(1)) }

// bvUnary computes an operation of one argument of width w.
func bvUnary(op Op, x *big.Int, w int) *big.Int {
	if op == OpBVNot {
		return new(big.Int).Xor(x, allOnes(w))
	}
	return wrap(new(big.Int).Neg(x), w)
}

// bvBinary computes an operation of two arguments of width w with a result of width w.
func bvBinary(op Op, x, y *big.Int, w int) *big.Int {
	z := new(big.Int)
	switch op {
	case OpBVAdd:
		return wrap(z.Add(x, y), w)
	case OpBVMul:
		return wrap(z.Mul(x, y), w)
	case OpBVAnd:
		return z.And(x, y)
	case OpBVOr:
		return z.Or(x, y)
	case OpBVXor:
		return z.Xor(x, y)
	case OpBVUDiv, OpBVURem, OpBVSDiv, OpBVSRem:
		return bvDivision(op, x, y, w)
	case OpBVShl, OpBVLshr, OpBVAshr:
		return bvShift(op, x, y, w)
	}
	panic("smt: not an operation of two bit vectors")
}

func bvDivision(op Op, x, y *big.Int, w int) *big.Int {
	switch op {
	case OpBVUDiv:
		if y.Sign() == 0 {
			return allOnes(w)
		}
		return new(big.Int).Quo(x, y)
	case OpBVURem:
		if y.Sign() == 0 {
			return x
		}
		return new(big.Int).Rem(x, y)
	}
	sx, sy := signed(x, w), signed(y, w)
	switch {
	case op == OpBVSRem && sy.Sign() == 0:
		return x
	case op == OpBVSRem:
		return wrap(new(big.Int).Rem(sx, sy), w)
	case sy.Sign() != 0:
		return wrap(new(big.Int).Quo(sx, sy), w)
	case sx.Sign() < 0:
		return big.NewInt(1)
	}
	return allOnes(w)
}

func bvShift(op Op, x, y *big.Int, w int) *big.Int {
	by := uint(w)
	if y.IsInt64() && y.Int64() < int64(w) {
		by = uint(y.Int64())
	}
	switch op {
	case OpBVShl:
		return wrap(new(big.Int).Lsh(x, by), w)
	case OpBVLshr:
		return new(big.Int).Rsh(x, by)
	}
	return wrap(new(big.Int).Rsh(signed(x, w), by), w)
}

// bvLess reports whether x < y, as unsigned numbers or in two's complement.
func bvLess(op Op, x, y *big.Int, w int) bool {
	if op == OpBVSlt {
		x, y = signed(x, w), signed(y, w)
	}
	return x.Cmp(y) < 0
}

func bvExtract(x *big.Int, hi, lo int) *big.Int {
	return wrap(new(big.Int).Rsh(x, uint(lo)), hi-lo+1)
}

// bvConcat returns x followed by the w low bits y.
func bvConcat(x, y *big.Int, w int) *big.Int {
	z := new(big.Int).Lsh(x, uint(w))
	return z.Or(z, y)
}
