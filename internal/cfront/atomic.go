package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

var atomicOps = map[string]cil.BinOp{"add": cil.Add, "sub": cil.Sub, "and": cil.BitAnd, "or": cil.BitOr, "xor": cil.BitXor}

// atomic elaborates gcc's __sync_ and __atomic_ functions as one thread sees them. It
// reports whether name is one that is known.
func (x *elab) atomic(name string, args []cc.ExpressionNode, n cc.Node) (opd, bool) {
	x.note(codeAtomic, position(n), name)
	op := strings.TrimPrefix(strings.TrimPrefix(name, "__sync_"), "__atomic_")
	switch op {
	case "synchronize", "thread_fence", "signal_fence":
		return opd{}, true
	}
	if len(args) == 0 {
		return opd{}, false
	}
	p := x.keep(x.value(args[0]), n)
	pt, ok := p.Type().(*cil.PtrType)
	scalar := ok && cil.IsScalar(pt.Elem)
	if ok && (op == "test_and_set" || op == "clear") && !(scalar && x.sizeOf(pt.Elem) == 1) { // they take a byte
		p = x.cast(&cil.PtrType{Elem: x.model.Int(cil.UChar)}, p)
	} else if !scalar {
		return opd{}, false
	}
	target := x.deref(p, n)
	t := target.typ()
	arg := func(i int, t cil.Type) cil.Expr {
		if i < len(args) {
			return x.keep(x.convert(x.value(args[i]), t, n), n)
		}
		x.errorf(position(n), "%s needs more arguments", name)
		return x.zero(t)
	}
	old := func() cil.Expr { return x.save("old", &cil.Load{L: target.l}, n) }
	switch op {
	case "load_n":
		return opd{e: old()}, true
	case "store_n", "lock_release":
		v := x.zero(t)
		if op == "store_n" {
			v = arg(1, t)
		}
		x.set(target.l, v, n)
		return opd{}, true
	case "exchange_n", "lock_test_and_set":
		v := arg(1, t)
		o := old()
		x.set(target.l, v, n)
		return opd{e: o}, true
	case "val_compare_and_swap", "bool_compare_and_swap":
		return x.compareSwap(op, target.l, arg(1, t), arg(2, t), n), true
	case "compare_exchange_n", "compare_exchange":
		return x.compareExchange(op, target.l, args, n)
	case "test_and_set":
		o := old()
		x.set(target.l, x.cast(t, x.boolConst(true)), n)
		return opd{e: x.cast(x.model.Int(cil.Bool), o)}, true
	case "clear":
		x.set(target.l, x.zero(t), n)
		return opd{}, true
	case "load", "store", "exchange":
		return x.atomicCopy(op, target.l, args, n)
	}
	return x.atomicUpdate(op, target.l, arg, old, n)
}

// pointee is what argument i points to, of the type t.
func (x *elab) pointee(args []cc.ExpressionNode, i int, t cil.Type, n cc.Node) *cil.Lval {
	if i >= len(args) {
		x.errorf(position(n), "an atomic function needs more arguments")
		return cil.VarLval(x.temp("error", t, n))
	}
	return derefLval(x.keep(x.cast(&cil.PtrType{Elem: t}, x.value(args[i])), n), t)
}

// compareExchange sets l to a new value if it holds what the second argument points to,
// else that to what l holds. A weak one may do so in any case (C17 7.17.7.4p3).
func (x *elab) compareExchange(op string, l *cil.Lval, args []cc.ExpressionNode, n cc.Node) (opd, bool) {
	t := l.Type()
	want := x.pointee(args, 1, t, n)
	var v cil.Expr
	if op == "compare_exchange" {
		v = x.save("new", &cil.Load{L: x.pointee(args, 2, t, n)}, n)
	} else if len(args) > 2 {
		v = x.keep(x.convert(x.value(args[2]), t, n), n)
	} else {
		return opd{}, false
	}
	old := x.save("old", &cil.Load{L: l}, n)
	equal := x.compare(cil.Eq, old, &cil.Load{L: want}, n)
	if len(args) > 3 && !x.isFalse(args[3]) {
		succeeds := cil.VarLval(x.temp("succeeds", x.intType(), n))
		x.emit(&cil.Havoc{L: succeeds, Why: "a weak exchange"}, position(n))
		equal = cil.MakeBinary(cil.LAnd, equal, x.truth(&cil.Load{L: succeeds}), x.intType())
	}
	same := x.save("same", equal, n)
	x.set(want, old, n) // first: if it's l itself, that is as it was
	x.set(l, cil.MakeCond(x.truth(same), v, old, t), n)
	return opd{e: x.cast(x.model.Int(cil.Bool), same)}, true
}

