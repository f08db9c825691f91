package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// overflowName takes the name of a built-in function such as __builtin_add_overflow or
// __builtin_smull_overflow apart: the operation, and the type of the operands if the name
// says one.
func (x *elab) overflowName(name string) (op cil.BinOp, t *cil.IntType, ok bool) {
	plain := strings.TrimSuffix(strings.TrimPrefix(name, "__builtin_"), "_p")
	plain, ok = strings.CutSuffix(plain, "_overflow")
	if !ok {
		return 0, nil, false
	}
	ops := map[string]cil.BinOp{"add": cil.Add, "sub": cil.Sub, "mul": cil.Mul}
	if op, ok = ops[plain]; ok {
		return op, nil, true
	}
	if len(plain) < 4 {
		return 0, nil, false
	}
	kinds := map[string]cil.IntKind{"s": cil.Int, "sl": cil.Long, "sll": cil.LongLong, "u": cil.UInt, "ul": cil.ULong, "ull": cil.ULongLong}
	kind, known := kinds[plain[:1]+plain[4:]]
	op, ok = ops[plain[1:4]]
	return op, x.model.Int(kind), ok && known
}

// overflow computes the exact result in 128 bits, stores what fits of it where c points to,
// unless test is set, and says whether it doesn't fit the type of that. With t not nil the
// operands are converted to it.
func (x *elab) overflow(op cil.BinOp, t *cil.IntType, a, b, c cc.ExpressionNode, test bool, n cc.Node) opd {
	ea, eb := x.operands(a, b)
	if t != nil {
		ea, eb = x.convert(ea, t, n), x.convert(eb, t, n)
	}
	target := opd{e: x.value(c)}
	if !test {
		target = x.deref(target.e, n)
	}
	it, ok := target.typ().(*cil.IntType)
	if !ok || !cil.IsInteger(ea.Type()) || !cil.IsInteger(eb.Type()) {
		return opd{e: x.badOperands(ea, eb, n)}
	}
	wide := x.model.Int(cil.Int128)
	if !ea.Type().(*cil.IntType).Signed && !eb.Type().(*cil.IntType).Signed && op == cil.Mul {
		wide = x.model.Int(cil.UInt128)
	}
	exact := x.save("wide", cil.MakeBinary(op, x.cast(wide, ea), x.cast(wide, eb), wide), n)
	if !test {
		x.set(target.l, x.cast(it, exact), n)
	}
	return opd{e: x.cast(x.model.Int(cil.Bool), cil.MakeBinary(cil.Ne, x.cast(wide, x.cast(it, exact)), exact, x.intType()))}
}
