package ldd

// term is a linear term or a Boolean variable. All atoms over one term are adjacent in the
// order: terms are what is ordered.
type term struct {
	sum   linear // nil for a Boolean; else the first coefficient is positive, and they have no common divisor
	v     Var    // of a Boolean
	level uint32 // index in Manager.order
}

// atom is what a node decides: term <= bound; a Boolean is an atom with bound 0.
type atom struct {
	term  uint32
	bound num
}

// terminalLevel is below all terms.
const terminalLevel = 1<<32 - 1

// node returns the formula of a constraint. It and its negation are one node: the first
// coefficient of an atom's term is positive. A new term comes last in the order.
func (m *Manager) node(c constraint) Node { return m.nodeAt(c, len(m.order)) }

// nodeAt is node that puts a new term at a level.
func (m *Manager) nodeAt(c constraint, level int) Node {
	c = c.tight()
	switch {
	case c.isTrue():
		return True
	case c.isFalse():
		return False
	case c.sum[0].coef.sign() > 0:
		return m.mk(m.atomAt(c, level), True, False)
	}
	return m.mk(m.atomAt(c.not(), level), False, True)
}

// atomAt returns the atom of a constraint in normal form.
func (m *Manager) atomAt(c constraint, level int) uint32 {
	h := c.sum.hash()
	for _, t := range m.termsBy[h] {
		if m.terms[t].sum.equal(c.sum) {
			return m.atom(t, c.bound)
		}
	}
	t := m.addTerm(term{sum: c.sum}, level)
	m.termsBy[h] = append(m.termsBy[h], t)
	return m.atom(t, c.bound)
}

// addTerm puts a new term at a level of the order.
func (m *Manager) addTerm(t term, level int) uint32 {
	id := uint32(len(m.terms))
	m.terms = append(m.terms, t)
	m.order = append(m.order, 0)
	copy(m.order[level+1:], m.order[level:])
	m.order[level] = id
	for i := level; i < len(m.order); i++ {
		m.terms[m.order[i]].level = uint32(i)
	}
	return id
}

// atom returns the number of the atom t <= bound.
func (m *Manager) atom(t uint32, bound num) uint32 {
	h := bound.hash(uint64(t))
	for _, a := range m.atomsBy[h] {
		if x := m.atoms[a]; x.term == t && x.bound.cmp(bound) == 0 {
			return a
		}
	}
	a := m.addAtom(atom{t, bound})
	m.atomsBy[h] = append(m.atomsBy[h], a)
	return a
}

func (m *Manager) addAtom(a atom) uint32 {
	m.atoms = append(m.atoms, a)
	return uint32(len(m.atoms) - 1)
}

// isBool reports whether an atom is a Boolean variable.
func (m *Manager) isBool(a uint32) bool { return m.terms[m.atoms[a].term].sum == nil }

// constraintOf returns what holds in the high child of a linear atom.
func (m *Manager) constraintOf(a uint32) constraint {
	x := m.atoms[a]
	return constraint{m.terms[x.term].sum, x.bound}
}

// level returns the level of f's first term.
func (m *Manager) level(f Node) uint32 {
	if f <= True {
		return terminalLevel
	}
	return m.terms[m.atoms[m.nodes[f>>1].atom].term].level
}

// precedes reports whether atom a comes before b: by the order of terms, then by bounds.
func (m *Manager) precedes(a, b uint32) bool {
	x, y := &m.atoms[a], &m.atoms[b]
	if x.term != y.term {
		return m.terms[x.term].level < m.terms[y.term].level
	}
	return x.bound.cmp(y.bound) < 0
}

// top returns the first atom of functions, not all of which are constants.
func (m *Manager) top(fs ...Node) uint32 {
	first := uint32(0)
	for _, f := range fs {
		if f <= True {
			continue
		}
		if a := m.nodes[f>>1].atom; first == 0 || a != first && m.precedes(a, first) {
			first = a
		}
	}
	return first
}

// cofactors returns what f is where atom a, which f has nothing before, holds and where it
// doesn't. Where t <= k holds, so do the later atoms of the same term.
func (m *Manager) cofactors(f Node, a uint32) (high, low Node) {
	n := &m.nodes[f>>1]
	switch {
	case f <= True || m.atoms[n.atom].term != m.atoms[a].term:
		return f, f
	case n.atom == a:
		return n.high ^ f&1, n.low ^ f&1
	}
	return n.high ^ f&1, f
}
