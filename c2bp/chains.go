package c2bp

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// This file finds long cubes that are worth a question. Many predicates are equations
// that hand a value on, through copies, ghosts and members: a comparison then follows from
// a chain of them, which may be longer than the cubes that are tried one after the other.
// The prover is asked about each; so nothing here can make an answer wrong.

// chainFactor says how many times longer than other cubes a chain may be: the cone
// reaches that far from both sides of the comparison.
const chainFactor = 2

// maxChains bounds the chains of one question.
const maxChains = 64

// maxSteps bounds the links that are followed for one question: where many terms are equal,
// there are more ways than anyone can go that don't lead to the goal.
const maxSteps = 50_000

// maxTerms bounds the terms that are looked at.
const maxTerms = 200

// maxChainCubes bounds the values that are tried along one chain.
const maxChainCubes = 64

// link is an element of the cone that relates a term to another one.
type link struct {
	el int
	to string
}

// equation is an element that says, if it is true, that two terms are equal.
type equation struct {
	el   int
	x, y cil.Expr
	xKey string
}

// chainSearch looks for chains in the cone of a question. Terms are called by their text;
// all constants are one term.
type chainSearch struct {
	s     *cubeSearch
	ab    *Abstracter
	terms map[string]cil.Expr
	links map[string][]link
	eqs   []equation
	far   map[string]int // the number of links from a term to the goal, at least
	steps int            // the links that may still be followed
}

// constants is the key of all constants.
const constants = "#"

// chains tries the cubes along chains that are longer than those that were tried.
func (s *cubeSearch) chains(ab *Abstracter, tried int) {
	goal, ok := s.q.e.(*cil.Binary)
	if !ok || !goal.Op.IsCompare() || isFloat(goal.X) || tried >= len(s.q.cone) {
		return
	}
	c := &chainSearch{s: s, ab: ab, terms: map[string]cil.Expr{}, links: map[string][]link{}, steps: maxSteps}
	c.collect()
	from, to := c.term(goal.X), c.term(goal.Y)
	if from == to {
		return
	}
	c.measure(from, to, chainFactor*s.limit)
	left := maxChains
	for n := tried + 1; n <= chainFactor*s.limit && left > 0; n++ {
		c.walk([]string{from}, nil, to, n, &left)
	}
}

// measure finds how far the terms that can be reached in limit links from either side are
// from the goal.
func (c *chainSearch) measure(from, to string, limit int) {
	seen := map[string]bool{from: true, to: true}
	for front := []string{from, to}; len(front) > 0 && limit > 0; limit-- {
		var next []string
		for _, t := range front {
			c.expand(t)
			for _, l := range c.links[t] {
				if !seen[l.to] {
					seen[l.to] = true
					next = append(next, l.to)
				}
			}
		}
		front = next
	}
	c.far = map[string]int{to: 0}
	for front := []string{to}; len(front) > 0; front = front[1:] {
		for _, l := range c.links[front[0]] {
			if _, ok := c.far[l.to]; !ok {
				c.far[l.to] = c.far[front[0]] + 1
				front = append(front, l.to)
			}
		}
	}
}

// collect notes what the elements of the cone relate.
func (c *chainSearch) collect() {
	for k, el := range c.s.q.cone {
		if el.v != nil {
			c.relate(k, c.term(cil.LoadVar(el.v)), constants)
			continue
		}
		b, ok := el.pred.(*cil.Binary)
		if !ok || !b.Op.IsCompare() || isFloat(b.X) {
			continue
		}
		x, y := c.term(b.X), c.term(b.Y)
		c.relate(k, x, y)
		if b.Op == cil.Eq {
			c.equate(k, b.X, b.Y)
			c.equate(k, b.Y, b.X)
		}
	}
}

func (c *chainSearch) relate(k int, x, y string) {
	c.links[x] = append(c.links[x], link{k, y})
	c.links[y] = append(c.links[y], link{k, x})
}

