package c2bp

import (
	"slices"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
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

// isExact reports whether one side is the negation of the other, as far as one sees.
func (d decision) isExact() bool { return boolprog.EqualExpr(d.mustNot, not(d.must)) }

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
	case d.isExact():
		return d.must
	}
	return boolprog.Schoose(d.must, d.mustNot)
}

// view is a set of elements with a current value each: those visible at a statement.
type view struct {
	ab     *Abstracter
	exact  bool // the node is abstracted exactly
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

// exactLength bounds the cubes of nodes that are abstracted exactly.
const exactLength = 8

// cubeLength is the longest cube that the prover is asked about.
func (v *view) cubeLength() int {
	if v.exact {
		return max(exactLength, v.ab.opt.cubeLength())
	}
	return v.ab.opt.cubeLength()
}

// decide computes F(e) and F(!e) over the elements of the view. A connective is decided
// by its operands, for which a cube has its full length, and as a whole.
func (v *view) decide(e cil.Expr) decision {
	if t := v.truth(e, nil); t != interval.Maybe {
		return exact(boolprog.Bool(t == interval.True))
	}
	d, connective := v.decideConnective(e)
	switch {
	case !connective:
		return v.decideAtom(e)
	case d.isExact() || v.exactInDraft(e):
		return d
	}
	return merged(d, v.decideByParts(e))
}

// exactInDraft reports whether the connective e was exact by syntax when questions were
// collected: then it isn't asked about as a whole, even if what is known of its operands now
// hides that.
func (v *view) exactInDraft(e cil.Expr) bool {
	if !v.ab.answering {
		return false
	}
	asked := v.ab.asked
	v.ab.answering = false
	d, _ := v.decideConnective(e)
	v.ab.answering, v.ab.asked = true, asked
	return d.isExact()
}

// decideAtom decides a condition that isn't a connective.
func (v *view) decideAtom(e cil.Expr) decision {
	if d, ok := v.decideBySyntax(e); ok {
		return d
	}
	return v.decideByParts(e)
}

// decideOperand decides an operand of a connective, whatever it is.
func (v *view) decideOperand(e cil.Expr) decision {
	if t := v.truth(e, nil); t != interval.Maybe {
		return exact(boolprog.Bool(t == interval.True))
	}
	if d, ok := v.decideConnective(e); ok {
		return d
	}
	return v.decideAtom(e)
}

// decideConnective uses F(a && b) = F(a) & F(b), which is exact, and its duals; for the
// other side the disjunction of the operands' F is sound.
func (v *view) decideConnective(e cil.Expr) (decision, bool) {
	switch e := e.(type) {
	case *cil.Unary:
		if e.Op == cil.LogNot && !isFloat(e.X) {
			return v.decideOperand(e.X).negated(), true
		}
	case *cil.Binary:
		if e.Op != cil.LAnd && e.Op != cil.LOr {
			if c, ok := lift(e).(*cil.Cond); ok {
				return v.decideConnective(c)
			}
			return decision{}, false
		}
		a, b := v.decideOperand(e.X), v.decideOperand(e.Y)
		if e.Op == cil.LAnd {
			return both(a, b), true
		}
		return either(a, b), true
	case *cil.Cond:
		c := v.decideOperand(e.C)
		yes, no := v.decideOperand(e.A), v.decideOperand(e.B)
		return both(either(c.negated(), yes), either(c, no)), true
	}
	return decision{}, false
}

// merged puts together what is known of one condition.
func merged(a, b decision) decision {
	return decision{or(a.must, b.must), or(a.mustNot, b.mustNot)}
}

// both decides a && b.
func both(a, b decision) decision { return either(a.negated(), b.negated()).negated() }

// either decides a || b.
func either(a, b decision) decision {
	if a.isExact() && b.isExact() {
		return exact(or(a.must, b.must))
	}
	return decision{or(a.must, b.must), and(a.mustNot, b.mustNot)}
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
func (v *view) truth(e cil.Expr, at []part) interval.Truth { return v.ab.evalAt(at).Truth(e) }

func (ab *Abstracter) evalAt(at []part) *interval.Eval {
	return &interval.Eval{Wrap: ab.opt.Wrap, PtrBytes: ab.in.Prog.Model.PtrBytes, Read: func(l *cil.Lval) (interval.Interval, bool) {
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

// maxSplit bounds the combinations of parts for which the prover is asked one by one.
const maxSplit = 64

// decideByParts evaluates e for each combination of the parts of its variables. For the
// combinations that don't settle e, the other elements may. What the predicates say alone
// counts in all combinations: it tells that some of them contradict the predicates.
func (v *view) decideByParts(e cil.Expr) decision {
	els := v.domainsOf(e)
	c := combiner{v: v, e: e}
	d := c.combine(els, nil)
	switch {
	case len(c.open) == 0:
		return exact(d.must)
	case !v.plainInCone(e) && settledByIntervals(e):
		return d
	case v.free(e):
		return merged(d, v.decideByCubes(e, nil, nil, v.ab.linksOf(e, nil)))
	}
	c.cone = v.cone(e)
	if len(c.open) > maxSplit || !c.settled {
		return merged(d, v.decideByCubes(e, nil, c.cone, v.ab.linksOf(e, c.cone)))
	}
	plain := slices.DeleteFunc(slices.Clone(c.cone), func(el *element) bool { return el.v != nil })
	c.cone, c.ask = without(c.cone, els), true
	c.links = v.ab.linksOf(e, c.cone)
	return merged(c.combine(els, nil), v.decideByCubes(e, nil, plain, v.ab.linksOf(e, plain)))
}

func without(els, drop []*element) []*element {
	var out []*element
	for _, el := range els {
		if !slices.Contains(drop, el) {
			out = append(out, el)
		}
	}
	return out
}

// settledByIntervals reports whether the prover knows no more of e, by itself, than
// intervals do: each variable occurs once, in linear operations.
func settledByIntervals(e cil.Expr) bool {
	seen := map[*cil.Var]bool{}
	settled := true
	cil.Walk(e, func(x cil.Expr) {
		switch x := x.(type) {
		case *cil.Load:
			settled = settled && (x.L.Base == nil || !seen[x.L.Base])
			seen[x.L.Base] = true
		case *cil.Binary:
			switch x.Op {
			case cil.Mul, cil.Div, cil.Mod, cil.BitAnd, cil.BitOr, cil.BitXor, cil.Shl, cil.Shr:
				settled = false
			}
		}
	})
	return settled
}

// combiner decides a condition for combinations of parts. What doesn't settle it is left
// to the elements of the cone, if they are asked.
type combiner struct {
	v       *view
	e       cil.Expr
	ask     bool // the elements of the cone are asked
	cone    []*element
	links   [][]bool
	open    [][]part // the combinations that don't settle it
	settled bool     // some do
}

// combine decides the condition with the elements at in their parts and those in els
// open. Values of els[0] for which the others say the same are put together.
func (c *combiner) combine(els []*element, at []part) decision {
	if len(els) == 0 {
		return c.leaf(at)
	}
	var yes, no cases
	for i := range els[0].parts {
		d := c.combine(els[1:], append(at[:len(at):len(at)], part{els[0], i}))
		yes.add(els[0], i, d.must)
		no.add(els[0], i, d.mustNot)
	}
	return decision{yes.formula(els[0]), no.formula(els[0])}
}

// leaf decides the condition with elements in their parts.
func (c *combiner) leaf(at []part) decision {
	if t := c.v.truth(c.e, at); t != interval.Maybe {
		c.settled = true
		return exact(boolprog.Bool(t == interval.True))
	}
	if c.ask {
		return c.v.decideByCubes(c.e, at, c.cone, c.links)
	}
	c.open = append(c.open, at)
	return unknown
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

// cone lists the elements that can matter for e: those that share something with it,
// directly or through others, as many as a cube can have.
func (v *view) cone(e cil.Expr) []*element {
	probe := &element{}
	probe.collect(e)
	return v.linkedWith(probe, v.cubeLength())
}

// linkedWith lists the elements that are linked with probe by a chain of so many links.
func (v *view) linkedWith(probe *element, links int) []*element {
	front := []*element{probe}
	in := make([]bool, len(v.els))
	for range links {
		var next []*element
		for i, el := range v.els {
			if !in[i] && slices.ContainsFunc(front, func(o *element) bool { return v.ab.linked(o, el) }) {
				in[i] = true
				next = append(next, el)
			}
		}
		if front = next; len(front) == 0 {
			break
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

// linked reports whether a and b share something: a variable, even if only its address,
// or memory that both may read.
func (ab *Abstracter) linked(a, b *element) bool {
	for x := range b.vars {
		if a.vars[x] {
			return true
		}
	}
	if !a.mem || !b.mem {
		return false
	}
	for _, r := range a.reads {
		for _, s := range b.reads {
			if inMemory(r) && inMemory(s) && ab.opt.Alias.MayAlias(nil, r, s) != enc.Never {
				return true
			}
		}
	}
	return false
}

// inMemory reports whether l may be reached through a pointer.
func inMemory(l *cil.Lval) bool { return l.Base == nil || l.Base.AddrTaken }

func (v *view) plainInCone(e cil.Expr) bool {
	for _, el := range v.cone(e) {
		if el.v == nil {
			return true
		}
	}
	return false
}

// decideByCubes uses the prover's answer over the cone, for states with some elements in
// their parts. While questions are being collected, it adds to them.
func (v *view) decideByCubes(e cil.Expr, at []part, cone []*element, links [][]bool) decision {
	q := v.ab.newQuestion(e, at, cone, v.cubeLength())
	q.links = links
	if !v.ab.answering {
		v.ab.asked = append(v.ab.asked, q)
		return unknown
	}
	set, ok := v.ab.answers[q.key]
	if !ok {
		panic("c2bp: a question that was not asked: " + q.text)
	}
	return decision{set.formula(q.cone, set.must), set.formula(q.cone, set.mustNot)}
}
