package smttest

import (
	"pgregory.net/rapid"

	"hardbop/internal/smt"
)

// Byte draws a term of width 8 and the given depth.
func (g *Terms) Byte(depth int) Sample[uint8] {
	f := g.F
	if depth == 0 {
		if i := g.pick(3); i < 2 {
			return octet{g.sym.bytes[i], func(s State) uint8 { return s.Bytes[i] }}
		}
		k := rapid.Uint8().Draw(g.t, "byte")
		return octet{f.BV64(int64(k), 8), func(State) uint8 { return k }}
	}
	switch g.pick(4) {
	case 0:
		c, a, b := g.Bool(depth-1), g.Byte(depth-1), g.Byte(depth-1)
		return octet{f.Ite(c.Term, a.Term, b.Term), func(s State) uint8 { return choose(c.In(s), a.In(s), b.In(s)) }}
	case 1:
		return g.parts(g.Byte(depth-1), g.Byte(depth-1))
	}
	return g.byteOperation(g.Byte(depth-1), g.Byte(depth-1))
}

func (g *Terms) byteComparison(a, b octet) boolean {
	f := g.F
	with := func(t smt.Term, op func(x, y uint8) bool) boolean {
		return boolean{t, func(s State) bool { return op(a.In(s), b.In(s)) }}
	}
	switch g.pick(5) {
	case 0:
		return with(f.Ult(a.Term, b.Term), func(x, y uint8) bool { return x < y })
	case 1:
		return with(f.Ule(a.Term, b.Term), func(x, y uint8) bool { return x <= y })
	case 2:
		return with(f.Slt(a.Term, b.Term), func(x, y uint8) bool { return int8(x) < int8(y) })
	case 3:
		return with(f.Sge(a.Term, b.Term), func(x, y uint8) bool { return int8(x) >= int8(y) })
	}
	return with(f.Eq(a.Term, b.Term), func(x, y uint8) bool { return x == y })
}

func (g *Terms) byteOperation(a, b octet) octet {
	f := g.F
	with := func(t smt.Term, op func(x, y uint8) uint8) octet {
		return octet{t, func(s State) uint8 { return op(a.In(s), b.In(s)) }}
	}
	switch g.pick(8) {
	case 0:
		return with(f.BVAdd(a.Term, b.Term), func(x, y uint8) uint8 { return x + y })
	case 1:
		return with(f.BVSub(a.Term, b.Term), func(x, y uint8) uint8 { return x - y })
	case 2:
		return with(f.BVMul(a.Term, b.Term), func(x, y uint8) uint8 { return x * y })
	case 3:
		return with(f.BVAnd(a.Term, b.Term), func(x, y uint8) uint8 { return x & y })
	case 4:
		return with(f.BVOr(a.Term, b.Term), func(x, y uint8) uint8 { return x | y })
	case 5:
		return with(f.BVXor(a.Term, b.Term), func(x, y uint8) uint8 { return x ^ y })
	case 6:
		return g.shift(a, b)
	}
	return g.byteDivision(a, b)
}

func (g *Terms) shift(a, b octet) octet {
	f := g.F
	switch g.pick(3) {
	case 0:
		return octet{f.BVShl(a.Term, b.Term), func(s State) uint8 { return a.In(s) << b.In(s) }}
	case 1:
		return octet{f.BVLshr(a.Term, b.Term), func(s State) uint8 { return a.In(s) >> b.In(s) }}
	}
	return octet{f.BVAshr(a.Term, b.Term), func(s State) uint8 { return uint8(int8(a.In(s)) >> b.In(s)) }}
}

func (g *Terms) byteDivision(a, b octet) octet {
	f := g.F
	with := func(t smt.Term, op func(x, y uint8) uint8, byZero func(x uint8) uint8) octet {
		return octet{t, func(s State) uint8 {
			if b.In(s) == 0 {
				return byZero(a.In(s))
			}
			return op(a.In(s), b.In(s))
		}}
	}
	same := func(x uint8) uint8 { return x }
	switch g.pick(4) {
	case 0:
		return with(f.BVUDiv(a.Term, b.Term), func(x, y uint8) uint8 { return x / y }, func(uint8) uint8 { return 255 })
	case 1:
		return with(f.BVURem(a.Term, b.Term), func(x, y uint8) uint8 { return x % y }, same)
	case 2:
		return with(f.BVSDiv(a.Term, b.Term), func(x, y uint8) uint8 { return uint8(int8(x) / int8(y)) },
			func(x uint8) uint8 { return choose(int8(x) < 0, uint8(1), 255) })
	}
	return with(f.BVSRem(a.Term, b.Term), func(x, y uint8) uint8 { return uint8(int8(x) % int8(y)) }, same)
}

// parts draws operations that change the width, and back.
func (g *Terms) parts(a, b octet) octet {
	f := g.F
	switch g.pick(5) {
	case 0:
		return octet{f.BVNot(a.Term), func(s State) uint8 { return ^a.In(s) }}
	case 1:
		return octet{f.BVNeg(a.Term), func(s State) uint8 { return -a.In(s) }}
	case 2:
		n := g.pick(7)
		return octet{f.ZeroExt(7-n, f.Extract(n, 0, a.Term)), func(s State) uint8 { return a.In(s) & (2<<n - 1) }}
	case 3:
		n := 1 + g.pick(7)
		return octet{f.SignExt(n, f.Extract(7, n, a.Term)), func(s State) uint8 { return uint8(int8(a.In(s)) >> n) }}
	}
	n := g.pick(9)
	return octet{f.Extract(7+n, n, f.Concat(a.Term, b.Term)), func(s State) uint8 {
		return uint8((uint16(a.In(s))<<8 | uint16(b.In(s))) >> n)
	}}
}
