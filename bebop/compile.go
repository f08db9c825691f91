package bebop

import (
	"fmt"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// value is what an expression can be: the states in which some choices of * make it
// true, and those in which some make it false. Occurrences of * are independent, so
// the values of an operator follow from those of its arguments (rule 1 of doc.go).
type value struct{ t, f bdd.Node }

// free is the value of *.
func free() value { return value{bdd.True, bdd.True} }

// constant is the value of a constant.
func constant(b bool) value {
	if b {
		return value{bdd.True, bdd.False}
	}
	return value{bdd.False, bdd.True}
}

// compiler evaluates the expressions of a procedure.
type compiler struct {
	s *space
	q *procInfo
	// primed says which copy holds the value of an entity after a step; nil where there
	// is no step.
	primed func(*entity) copyKind
}

func (c compiler) literal(v *variable, k copyKind) value {
	f := c.s.is(v, k)
	return value{f, c.s.m.Not(f)}
}

func (c compiler) eval(e *boolprog.Expr) value {
	m := c.s.m
	switch e.Op {
	case boolprog.OpFalse:
		return constant(false)
	case boolprog.OpTrue:
		return constant(true)
	case boolprog.OpNondet:
		return free()
	case boolprog.OpVar:
		return c.literal(c.q.variable(c.s, e.Ref), curCopy)
	case boolprog.OpPrimed:
		v := c.q.variable(c.s, e.Ref)
		return c.literal(v, c.primed(v.entity))
	case boolprog.OpNot:
		a := c.eval(e.Args[0])
		return value{a.f, a.t}
	case boolprog.OpOne:
		return c.one(e.Args)
	case boolprog.OpSchoose: // p | (!n & *)
		p, n := c.eval(e.Args[0]), c.eval(e.Args[1])
		return value{m.Or(p.t, n.f), p.f}
	}
	r := c.eval(e.Args[0])
	for _, a := range e.Args[1:] {
		r = c.infix(e.Op, r, c.eval(a))
	}
	return r
}

func (c compiler) infix(op boolprog.Op, a, b value) value {
	m := c.s.m
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
	panic(fmt.Sprintf("bebop: operator %d isn't infix", op))
}

// one counts how many arguments can be true: none, one, more.
func (c compiler) one(args []*boolprog.Expr) value {
	m := c.s.m
	none, single, more := bdd.True, bdd.False, bdd.False
	for _, a := range args {
		v := c.eval(a)
		more = m.Or(m.And(more, m.Or(v.t, v.f)), m.And(single, v.t))
		single = m.Or(m.And(single, v.f), m.And(none, v.t))
		none = m.And(none, v.f)
	}
	return value{single, m.Or(none, more)}
}

// invariant returns the states that a list of enforce conditions allows.
func (c compiler) invariant(list []*boolprog.Expr) bdd.Node {
	e := c.q.enforced(c.s, list)
	if !e.compiled {
		f := bdd.True
		for _, p := range e.parts {
			f = c.s.m.And(f, c.eval(p).t)
		}
		e.inv, e.compiled = c.s.m.Ref(f), true
	}
	return e.inv
}

// target is a variable that gets a value.
type target struct {
	v *variable
	value
}

// entitiesOf returns the entities of targets in the order of their first target.
func entitiesOf(targets []target) []*entity {
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

// write returns the relation between current values and a copy in which targets have
// got their values, in parallel. Only the copies of the targets' entities occur.
// Variables of a group that are no targets keep their value: those of a formal's group
// are all targets.
func (c compiler) write(targets []target, k copyKind) bdd.Node {
	rel := bdd.True
	groups := map[*entity]map[int]value{}
	for _, t := range targets {
		e := t.v.entity
		switch {
		case !e.group:
			rel = c.s.m.And(rel, c.s.m.Ite(c.s.is(t.v, k), t.t, t.f))
		case groups[e] == nil:
			groups[e] = map[int]value{t.v.code: t.value}
		default:
			groups[e][t.v.code] = t.value
		}
	}
	for _, e := range entitiesOf(targets) {
		if e.group {
			rel = c.s.m.And(rel, c.writeGroup(e, groups[e], k))
		}
	}
	return rel
}

// writeGroup returns the relation for a group: its new number is one of which the
// variable may become true, and all others false.
func (c compiler) writeGroup(e *entity, values map[int]value, k copyKind) bdd.Node {
	m := c.s.m
	vals := make([]value, e.size)
	for code := range vals {
		v, ok := values[code]
		if !ok {
			is := c.s.is(e.vars[code], curCopy)
			v = value{is, m.Not(is)}
		}
		vals[code] = v
	}
	after := make([]bdd.Node, e.size+1) // that the variables from a code on may be false
	after[e.size] = bdd.True
	for code := e.size - 1; code >= 0; code-- {
		after[code] = m.And(vals[code].f, after[code+1])
	}
	rel, before := bdd.False, bdd.True
	for code, v := range vals {
		may := m.And(m.And(before, v.t), after[code+1])
		rel = m.Or(rel, m.And(c.s.is(e.vars[code], k), may))
		before = m.And(before, v.f)
	}
	return rel
}
