package paq

import (
	"hardbop/internal/smt"
)

// shape is what is known of a query from its form: which conjuncts say what an important
// constant means, and which symbols stand in what.
type shape struct {
	q     *Query
	index map[smt.Term]int // places of the important constants
	rules []smt.Term       // the conjuncts that aren't definitions
	defs  []definition
	ids   map[string]int // symbols that aren't important, by key
	in    map[smt.Term]*content
}

// definition is a conjunct that makes an important constant equivalent to a formula without
// important constants.
type definition struct {
	conjunct smt.Term
	place    int
}

func newShape(q *Query) *shape {
	s := &shape{q: q, index: q.indexOf(), ids: map[string]int{}, in: map[smt.Term]*content{}}
	for _, c := range q.Conjuncts {
		if place, ok := s.defined(c); ok {
			s.defs = append(s.defs, definition{c, place})
		} else {
			s.rules = append(s.rules, c)
		}
	}
	return s
}

// defined returns the place of the constant that a conjunct defines.
func (s *shape) defined(c smt.Term) (place int, ok bool) {
	if c.Op() == smt.OpNot {
		c = c.Arg(0)
	}
	if c.Op() != smt.OpIff {
		return 0, false
	}
	for i := range 2 {
		if place, ok := s.index[c.Arg(i)]; ok && len(s.places(c.Arg(1-i))) == 0 {
			return place, true
		}
	}
	return 0, false
}

// content is what stands in a term.
type content struct {
	symbols []int // that aren't important, by their numbers
	places  []int // of important constants
}

// contentOf returns what stands in t.
func (s *shape) contentOf(t smt.Term) *content {
	if c, ok := s.in[t]; ok {
		return c
	}
	c := &content{}
	for _, sym := range smt.Symbols(t) {
		if len(sym.Args) == 0 {
			if p, ok := s.index[s.q.Factory.Var(sym.Name, sym.Result)]; ok {
				c.places = append(c.places, p)
				continue
			}
		}
		id, ok := s.ids[sym.Key()]
		if !ok {
			id = len(s.ids)
			s.ids[sym.Key()] = id
		}
		c.symbols = append(c.symbols, id)
	}
	s.in[t] = c
	return c
}

func (s *shape) symbols(t smt.Term) []int { return s.contentOf(t).symbols }
func (s *shape) places(t smt.Term) []int  { return s.contentOf(t).places }

// implicant collects literals that hold in a model and together imply formulas.
type implicant struct {
	f    *smt.Factory
	in   *smt.Evaluator
	has  map[smt.Term]bool
	lits []smt.Term
}

// add adds literals that imply t. It says false if t doesn't hold in the model.
func (p *implicant) add(t smt.Term) bool {
	if p.has[t] {
		return true
	}
	if !p.in.Holds(t) {
		return false
	}
	p.has[t] = true
	inner := t
	if t.Op() == smt.OpNot {
		inner = t.Arg(0)
	}
	switch {
	case t.Op() == smt.OpAnd:
		for i := range t.NumArgs() {
			p.add(t.Arg(i))
		}
	case t.Op() == smt.OpOr:
		p.add(p.choose(t))
	case inner.Op() == smt.OpIff:
		p.addTrue(inner.Arg(0))
		p.addTrue(inner.Arg(1))
	case t.Op() == smt.OpIte:
		p.addTrue(t.Arg(0))
		p.add(t.Arg(p.branch(t)))
	case !t.IsTrue():
		p.lits = append(p.lits, t)
	}
	return true
}

// addTrue adds literals that imply t or its negation, whichever holds.
func (p *implicant) addTrue(t smt.Term) {
	if !p.in.Holds(t) {
		t = p.f.Not(t)
	}
	p.add(t)
}

// branch returns the argument of an ite that counts.
func (p *implicant) branch(t smt.Term) int {
	if p.in.Holds(t.Arg(0)) {
		return 1
	}
	return 2
}

// choose returns a part of a disjunction that holds: one that is there already, else a
// Boolean constant or its negation, else the first.
func (p *implicant) choose(or smt.Term) smt.Term {
	var first, constant smt.Term
	for i := range or.NumArgs() {
		a := or.Arg(i)
		switch {
		case !p.in.Holds(a):
		case p.has[a]:
			return a
		case isConstant(a) && !constant.IsValid():
			constant = a
		case !first.IsValid():
			first = a
		}
	}
	if constant.IsValid() {
		return constant
	}
	return first
}

// isConstant reports whether t is a Boolean constant or the negation of one.
func isConstant(t smt.Term) bool {
	if t.Op() == smt.OpNot {
		t = t.Arg(0)
	}
	return t.Op() == smt.OpVar
}