// equate notes that x may be replaced by y inside other terms.
func (c *chainSearch) equate(k int, x, y cil.Expr) {
	l, ok := sameValue(x).(*cil.Load)
	if !ok {
		return
	}
	if y, ok = as(l.Type(), sameValue(y)); ok {
		c.eqs = append(c.eqs, equation{el: k, x: l, y: y, xKey: c.ab.text(l)})
	}
}

// as returns e as one of type t, if it is one or both are pointers: between these a comparison has converted.
func as(t cil.Type, e cil.Expr) (cil.Expr, bool) {
	switch {
	case cil.SameType(t, e.Type()):
		return e, true
	case cil.IsPointer(t) && cil.IsPointer(e.Type()):
		return cil.MakeCast(t, e), true
	}
	return e, false
}

// term returns the key of e.
func (c *chainSearch) term(e cil.Expr) string {
	e = sameValue(e)
	if _, ok := e.(*cil.Const); ok {
		return constants
	}
	key := c.ab.text(e)
	if c.terms[key] == nil {
		c.terms[key] = e
	}
	return key
}

// sameValue drops the outermost conversions of e that keep its value, if it is a number, and
// those of addresses.
func sameValue(e cil.Expr) cil.Expr {
	for {
		e = keepingCasts(e)
		c, ok := e.(*cil.Cast)
		if !ok || !cil.IsPointer(c.X.Type()) {
			return e
		}
		e = c.X
	}
}

// expand relates a term to what it becomes where an equation replaces something inside.
func (c *chainSearch) expand(key string) {
	e := c.terms[key]
	if e == nil {
		return
	}
	for _, q := range c.eqs {
		if to, ok := c.replaced(e, q); ok && to != key && !slices.Contains(c.links[key], link{q.el, to}) {
			c.relate(q.el, key, to)
		}
	}
}

// replaced returns the term that e becomes by an equation.
func (c *chainSearch) replaced(e cil.Expr, q equation) (string, bool) {
	found := false
	out := cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
		if x := (&cil.Load{L: l}); c.ab.text(x) == q.xKey && e != cil.Expr(x) {
			found = true
			return q.y
		}
		return nil
	})
	if !found {
		return "", false
	}
	if len(c.terms) < maxTerms {
		return c.term(enc.Normal(out)), true
	}
	key := c.ab.text(sameValue(enc.Normal(out)))
	return key, c.terms[key] != nil
}

// walk follows chains of n more links to the goal.
func (c *chainSearch) walk(at []string, els []int, to string, n int, left *int) {
	here := at[len(at)-1]
	if here == to {
		if n == 0 && *left > 0 {
			*left--
			c.tryAlong(els)
		}
		return
	}
	if far, ok := c.far[here]; !ok || far > n {
		return
	}
	for _, l := range c.links[here] {
		if *left > 0 && c.steps > 0 && !slices.Contains(at, l.to) && !slices.Contains(els, l.el) {
			c.steps--
			c.walk(append(at[:len(at):len(at)], l.to), append(els[:len(els):len(els)], l.el), to, n-1, left)
		}
	}
}

// tryAlong tries the values of the chain's elements of which at most one doesn't say that
// its terms are equal.
func (c *chainSearch) tryAlong(els []int) {
	els = slices.Clone(els)
	slices.Sort(els)
	left := maxChainCubes
	c.fill(nil, els, false, &left)
}

// fill gives the elements that are left their values.
func (c *chainSearch) fill(cube []cubeLit, els []int, unequal bool, left *int) {
	if len(els) == 0 {
		if *left > 0 {
			*left--
			c.s.try(cube)
		}
		return
	}
	el := c.s.q.cone[els[0]]
	for i := range el.size() {
		other := !saysEqual(el, i)
		if !other || !unequal {
			c.fill(append(cube[:len(cube):len(cube)], cubeLit{els[0], i}), els[1:], unequal || other, left)
		}
	}
}

// saysEqual reports whether value i of el says that two terms are equal.
func saysEqual(el *element, i int) bool {
	if el.v != nil {
		return el.parts[i].IsPoint()
	}
	b, ok := el.pred.(*cil.Binary)
	return ok && (b.Op == cil.Eq && i == 0 || b.Op == cil.Ne && i == 1)
}
