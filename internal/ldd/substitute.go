package ldd

// equation says that a variable equals sum + constant.
type equation struct {
	sum      linear
	constant num
}

// equationOf solves c, taken for an equation, for x; it can if x has coefficient 1 or -1.
func equationOf(c constraint, x Var) (equation, bool) {
	a := c.sum.coef(x)
	if !a.isUnit() {
		return equation{}, false
	}
	eq := equation{c.sum.without(x).scale(a.neg()), c.bound.mul(a)}
	return eq, true
}

// substitution replaces a variable in a diagram.
type substitution struct {
	m    *Manager
	x    Var
	by   equation
	done map[Node]Node // by unnegated edge
}

// replace returns f with x replaced by what it equals. A new term gets its place behind the
// one that it comes from.
func (m *Manager) replace(f Node, x Var, by equation) Node {
	s := &substitution{m: m, x: x, by: by, done: map[Node]Node{False: False}}
	return s.apply(f)
}

func (s *substitution) apply(f Node) Node {
	negate := f & 1
	f &^= 1
	r, ok := s.done[f]
	if !ok {
		s.m.step()
		n := s.m.nodes[f>>1]
		high := s.apply(n.high)
		r = s.m.Ite(s.atom(n.atom), high, s.apply(n.low))
		s.done[f] = r
	}
	return r ^ negate
}

// atom returns what an atom becomes.
func (s *substitution) atom(a uint32) Node {
	m := s.m
	c := m.constraintOf(a)
	if c.sum.coef(s.x).sign() == 0 {
		return m.mk(a, True, False)
	}
	after := m.terms[m.atoms[a].term].level + 1
	return m.nodeAt(c.substitute(s.x, s.by.sum, s.by.constant), int(after))
}

// Substitute returns f with the integer x replaced by a sum plus a constant, in which x
// may be, too.
func (m *Manager) Substitute(f Node, x Var, sum []Monomial, constant int64) Node {
	return m.replace(f, x, equation{m.linear(sum), num{small: constant}})
}
