package ldd

import (
	"math/big"
	"slices"
)

// IsSat reports whether f has a solution. It refuses where a path is met that isn't
// decided over the integers before one with a solution.
func (m *Manager) IsSat(f Node) bool { return m.isSat(f) }

// Implies reports whether f implies g.
func (m *Manager) Implies(f, g Node) bool { return !m.isSat(m.and(f, g^1)) }

// Equivalent reports whether f and g have the same solutions. Equal nodes are equivalent,
// and formulas of Booleans only if they are equal nodes.
func (m *Manager) Equivalent(f, g Node) bool { return f == g || !m.isSat(m.Xor(f, g)) }

func (m *Manager) isSat(f Node) bool {
	s := search{m: m}
	return s.run(f)
}

// search looks for a path to True whose constraints have a solution.
type search struct {
	m     *Manager
	path  []constraint
	bools []Literal
	open  []constraint // those of the first path that wasn't decided
	found values
}

// run reports whether there is such a path; it refuses if there may be one.
func (s *search) run(f Node) bool {
	found := s.find(f, values{})
	if !found && s.open != nil {
		s.m.refuse(ReasonUndecided, s.open...)
	}
	return found
}

// find reports whether there is a path through f, under the constraints of the path so
// far, which v satisfies.
func (s *search) find(f Node, v values) bool {
	m := s.m
	switch f {
	case False:
		return false
	case True:
		s.found = v
		return true
	}
	a := m.top(f)
	high, low := m.cofactors(f, a)
	if m.isBool(a) {
		return s.branch(high, v, a, true) || s.branch(low, v, a, false)
	}
	c := m.constraintOf(a)
	if v.satisfy(c) { // the side that needs no check first
		return s.take(high, v, c) || s.take(low, v, c.not())
	}
	return s.take(low, v, c.not()) || s.take(high, v, c)
}

// branch goes on with a Boolean's value.
func (s *search) branch(f Node, v values, a uint32, value bool) bool {
	s.bools = append(s.bools, Literal{Atom{Bool: s.m.terms[s.m.atoms[a].term].v}, value})
	if s.find(f, v) {
		return true
	}
	s.bools = s.bools[:len(s.bools)-1]
	return false
}

// take goes on under one more constraint.
func (s *search) take(f Node, v values, c constraint) bool {
	if f == False {
		return false
	}
	s.m.step()
	s.path = append(s.path, c)
	defer func() { s.path = s.path[:len(s.path)-1] }()
	if !v.satisfy(c) {
		var st status
		if v, st = s.m.solve(s.path); st != sat {
			if st == undecided && s.open == nil {
				s.open = slices.Clone(s.path)
			}
			return false
		}
	}
	return s.find(f, v)
}

// Model is a solution of a formula: a truth value for each Boolean and an integer for each
// other variable that isn't arbitrary.
type Model struct {
	Bools map[Var]bool
	Ints  map[Var]*big.Int
}

// Model returns a solution of f; it isn't ok if there is none. It refuses as IsSat does.
func (m *Manager) Model(f Node) (model Model, ok bool) {
	s := search{m: m}
	if !s.run(f) {
		return Model{}, false
	}
	model = Model{map[Var]bool{}, map[Var]*big.Int{}}
	for _, l := range s.bools {
		model.Bools[l.Bool] = l.Value
	}
	for v, x := range s.found {
		model.Ints[v] = new(big.Int).Set(x.view())
	}
	return model, true
}

// Eval returns the value of f in a model; what the model doesn't mention is false or 0.
func (m *Manager) Eval(f Node, in Model) bool {
	ints := values{}
	for v, x := range in.Ints {
		ints[v] = number(new(big.Int).Set(x))
	}
	for f > True {
		a := m.top(f)
		high, low := m.cofactors(f, a)
		holds := false
		if m.isBool(a) {
			holds = in.Bools[m.terms[m.atoms[a].term].v]
		} else {
			holds = ints.satisfy(m.constraintOf(a))
		}
		if f = low; holds {
			f = high
		}
	}
	return f == True
}
