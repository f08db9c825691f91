package ldd

// askEvery is the number of steps between questions to Config.Stop, a power of 2.
const askEvery = 1 << 12

// step counts a unit of work and stops where that is too much.
func (m *Manager) step() {
	m.steps++
	if m.config.MaxSteps > 0 && m.steps > m.config.MaxSteps {
		panic(&LimitError{m.config.MaxSteps, stepLimit})
	}
	if m.steps%askEvery == 0 && m.config.Stop != nil {
		if err := m.config.Stop(); err != nil {
			panic(&StopError{err})
		}
	}
}

// mk returns the formula "if atom then high else low". All atoms of high and low come
// later, and high has none of the same term first. It keeps diagrams locally reduced:
// if t <= k and its else branch's t <= k' lead to the same, t <= k' does alone.
func (m *Manager) mk(a uint32, high, low Node) Node {
	if high == low {
		return high
	}
	negate := high & 1
	high, low = high^negate, low^negate
	if low&1 == 0 && low != False {
		if l := &m.nodes[low>>1]; l.high == high && m.atoms[l.atom].term == m.atoms[a].term {
			return low ^ negate
		}
	}
	n := node{atom: a, high: high, low: low}
	i := m.lookup(n)
	if i == 0 {
		if m.reorderAt > 0 && m.used >= m.reorderAt {
			panic(reorderNow{})
		}
		i = m.insert(n)
		m.cache.grow(cap(m.nodes))
	}
	return Node(i<<1) ^ negate
}

// Not returns the negation of f.
func (m *Manager) Not(f Node) Node { return f ^ 1 }

// And returns the conjunction of fs.
func (m *Manager) And(fs ...Node) Node {
	r := True
	for _, f := range fs {
		r = m.and(r, f)
	}
	return r
}

// Or returns the disjunction of fs.
func (m *Manager) Or(fs ...Node) Node {
	r := True
	for _, f := range fs {
		r = m.and(r, f^1)
	}
	return r ^ 1
}

// or is Or of two.
func (m *Manager) or(f, g Node) Node { return m.and(f^1, g^1) ^ 1 }

// Imp returns the formula f -> g.
func (m *Manager) Imp(f, g Node) Node { return m.and(f, g^1) ^ 1 }

// Iff returns the formula f <-> g.
func (m *Manager) Iff(f, g Node) Node { return m.Xor(f, g) ^ 1 }

func (m *Manager) and(f, g Node) Node {
	switch {
	case f == g || g == True:
		return f
	case f == True:
		return g
	case f == False || g == False || f == g^1:
		return False
	case f > g:
		f, g = g, f
	}
	if r, ok := m.cache.find(opAnd, uint32(f), uint32(g), 0); ok {
		return r
	}
	m.step()
	a := m.top(f, g)
	f1, f0 := m.cofactors(f, a)
	g1, g0 := m.cofactors(g, a)
	high := m.and(f1, g1)
	r := m.mk(a, high, m.and(f0, g0))
	m.cache.put(opAnd, uint32(f), uint32(g), 0, r)
	return r
}

// Xor returns the formula that f and g differ.
func (m *Manager) Xor(f, g Node) Node {
	negate := (f ^ g) & 1
	f, g = f&^1, g&^1
	switch {
	case f == g:
		return False ^ negate
	case f == False:
		return g ^ negate
	case g == False:
		return f ^ negate
	case f > g:
		f, g = g, f
	}
	if r, ok := m.cache.find(opXor, uint32(f), uint32(g), 0); ok {
		return r ^ negate
	}
	m.step()
	a := m.top(f, g)
	f1, f0 := m.cofactors(f, a)
	g1, g0 := m.cofactors(g, a)
	high := m.Xor(f1, g1)
	r := m.mk(a, high, m.Xor(f0, g0))
	m.cache.put(opXor, uint32(f), uint32(g), 0, r)
	return r ^ negate
}

// Ite returns the formula "if f then g else h".
func (m *Manager) Ite(f, g, h Node) Node {
	if f&1 == 1 {
		f, g, h = f^1, h, g
	}
	switch {
	case f == False || g == h:
		return h
	case g <= True && h <= True:
		return f ^ h // g is the negation of h
	case g == True || g == f:
		return m.or(f, h)
	case g == False || g == f^1:
		return m.and(f^1, h)
	case h == True || h == f^1:
		return m.Imp(f, g)
	case h == False || h == f:
		return m.and(f, g)
	case g == h^1:
		return m.Xor(f, h)
	}
	negate := g & 1
	return m.ite(f, g^negate, h^negate) ^ negate
}

// ite is Ite without the simple cases; f and g aren't negated.
func (m *Manager) ite(f, g, h Node) Node {
	if r, ok := m.cache.find(opIte, uint32(f), uint32(g), uint32(h)); ok {
		return r
	}
	m.step()
	a := m.top(f, g, h)
	f1, f0 := m.cofactors(f, a)
	g1, g0 := m.cofactors(g, a)
	h1, h0 := m.cofactors(h, a)
	high := m.Ite(f1, g1, h1)
	r := m.mk(a, high, m.Ite(f0, g0, h0))
	m.cache.put(opIte, uint32(f), uint32(g), uint32(h), r)
	return r
}
