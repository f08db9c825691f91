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
	if pt, ok := p.Type().(*cil.PtrType); !ok || !cil.IsScalar(pt.Elem) {
		return opd{}, false
	}
	target := x.deref(p, n)
	t := target.typ()
	arg := func(i int) cil.Expr {
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
			v = arg(1)
		}
		x.set(target.l, v, n)
		return opd{}, true
	case "exchange_n", "lock_test_and_set":
		v := arg(1)
		o := old()
		x.set(target.l, v, n)
		return opd{e: o}, true
	case "val_compare_and_swap", "bool_compare_and_swap":
		return x.compareSwap(op, target.l, arg(1), arg(2), n), true
	}
	return x.atomicUpdate(op, target.l, arg, old, n)
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
func (x *elab) atomicUpdate(op string, l *cil.Lval, arg func(int) cil.Expr, old func() cil.Expr, n cc.Node) (opd, bool) {
	after := strings.HasSuffix(op, "_and_fetch") || strings.HasSuffix(op, "_fetch")
	word := strings.TrimSuffix(strings.TrimSuffix(op, "_and_fetch"), "_fetch")
	word = strings.TrimPrefix(strings.TrimPrefix(word, "fetch_and_"), "fetch_")
	bin, ok := atomicOps[word]
	if !ok || !cil.IsInteger(l.Type()) {
		return opd{}, false
	}
	v := arg(1)
	o := old()
	sum := x.convert(x.apply(bin, o, v, n), l.Type(), n)
	if after {
		sum = x.keep(sum, n)
	}
	x.set(l, sum, n)
	if after {
		return opd{e: sum}, true
	}
	return opd{e: o}, true
}
