package ldd

import (
	"slices"
	"strconv"
	"strings"
)

// eliminator eliminates an integer variable x from a diagram, by the elimination of
// Fourier and Motzkin along the paths: it walks down, remembers the bounds of x that it
// passes, and resolves each with the opposite ones that came before. Subdiagrams are
// shared by paths on which the same bounds were passed.
type eliminator struct {
	m     *Manager
	x     Var
	dark  bool            // whether dark shadows are taken, not real ones
	doubt []constraint    // two bounds with different shadows
	has   map[Node]bool   // whether an unnegated edge leads to atoms with x
	done  map[string]Node // by what is to be done
}

// existInt eliminates the integer x. Real shadows give a formula that the exact one
// implies, dark shadows one that implies the exact one.
func (m *Manager) existInt(f Node, x Var) Node {
	e := &eliminator{m: m, x: x, has: map[Node]bool{}, done: map[string]Node{}}
	weak := e.exist(f, bounds{})
	if e.doubt == nil {
		return weak
	}
	e.dark, e.done = true, map[string]Node{}
	if strong := e.exist(f, bounds{}); strong != weak && m.isSat(m.and(weak, strong^1)) {
		m.refuse(ReasonInexact, e.doubt...)
	}
	return weak
}

// mentions reports whether f has an atom with x.
func (e *eliminator) mentions(f Node) bool {
	f &^= 1
	if f == False {
		return false
	}
	r, ok := e.has[f]
	if !ok {
		n := e.m.nodes[f>>1]
		r = e.m.constraintOf(n.atom).sum.coef(e.x).sign() != 0 || e.mentions(n.high) || e.mentions(n.low)
		e.has[f] = r
	}
	return r
}

// bounds are the bounds of a variable on a path, the sharpest of each term, in order of
// their keys.
type bounds struct {
	upper, lower []bound
}

// bound is a constraint with the edge of the diagram that it came from as key.
type bound struct {
	constraint
	term uint32
}

// with returns list with b in the place of a weaker bound of the same term.
func with(list []bound, b bound) []bound {
	i, found := slices.BinarySearchFunc(list, b, func(x, y bound) int { return int(x.term) - int(y.term) })
	list = slices.Clone(list)
	if !found {
		return slices.Insert(list, i, b)
	}
	if b.bound.cmp(list[i].bound) < 0 {
		list[i] = b
	}
	return list
}

// key names what is to be done: eliminate from f under bounds.
func (b bounds) key(f Node) string {
	var s strings.Builder
	s.WriteString(strconv.Itoa(int(f)))
	for _, list := range [][]bound{b.upper, b.lower} {
		s.WriteByte('|')
		for _, x := range list {
			s.WriteString(strconv.Itoa(int(x.term)) + ":" + x.bound.String() + " ")
		}
	}
	return s.String()
}

// exist returns f without x, where b holds and its pairs are resolved already.
func (e *eliminator) exist(f Node, b bounds) Node {
	if !e.mentions(f) {
		return e.leaf(f, b)
	}
	key := b.key(f)
	if r, ok := e.done[key]; ok {
		return r
	}
	m := e.m
	m.step()
	a := m.top(f)
	high, low := m.cofactors(f, a)
	var r Node
	if c := m.constraintOf(a); c.sum.coef(e.x).sign() == 0 {
		h := e.exist(high, b)
		r = m.Ite(m.mk(a, True, False), h, e.exist(low, b))
	} else {
		h := e.branch(high, b, a, c)
		r = m.or(h, e.branch(low, b, a, c.not()))
	}
	e.done[key] = r
	return r
}

// leaf returns f, in which x isn't, where b are all the bounds of x and don't say what it
// equals: only now it matters whether shadows differ.
func (e *eliminator) leaf(f Node, b bounds) Node {
	for _, u := range b.upper {
		if f == False {
			return False
		}
		if u.sum.coef(e.x).isUnit() {
			continue
		}
		for _, l := range b.lower {
			real, dark := resolve(u.constraint, l.constraint, e.x)
			if sameShadow(real, dark) {
				continue
			}
			if e.doubt == nil {
				e.doubt = []constraint{u.constraint, l.constraint}
			}
			if e.dark {
				f = e.m.and(f, e.m.nodeAt(dark, e.after(u, l)))
			}
		}
	}
	return f
}

// branch returns f without x, where b and the bound c, of atom a, hold.
func (e *eliminator) branch(f Node, b bounds, a uint32, c constraint) Node {
	if f == False {
		return False
	}
	m := e.m
	opposite := b.lower
	next := bound{c, m.atoms[a].term}
	if c.sum.coef(e.x).sign() > 0 {
		b.upper = with(b.upper, next)
	} else {
		opposite = b.upper
		b.lower = with(b.lower, next)
	}
	r := e.resolvents(opposite, next)
	if r == False {
		return False
	}
	if eq, ok := b.equation(next, e.x); ok {
		return m.and(r, m.replace(f, e.x, eq))
	}
	return m.and(r, e.exist(f, b))
}

// resolvents returns what follows from c and the opposite bounds.
func (e *eliminator) resolvents(opposite []bound, c bound) Node {
	m := e.m
	all := True
	for _, o := range opposite {
		m.stats.Resolvents++
		upper, lower := c.constraint, o.constraint
		if c.sum.coef(e.x).sign() < 0 {
			upper, lower = lower, upper
		}
		real, _ := resolve(upper, lower, e.x)
		if all = m.and(all, m.nodeAt(real, e.after(o, c))); all == False {
			return False
		}
	}
	return all
}

// after returns the level behind the terms of two bounds: there comes what is new.
func (e *eliminator) after(a, b bound) int {
	return int(1 + max(e.m.terms[a.term].level, e.m.terms[b.term].level))
}

// equation returns what the last bound and the opposite one of the same term, if they
// touch, say that x equals, where they say it without division.
func (b bounds) equation(last bound, x Var) (equation, bool) {
	opposite := b.lower
	if last.sum.coef(x).sign() < 0 {
		opposite = b.upper
	}
	for _, o := range opposite {
		if o.term == last.term && o.bound.add(last.bound).sign() == 0 {
			return equationOf(last.constraint, x)
		}
	}
	return equation{}, false
}
