package interp

import (
	"fmt"

	"hardbop/boolprog"
)

// outcomes is the set of values that an expression can have: choices of * differ.
type outcomes uint8

const (
	canFalse outcomes = 1 << iota
	canTrue
)

// can returns the outcomes that contain b only.
func can(b bool) outcomes {
	if b {
		return canTrue
	}
	return canFalse
}

// has reports whether value is possible.
func (o outcomes) has(value bool) bool { return o&can(value) != 0 }

// frame is what an expression is evaluated in: values before and after a step.
type frame struct {
	graph  *boolprog.Graph
	before boolprog.Valuation
	after  boolprog.Valuation // only read by primed variables
}

// eval returns the possible values of e. Different occurrences of * are independent,
// so the outcomes of an operator follow from those of its arguments.
func (f frame) eval(e *boolprog.Expr) outcomes {
	switch e.Op {
	case boolprog.OpFalse:
		return canFalse
	case boolprog.OpTrue:
		return canTrue
	case boolprog.OpNondet:
		return canFalse | canTrue
	case boolprog.OpVar:
		return can(f.before.Get(f.graph.Slot(e.Ref)))
	case boolprog.OpPrimed:
		return can(f.after.Get(f.graph.Slot(e.Ref)))
	case boolprog.OpNot:
		return lift(f.eval(e.Args[0]), canFalse, func(a, _ bool) bool { return !a })
	case boolprog.OpOne:
		return f.one(e.Args)
	case boolprog.OpSchoose:
		return lift(f.eval(e.Args[0]), f.negated(e.Args[1]), func(p, free bool) bool { return p || free })
	}
	result := f.eval(e.Args[0])
	for _, a := range e.Args[1:] {
		result = lift(result, f.eval(a), operator(e.Op))
	}
	return result
}

// negated returns the outcomes of !n & *.
func (f frame) negated(n *boolprog.Expr) outcomes {
	return lift(f.eval(n), canFalse|canTrue, func(n, choice bool) bool { return !n && choice })
}

// lift applies an operator to all pairs of values.
func lift(a, b outcomes, op func(a, b bool) bool) outcomes {
	var result outcomes
	for _, x := range []bool{false, true} {
		for _, y := range []bool{false, true} {
			if a.has(x) && b.has(y) {
				result |= can(op(x, y))
			}
		}
	}
	return result
}

// operator returns the function of an infix operator.
func operator(op boolprog.Op) func(a, b bool) bool {
	switch op {
	case boolprog.OpAnd:
		return func(a, b bool) bool { return a && b }
	case boolprog.OpOr:
		return func(a, b bool) bool { return a || b }
	case boolprog.OpXor, boolprog.OpNe:
		return func(a, b bool) bool { return a != b }
	case boolprog.OpEq:
		return func(a, b bool) bool { return a == b }
	case boolprog.OpImplies:
		return func(a, b bool) bool { return !a || b }
	}
	panic(fmt.Sprintf("interp: operator %d isn't infix", op))
}

// one returns whether exactly one of the arguments can be true, and can't.
func (f frame) one(args []*boolprog.Expr) outcomes {
	var counts [3]bool // that none, one, more than one are true is possible
	counts[0] = true
	for _, a := range args {
		o := f.eval(a)
		var next [3]bool
		for n, possible := range counts {
			if !possible {
				continue
			}
			next[n] = next[n] || o.has(false)
			more := min(n+1, 2)
			next[more] = next[more] || o.has(true)
		}
		counts = next
	}
	var result outcomes
	if counts[1] {
		result |= canTrue
	}
	if counts[0] || counts[2] {
		result |= canFalse
	}
	return result
}
