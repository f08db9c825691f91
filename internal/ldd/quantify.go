package ldd

import (
	"slices"
	"strconv"
	"strings"
)

// quantSets numbers sets of Boolean variables, so that they can be operands in the cache.
type quantSets struct {
	ids map[string]uint32
}

// id returns the number of a set of variables in order.
func (q *quantSets) id(vars []Var) uint32 {
	var key strings.Builder
	for _, v := range vars {
		key.WriteString(strconv.Itoa(int(v)) + " ")
	}
	id, ok := q.ids[key.String()]
	if !ok {
		if q.ids == nil {
			q.ids = map[string]uint32{}
		}
		id = uint32(len(q.ids))
		q.ids[key.String()] = id
	}
	return id
}

// boolQuantifier eliminates a set of Boolean variables.
type boolQuantifier struct {
	m     *Manager
	id    uint32
	terms map[uint32]bool // those of the variables
	last  uint32          // the last level of them
}

// quantifier returns one for Boolean variables; nil if they are in no diagram.
func (m *Manager) quantifier(vars []Var) *boolQuantifier {
	var used []Var
	for _, v := range vars {
		if m.vars[v].bound {
			used = append(used, v)
		}
	}
	if len(used) == 0 {
		return nil
	}
	slices.Sort(used)
	used = slices.Compact(used)
	q := &boolQuantifier{m: m, id: m.sets.id(used), terms: map[uint32]bool{}}
	for _, v := range used {
		t := m.vars[v].term
		q.terms[t] = true
		q.last = max(q.last, m.terms[t].level)
	}
	return q
}

func (q *boolQuantifier) has(a uint32) bool { return q.terms[q.m.atoms[a].term] }

// exist returns f with the variables eliminated: for a Boolean, the disjunction of what f
// is with either value.
func (q *boolQuantifier) exist(f Node) Node {
	m := q.m
	if m.level(f) > q.last {
		return f
	}
	if r, ok := m.cache.find(opExist, uint32(f), 0, q.id); ok {
		return r
	}
	m.step()
	a := m.top(f)
	f1, f0 := m.cofactors(f, a)
	r := q.exist(f1)
	switch {
	case !q.has(a):
		r = m.mk(a, r, q.exist(f0))
	case r != True:
		r = m.or(r, q.exist(f0))
	}
	m.cache.put(opExist, uint32(f), 0, q.id, r)
	return r
}

// andExist returns exist of the conjunction of f and g, which isn't built.
func (q *boolQuantifier) andExist(f, g Node) Node {
	m := q.m
	switch {
	case f == False || g == False || f == g^1:
		return False
	case f == True || f == g:
		return q.exist(g)
	case g == True:
		return q.exist(f)
	case f > g:
		f, g = g, f
	}
	if min(m.level(f), m.level(g)) > q.last {
		return m.and(f, g)
	}
	if r, ok := m.cache.find(opAndExist, uint32(f), uint32(g), q.id); ok {
		return r
	}
	m.step()
	a := m.top(f, g)
	f1, f0 := m.cofactors(f, a)
	g1, g0 := m.cofactors(g, a)
	r := q.andExist(f1, g1)
	switch {
	case !q.has(a):
		r = m.mk(a, r, q.andExist(f0, g0))
	case r != True:
		r = m.or(r, q.andExist(f0, g0))
	}
	m.cache.put(opAndExist, uint32(f), uint32(g), q.id, r)
	return r
}

// Exists eliminates variables: first the Boolean ones, then the integers in the order in
// which they are listed. It refuses where an integer can't be eliminated exactly.
func (m *Manager) Exists(f Node, vars ...Var) Node {
	var bools, ints []Var
	for _, v := range vars {
		if m.vars[v].isInt {
			ints = append(ints, v)
		} else {
			bools = append(bools, v)
		}
	}
	if q := m.quantifier(bools); q != nil {
		f = q.exist(f)
	}
	for _, v := range ints {
		f = m.existInt(f, v)
	}
	return f
}