// isFalse reports whether n is the constant zero.
func (x *elab) isFalse(n cc.ExpressionNode) bool {
	v, ok := x.tryConst(n)
	return ok && v.Sign() == 0
}

// atomicCopy is the form of load, store and exchange whose values are behind pointers.
func (x *elab) atomicCopy(op string, l *cil.Lval, args []cc.ExpressionNode, n cc.Node) (opd, bool) {
	t := l.Type()
	switch op {
	case "load":
		x.set(x.pointee(args, 1, t, n), &cil.Load{L: l}, n)
	case "store":
		x.set(l, &cil.Load{L: x.pointee(args, 1, t, n)}, n)
	default:
		v := x.save("new", &cil.Load{L: x.pointee(args, 1, t, n)}, n)
		to := x.pointee(args, 2, t, n)
		old := x.save("old", &cil.Load{L: l}, n)
		x.set(l, v, n)
		x.set(to, old, n)
	}
	return opd{}, true
}

// compareSwap sets l to v if it holds want.
func (x *elab) compareSwap(op string, l *cil.Lval, want, v cil.Expr, n cc.Node) opd {
	old := x.save("old", &cil.Load{L: l}, n)
	same := x.compare(cil.Eq, old, want, n)
	x.set(l, cil.MakeCond(same, v, old, l.Type()), n)
	if op == "bool_compare_and_swap" {
		return opd{e: x.cast(x.model.Int(cil.Bool), same)}
	}
	return opd{e: old}
}

// atomicUpdate is fetch_and_op, op_and_fetch and their __atomic_ forms.
func (x *elab) atomicUpdate(op string, l *cil.Lval, arg func(int, cil.Type) cil.Expr, old func() cil.Expr, n cc.Node) (opd, bool) {
	after := strings.HasSuffix(op, "_and_fetch") || strings.HasSuffix(op, "_fetch")
	word := strings.TrimSuffix(strings.TrimSuffix(op, "_and_fetch"), "_fetch")
	word = strings.TrimPrefix(strings.TrimPrefix(word, "fetch_and_"), "fetch_")
	bin, ok := atomicOps[strings.TrimPrefix(word, "n")]
	t := l.Type()
	if !ok || !cil.IsInteger(t) && !cil.IsPointer(t) {
		return opd{}, false
	}
	var v cil.Expr
	if cil.IsPointer(t) {
		v = arg(1, x.model.PtrDiffT())
	} else {
		v = arg(1, t)
	}
	o := old()
	sum := x.atomicResult(bin, o, v, n)
	if word == "nand" {
		sum = cil.MakeUnary(cil.BitNot, sum, sum.Type())
	}
	sum = x.cast(t, sum)
	if after {
		sum = x.keep(sum, n)
	}
	x.set(l, sum, n)
	if after {
		return opd{e: sum}, true
	}
	return opd{e: o}, true
}

// atomicResult is a op v, which wraps (C17 7.17.7.5p3). To an address it adds bytes.
func (x *elab) atomicResult(op cil.BinOp, a, v cil.Expr, n cc.Node) cil.Expr {
	t, ok := a.Type().(*cil.IntType)
	sum := op == cil.Add || op == cil.Sub
	switch {
	case !ok && sum:
		return x.apply(op, x.cast(&cil.PtrType{Elem: x.model.Int(cil.Char)}, a), v, n)
	case !ok:
		u := x.model.SizeT()
		return x.apply(op, x.cast(u, a), x.cast(u, v), n)
	case sum && t.Bytes == 4:
		return x.apply(op, x.cast(x.model.Int(cil.UInt), a), v, n)
	case sum && t.Bytes == 8:
		return x.apply(op, x.cast(x.model.Int(cil.ULongLong), a), v, n)
	}
	return x.apply(op, a, v, n)
}
