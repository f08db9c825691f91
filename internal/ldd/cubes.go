package ldd

import (
	"iter"
	"math/big"
	"slices"
	"strings"
)

// Atom is what a node of a diagram decides: a Boolean variable, or Sum <= Bound.
type Atom struct {
	Bool  Var        // if Sum is empty
	Sum   []Monomial // in order of variables, the first coefficient positive
	Bound *big.Int
}

// Literal is an atom or its negation.
type Literal struct {
	Atom
	Value bool
}

// Top returns the first atom of f, which isn't a constant.
func (m *Manager) Top(f Node) Atom { return m.export(m.top(f)) }

// High and Low return what f is where its first atom holds and where it doesn't.
func (m *Manager) High(f Node) Node { return m.nodes[f>>1].high ^ f&1 }
func (m *Manager) Low(f Node) Node  { return m.nodes[f>>1].low ^ f&1 }

func (m *Manager) export(a uint32) Atom {
	x := m.atoms[a]
	t := m.terms[x.term]
	if t.sum == nil {
		return Atom{Bool: t.v}
	}
	r := Atom{Bound: new(big.Int).Set(x.bound.view())}
	for _, s := range t.sum {
		r.Sum = append(r.Sum, Monomial{new(big.Int).Set(s.coef.view()), s.v})
	}
	return r
}

// Cubes yields a conjunction of literals for each path to True: they exclude each other,
// and f is their disjunction. Paths that the theory rules out are among them, if f has
// integers. The slice is reused.
func (m *Manager) Cubes(f Node) iter.Seq[[]Literal] {
	return func(yield func([]Literal) bool) {
		var cube []Literal
		var walk func(f Node) bool
		walk = func(f Node) bool {
			switch f {
			case False:
				return true
			case True:
				return yield(cube)
			}
			atom := m.Top(f)
			for _, value := range []bool{true, false} {
				next := m.Low(f)
				if value {
					next = m.High(f)
				}
				cube = append(cube, Literal{atom, value})
				if !walk(next) {
					return false
				}
				cube = cube[:len(cube)-1]
			}
			return true
		}
		walk(f)
	}
}

// visit calls visitor once for the index of each node of fs but the constant, children
// first.
func (m *Manager) visit(fs []Node, visitor func(uint32)) {
	seen := map[uint32]bool{0: true}
	var walk func(i uint32)
	walk = func(i uint32) {
		if seen[i] {
			return
		}
		seen[i] = true
		walk(uint32(m.nodes[i].high >> 1))
		walk(uint32(m.nodes[i].low >> 1))
		visitor(i)
	}
	for _, f := range fs {
		walk(uint32(f >> 1))
	}
}

// NodeCount returns the number of different nodes of formulas, without the constant.
func (m *Manager) NodeCount(fs ...Node) int {
	count := 0
	m.visit(fs, func(uint32) { count++ })
	return count
}

// Support returns the variables in the atoms of formulas, in order.
func (m *Manager) Support(fs ...Node) []Var {
	terms := map[uint32]bool{}
	m.visit(fs, func(i uint32) { terms[m.atoms[m.nodes[i].atom].term] = true })
	found := map[Var]bool{}
	for t := range terms {
		if x := m.terms[t]; x.sum == nil {
			found[x.v] = true
		} else {
			for _, s := range x.sum {
				found[s.v] = true
			}
		}
	}
	vars := make([]Var, 0, len(found))
	for v := range found {
		vars = append(vars, v)
	}
	slices.Sort(vars)
	return vars
}

// Format writes f as nested conditions, for people; large diagrams come out very large.
func (m *Manager) Format(f Node) string {
	switch f {
	case False:
		return "false"
	case True:
		return "true"
	}
	high, low := m.High(f), m.Low(f)
	atom := m.formatAtom(m.top(f))
	switch {
	case high == True && low == False:
		return atom
	case high == False && low == True:
		return "!" + atom
	}
	return "(" + strings.Join([]string{atom, "?", m.Format(high), ":", m.Format(low)}, " ") + ")"
}

func (m *Manager) formatAtom(a uint32) string {
	if m.isBool(a) {
		return m.Name(m.terms[m.atoms[a].term].v)
	}
	c := m.constraintOf(a)
	return "[" + c.sum.format(m.Name) + " <= " + c.bound.String() + "]"
}
