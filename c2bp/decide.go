package c2bp

import (
	"sort"
	"strings"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// This file computes F: the weakest combination of elements that implies a condition
// (PLDI 2001, section 4.1). F of a condition and F of its negation come together.

// decision says what the elements know of a condition.
type decision struct {
	must    *boolprog.Expr // F(e): where it holds, e holds
	mustNot *boolprog.Expr // F(!e): where it holds, e doesn't
}

var unknown = decision{boolprog.Bool(false), boolprog.Bool(false)}

// exact makes the decision for a condition that is equivalent to the formula e.
func exact(e *boolprog.Expr) decision { return decision{e, not(e)} }

func (d decision) negated() decision { return decision{d.mustNot, d.must} }

// possible returns G(e) = !F(!e): the strongest combination that e implies.
func (d decision) possible() *boolprog.Expr { return not(d.mustNot) }

// value returns what a variable that stands for the condition is assigned.
func (d decision) value() *boolprog.Expr {
	switch {
	case isConst(d.must, true):
		return boolprog.Bool(true)
	case isConst(d.mustNot, true):
		return boolprog.Bool(false)
	case isConst(d.must, false) && isConst(d.mustNot, false):
		return boolprog.Nondet()
	case boolprog.EqualExpr(d.mustNot, not(d.must)):
		return d.must
	}
	return boolprog.Schoose(d.must, d.mustNot)
}

// view is a set of elements with a current value each: those visible at a statement.
type view struct {
	ab     *Abstracter
	els    []*element
	plain  map[string]*element // by the text of the normal form of the predicate
	domain map[*cil.Var]*element
}

func (ab *Abstracter) newView(els []*element) *view {
	v := &view{ab: ab, els: els, plain: map[string]*element{}, domain: map[*cil.Var]*element{}}
	for _, el := range els {
		if el.v != nil {
			v.domain[el.v] = el
			continue
		}
		key, positive := ab.normalText(el.pred)
		if !positive {
			key = "!" + key
		}
		v.plain[key] = el
	}
	return v
}

// decide computes F(e) and F(!e) over the elements of the view.
func (v *view) decide(e cil.Expr) decision {
	switch v.truth(e, nil) {
	case interval.True:
		return exact(boolprog.Bool(true))
	case interval.False:
		return exact(boolprog.Bool(false))
	}
	if d, ok := v.decideConnective(e); ok {
		return d
	}
	if d, ok := v.decideBySyntax(e); ok {
		return d
	}
	d, complete := v.decideByParts(e)
	if complete {
		return d
	}
	c := v.decideByCubes(e)
	return decision{or(d.must, c.must), or(d.mustNot, c.mustNot)}
}

// decideConnective uses F(a && b) = F(a) & F(b), which is exact, and its duals; for the
// other side the disjunction of the parts' F is sound, and the cubes may add to it.
func (v *view) decideConnective(e cil.Expr) (decision, bool) {
	switch e := e.(type) {
	case *cil.Unary:
		if e.Op == cil.LogNot && !isFloat(e.X) {
			return v.decide(e.X).negated(), true
		}
	case *cil.Binary:
		if e.Op != cil.LAnd && e.Op != cil.LOr {
			return decision{}, false
		}
		a, b := v.decide(e.X), v.decide(e.Y)
		if e.Op == cil.LOr {
			return decision{or(a.must, b.must), and(a.mustNot, b.mustNot)}, true
		}
		return decision{and(a.must, b.must), or(a.mustNot, b.mustNot)}, true
	}
	return decision{}, false
}

func isFloat(e cil.Expr) bool { _, ok := e.Type().(*cil.FloatType); return ok }

// decideBySyntax finds e or its negation among the predicates.
func (v *view) decideBySyntax(e cil.Expr) (decision, bool) {
	key, positive := v.ab.normalText(e)
	for _, p := range []bool{true, false} {
		k := key
		if !p {
			k = "!" + key
		}
		if el := v.plain[k]; el != nil {
			d := exact(el.lit(0))
			if p != positive {
				d = d.negated()
			}
			return d, true
		}
	}
	return decision{}, false
}

// part is a domain element with an assumed value.
type part struct {
	el *element
	i  int
}

// truth evaluates e over intervals, with the given domain elements in their parts.
func (v *view) truth(e cil.Expr, at []part) interval.Truth { return v.evalAt(at).Truth(e) }

func (v *view) evalAt(at []part) *interval.Eval {
	return &interval.Eval{Wrap: v.ab.opt.Wrap, Read: func(l *cil.Lval) (interval.Interval, bool) {
		if l.IsVar(nil) {
			for _, p := range at {
				if p.el.v == l.Base {
					return p.el.parts[p.i], true
				}
			}
		}
		return interval.Interval{}, false
	}}
}

// maxCombinations bounds the valuations of domain elements that are tried one by one.
const maxCombinations = 4096

// domainsOf lists the domain elements of the variables in e, as many as can be tried
// together.
func (v *view) domainsOf(e cil.Expr) []*element {
	var els []*element
	n := 1
	for _, x := range cil.Vars(e) {
		if el := v.domain[x]; el != nil && n*el.size() <= maxCombinations {
			n *= el.size()
			els = append(els, el)
		}
	}
	return els
}

// decideByParts evaluates e for each combination of parts. It is complete if each
// combination settles e, or if nothing but these domains can know anything of e.
func (v *view) decideByParts(e cil.Expr) (decision, bool) {
	els := v.domainsOf(e)
	d, settled := v.combine(e, els, nil)
	if settled && len(els) > 0 {
		return exact(d.must), true
	}
	return d, !v.plainInCone(e)
}

// combine decides e with the elements at in their parts and those in els open, and
// reports whether each combination settles e. Values of els[0] for which the others
// say the same are put together.
func (v *view) combine(e cil.Expr, els []*element, at []part) (decision, bool) {
	if len(els) == 0 {
		switch v.truth(e, at) {
		case interval.True:
			return exact(boolprog.Bool(true)), true
		case interval.False:
			return exact(boolprog.Bool(false)), true
		}
		return unknown, false
	}
	var yes, no cases
	settled := true
	for i := range els[0].parts {
		d, ok := v.combine(e, els[1:], append(at[:len(at):len(at)], part{els[0], i}))
		settled = settled && ok
		yes.add(els[0], i, d.must)
		no.add(els[0], i, d.mustNot)
	}
	return decision{yes.formula(els[0]), no.formula(els[0])}, settled
}

// cases collects what holds for which values of an element.
type cases struct {
	then []*boolprog.Expr
	sets [][]bool
}

func (c *cases) add(el *element, i int, then *boolprog.Expr) {
	k := 0
	for k < len(c.then) && !boolprog.EqualExpr(c.then[k], then) {
		k++
	}
	if k == len(c.then) {
		c.then = append(c.then, then)
		c.sets = append(c.sets, make([]bool, el.size()))
	}
	c.sets[k][i] = true
}

func (c *cases) formula(el *element) *boolprog.Expr {
	e := boolprog.Bool(false)
	for k, then := range c.then {
		e = or(e, and(el.among(c.sets[k]), then))
	}
	return e
}

// cone lists the elements that can matter for e: those that share a variable with it,
// directly or through others. Predicates that read memory share the memory.
func (v *view) cone(e cil.Expr) []*element {
	probe := &element{}
	probe.collect(e)
	vars, mem := probe.vars, probe.mem
	in := make([]bool, len(v.els))
	for changed := true; changed; {
		changed = false
		for i, el := range v.els {
			if in[i] || !shares(el, vars, mem) {
				continue
			}
			in[i], changed = true, true
			for x := range el.vars {
				vars[x] = true
			}
			mem = mem || el.mem
		}
	}
	var els []*element
	for i, el := range v.els {
		if in[i] {
			els = append(els, el)
		}
	}
	return els
}

func shares(el *element, vars map[*cil.Var]bool, mem bool) bool {
	if mem && el.mem {
		return true
	}
	for x := range el.vars {
		if vars[x] {
			return true
		}
	}
	return false
}

func (v *view) plainInCone(e cil.Expr) bool {
	for _, el := range v.cone(e) {
		if el.v == nil {
			return true
		}
	}
	return false
}

// decideByCubes asks the prover: it grows cubes over the cone in order of size and
// keeps the prime implicants of e and of !e (PLDI 2001, section 4.1).
func (v *view) decideByCubes(e cil.Expr) decision {
	cone := v.cone(e)
	key := v.ab.coneKey(e, cone)
	cubes, ok := v.ab.cubes[key]
	if !ok {
		cubes = v.ab.findCubes(e, cone)
		v.ab.cubes[key] = cubes
	} else {
		v.ab.Stats.CacheHits++
	}
	return decision{cubes.formula(cone, cubes.must), cubes.formula(cone, cubes.mustNot)}
}

func (ab *Abstracter) coneKey(e cil.Expr, cone []*element) string {
	var b strings.Builder
	b.WriteString(ab.text(e))
	for _, el := range cone {
		b.WriteString("\n")
		b.WriteString(el.key())
	}
	return b.String()
}

// cubeLit is a literal by the element's index in the cone, so that results can be
// used again for other elements with the same meaning.
type cubeLit struct{ el, i int }

// cubeSet holds the prime implicants of a condition and of its negation.
type cubeSet struct{ must, mustNot [][]cubeLit }

func (cubeSet) formula(cone []*element, cubes [][]cubeLit) *boolprog.Expr {
	e := boolprog.Bool(false)
	for _, c := range cubes {
		cube := boolprog.Bool(true)
		for _, l := range c {
			cube = and(cube, cone[l.el].lit(l.i))
		}
		e = or(e, cube)
	}
	return e
}

// maxCubes bounds the cubes of one length that are tried, unless the length has no limit:
// finite domains with many values in a cone make more of them than the prover can answer.
const maxCubes = 400

// findCubes enumerates the cubes up to the length limit.
func (ab *Abstracter) findCubes(e cil.Expr, cone []*element) cubeSet {
	s := &cubeSearch{ab: ab, cone: cone, pos: e, neg: cil.Not(e)}
	level := [][]cubeLit{{}}
	limit := ab.opt.cubeLength()
	for size := 0; len(level) > 0; size++ {
		var open [][]cubeLit
		for _, c := range level {
			if s.try(c) {
				open = append(open, c)
			}
		}
		if size == limit || len(s.found.must) == 1 && len(s.found.must[0]) == 0 || len(s.found.mustNot) == 1 && len(s.found.mustNot[0]) == 0 {
			break
		}
		if level = s.grow(open); len(level) > maxCubes && ab.opt.CubeLength >= 0 {
			break
		}
	}
	return s.found
}

// cubeSearch is the state of one search.
type cubeSearch struct {
	ab       *Abstracter
	cone     []*element
	pos, neg cil.Expr
	found    cubeSet
	dead     [][]cubeLit // contradictory cubes
}

// try asks whether the cube implies e or !e and reports whether larger ones may add
// something.
func (s *cubeSearch) try(c []cubeLit) bool {
	if covered(c, s.dead) || covered(c, s.found.must) || covered(c, s.found.mustNot) {
		return false
	}
	hyps := make([]cil.Expr, len(c))
	for k, l := range c {
		hyps[k] = s.cone[l.el].meaning(l.i)
	}
	yes := s.ab.unsat(append(hyps[:len(hyps):len(hyps)], s.neg))
	no := s.ab.unsat(append(hyps[:len(hyps):len(hyps)], s.pos))
	if yes && no {
		s.dead = append(s.dead, c)
		return false
	}
	if yes {
		s.found.must = append(s.found.must, c)
	}
	if no {
		s.found.mustNot = append(s.found.mustNot, c)
	}
	return !yes && !no
}

// grow returns the cubes with one literal more, each once: literals are added in order.
func (s *cubeSearch) grow(open [][]cubeLit) [][]cubeLit {
	var next [][]cubeLit
	for _, c := range open {
		from := 0
		if len(c) > 0 {
			from = c[len(c)-1].el + 1
		}
		for k := from; k < len(s.cone); k++ {
			for i := 0; i < s.cone[k].size(); i++ {
				next = append(next, append(c[:len(c):len(c)], cubeLit{k, i}))
			}
		}
	}
	return next
}

// covered reports whether a known cube is part of c.
func covered(c []cubeLit, known [][]cubeLit) bool {
	for _, k := range known {
		if subset(k, c) {
			return true
		}
	}
	return false
}

// subset reports whether a is part of b; both are sorted by element.
func subset(a, b []cubeLit) bool {
	j := 0
	for _, l := range a {
		for j < len(b) && b[j].el < l.el {
			j++
		}
		if j == len(b) || b[j] != l {
			return false
		}
	}
	return true
}

// unsat reports whether the prover refutes the conjunction; answers are kept by content.
func (ab *Abstracter) unsat(conj []cil.Expr) bool {
	texts := make([]string, len(conj))
	for i, e := range conj {
		texts[i] = ab.text(e)
	}
	sort.Strings(texts)
	key := strings.Join(texts, "\n")
	answer, ok := ab.queries[key]
	if !ok {
		ab.Stats.Queries++
		answer = ab.prover.Unsat(conj)
		ab.queries[key] = answer
	} else {
		ab.Stats.CacheHits++
	}
	return answer
}
