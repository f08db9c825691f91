package line

import (
	"fmt"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// value is what an expression can be: the states in which some choices of * make it true, and
// those in which some make it false. Choices are independent, so that the values of an
// operator follow from those of its arguments.
type value struct{ t, f bdd.Node }

// eval evaluates e. Primed variables that are written have the value after the step.
func (f *Frame) eval(e *boolprog.Expr, written map[*entity]bool) value {
	m := f.x.m
	switch e.Op {
	case boolprog.OpFalse:
		return value{bdd.False, bdd.True}
	case boolprog.OpTrue:
		return value{bdd.True, bdd.False}
	case boolprog.OpNondet:
		return value{bdd.True, bdd.True}
	case boolprog.OpVar, boolprog.OpPrimed:
		v := f.variable(e.Ref.Name)
		if e.Op == boolprog.OpPrimed && written[v.entity] {
			return value{v.next, m.Not(v.next)}
		}
		return value{v.is, m.Not(v.is)}
	case boolprog.OpNot:
		a := f.eval(e.Args[0], written)
		return value{a.f, a.t}
	case boolprog.OpOne:
		return f.one(e.Args, written)
	case boolprog.OpSchoose: // p | !n & *
		p, n := f.eval(e.Args[0], written), f.eval(e.Args[1], written)
		return value{m.Or(p.t, n.f), p.f}
	}
	r := f.eval(e.Args[0], written)
	for _, a := range e.Args[1:] {
		r = infix(m, e.Op, r, f.eval(a, written))
	}
	return r
}

func infix(m bdd.Manager, op boolprog.Op, a, b value) value {
	switch op {
	case boolprog.OpAnd:
		return value{m.And(a.t, b.t), m.Or(a.f, b.f)}
	case boolprog.OpOr:
		return value{m.Or(a.t, b.t), m.And(a.f, b.f)}
	case boolprog.OpImplies:
		return value{m.Or(a.f, b.t), m.And(a.t, b.f)}
	case boolprog.OpXor, boolprog.OpNe:
		return value{m.Or(m.And(a.t, b.f), m.And(a.f, b.t)), m.Or(m.And(a.t, b.t), m.And(a.f, b.f))}
	case boolprog.OpEq:
		return value{m.Or(m.And(a.t, b.t), m.And(a.f, b.f)), m.Or(m.And(a.t, b.f), m.And(a.f, b.t))}
	}
	panic(fmt.Sprintf("line: operator %d isn't infix", op))
}

// one counts how many arguments can be true: none, one, more.
func (f *Frame) one(args []*boolprog.Expr, written map[*entity]bool) value {
	m := f.x.m
	none, single, more := bdd.True, bdd.False, bdd.False
	for _, a := range args {
		v := f.eval(a, written)
		more = m.Or(m.And(more, m.Or(v.t, v.f)), m.And(single, v.t))
		single = m.Or(m.And(single, v.f), m.And(none, v.t))
		none = m.And(none, v.f)
	}
	return value{single, m.Or(none, more)}
}

// target is a variable that gets a value.
type target struct {
	v *variable
	value
}

// targets pairs the variables of another frame with the values of expressions in f. What is
// ignored is left out.
func (f *Frame) targets(of *Frame, names []string, es []*boolprog.Expr) []target {
	var list []target
	for i, n := range names {
		if n != "_" {
			list = append(list, target{of.variable(n), f.eval(es[i], nil)})
		}
	}
	return list
}

// entities lists those of targets, each once.
func entities(targets []target) []*entity {
	var list []*entity
	seen := map[*entity]bool{}
	for _, t := range targets {
		if !seen[t.v.entity] {
			seen[t.v.entity] = true
			list = append(list, t.v.entity)
		}
	}
	return list
}

// assign returns the relation of a parallel assignment, and what it writes.
func (f *Frame) assign(st *boolprog.Stmt) (bdd.Node, []*entity) {
	var names []string
	for _, r := range st.Lhs {
		names = append(names, r.Name)
	}
	targets := f.targets(f, names, st.Rhs)
	rel := f.x.relation(targets, func(v *variable) bdd.Node { return v.next })
	list := entities(targets)
	if st.Cond != nil {
		written := map[*entity]bool{}
		for _, e := range list {
			written[e] = true
		}
		rel = f.x.m.And(rel, f.eval(st.Cond, written).t)
	}
	return rel, list
}

// relation relates values before a step to those that targets get; becomes says which copy of them
// that is.
func (x *Machine) relation(targets []target, becomes func(*variable) bdd.Node) bdd.Node {
	values := map[*variable]value{}
	for _, t := range targets {
		values[t.v] = t.value
	}
	rel := bdd.True
	for _, e := range entities(targets) {
		if len(e.vars) == 1 {
			v := values[e.vars[0]]
			rel = x.m.And(rel, x.m.Ite(becomes(e.vars[0]), v.t, v.f))
		} else {
			rel = x.m.And(rel, x.group(e, values, becomes))
		}
	}
	return rel
}

// group is the relation for a group: the variable that becomes true is one that may, where
// all others may become false. Those that aren't assigned keep their value.
func (x *Machine) group(e *entity, values map[*variable]value, becomes func(*variable) bdd.Node) bdd.Node {
	of := func(v *variable) value {
		if val, ok := values[v]; ok {
			return val
		}
		return value{v.is, x.m.Not(v.is)}
	}
	behind := make([]bdd.Node, len(e.vars)+1) // that the variables from here on may be false
	behind[len(e.vars)] = bdd.True
	for i := len(e.vars) - 1; i >= 0; i-- {
		behind[i] = x.m.And(of(e.vars[i]).f, behind[i+1])
	}
	rel, before := bdd.False, bdd.True
	for i, v := range e.vars {
		may := x.m.And(x.m.And(before, of(v).t), behind[i+1])
		rel = x.m.Or(rel, x.m.And(becomes(v), may))
		before = x.m.And(before, of(v).f)
	}
	return rel
}
