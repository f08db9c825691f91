package smt

import (
	"fmt"
	"math/big"
)

// Eval returns the value of t in m, which may be nil. It is total: see the package
// comment for division by zero, and [Model] for symbols that m doesn't mention.
func (f *Factory) Eval(m *Model, t Term) Value {
	return NewEvaluator(f, m).Eval(t)
}

// Evaluator computes values of terms in one model and remembers them.
type Evaluator struct {
	f    *Factory
	m    *Model
	done map[*node]Value
}

// NewEvaluator returns an evaluator for m, which must not change while it's in use.
func NewEvaluator(f *Factory, m *Model) *Evaluator {
	return &Evaluator{f, m, map[*node]Value{}}
}

// Holds reports whether the Boolean term t is true.
func (e *Evaluator) Holds(t Term) bool { return e.Eval(t).truth }

// Eval returns the value of t.
func (e *Evaluator) Eval(t Term) Value {
	if v, ok := e.done[t.n]; ok {
		return v
	}
	v := e.eval(t)
	e.done[t.n] = v
	return v
}

func (e *Evaluator) bool(b bool) Value { return Value{sort: e.f.BoolSort(), truth: b} }

func (e *Evaluator) num(s Sort, v *big.Int) Value { return Value{sort: s, n: v} }

// eval evaluates the operations that don't need all of their arguments, and symbols.
func (e *Evaluator) eval(t Term) Value {
	n := t.n
	switch n.op {
	case OpTrue, OpFalse:
		return e.bool(n.op == OpTrue)
	case OpInt, OpBV:
		return e.num(n.sort, n.val.view())
	case OpVar:
		v, _ := e.m.Value(t)
		return v
	case OpIte:
		if e.Holds(n.args[0]) {
			return e.Eval(n.args[1])
		}
		return e.Eval(n.args[2])
	case OpAnd, OpOr:
		return e.bool(e.connective(n))
	}
	args := make([]Value, len(n.args))
	for i, a := range n.args {
		args[i] = e.Eval(a)
	}
	return e.apply(t, args)
}

func (e *Evaluator) connective(n *node) bool {
	for _, a := range n.args {
		if e.Holds(a) != (n.op == OpAnd) {
			return n.op != OpAnd
		}
	}
	return n.op == OpAnd
}

// apply computes an operation from the values of all arguments.
func (e *Evaluator) apply(t Term, args []Value) Value {
	n := t.n
	switch n.op {
	case OpApply:
		return e.m.Apply(SymbolOf(t), args)
	case OpSelect:
		return args[0].Select(args[1])
	case OpStore:
		return args[0].Store(args[1], args[2])
	case OpConst:
		return ArrayValue(n.sort, args[0])
	case OpNot:
		return e.bool(!args[0].truth)
	case OpEq, OpIff:
		return e.bool(args[0].Equal(args[1]))
	case OpLe:
		return e.bool(args[0].n.Cmp(args[1].n) <= 0)
	case OpSum, OpMul, OpDiv, OpMod:
		return e.num(n.sort, arithmetic(n, args))
	case OpBVUlt, OpBVSlt:
		return e.bool(bvLess(n.op, args[0].n, args[1].n, args[0].sort.Width()))
	}
	return e.num(n.sort, bitvector(n, args))
}

func arithmetic(n *node, args []Value) *big.Int {
	switch n.op {
	case OpSum:
		sum := n.val.big()
		for i, a := range args {
			sum.Add(sum, new(big.Int).Mul(n.coefs[i].view(), a.n))
		}
		return sum
	case OpMul:
		product := big.NewInt(1)
		for _, a := range args {
			product.Mul(product, a.n)
		}
		return product
	}
	zero := args[1].n.Sign() == 0
	switch {
	case n.op == OpDiv && zero:
		return new(big.Int)
	case n.op == OpDiv:
		return new(big.Int).Div(args[0].n, args[1].n)
	case zero:
		return args[0].n
	}
	return new(big.Int).Mod(args[0].n, args[1].n)
}

func bitvector(n *node, args []Value) *big.Int {
	x, w := args[0].n, args[0].sort.Width()
	switch n.op {
	case OpBVNot, OpBVNeg:
		return bvUnary(n.op, x, w)
	case OpExtract:
		return bvExtract(x, int(n.p0), int(n.p1))
	case OpZeroExt:
		return x
	case OpSignExt:
		return wrap(signed(x, w), n.sort.Width())
	case OpConcat:
		return bvConcat(x, args[1].n, args[1].sort.Width())
	}
	if n.op < OpBVAdd || n.op > OpBVAshr {
		panic(fmt.Sprintf("smt: no evaluation of operation %d", n.op))
	}
	return bvBinary(n.op, x, args[1].n, w)
}
