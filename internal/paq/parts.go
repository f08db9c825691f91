package paq

import (
	"cmp"
	"slices"

	"hardbop/internal/bdd"
	"hardbop/internal/smt"
)

// This file finds out which valuations are in the answer for the same reasons as that of a
// model. The reasons are literals that imply the conjuncts which define nothing (an
// implicant). Under them, a valuation is in the answer if values can be found that agree with
// the literals and with the definitions; and where these fall apart into parts without a
// common symbol, the values of each part are found for it alone. So the product of the parts'
// valuations is in the answer. A part's valuations are enumerated by a solver that has only the
// part, and what excludes the valuations that are known: where there is but one part, nothing is
// found twice. It needn't find all: what is missing, the next model of the whole query finds.

// maxPart is the largest number of valuations that are looked for in a part, for one model.
const maxPart = 256

// part is a set of literals and definitions that share symbols with each other and with
// nothing else.
type part struct {
	formulas []smt.Term
	places   []int // of the important constants that are defined
}

// generalise returns valuations that are in the answer, the model's own among them.
func (e *enumeration) generalise(model *smt.Model) (*subset, error) {
	if model == nil {
		return nil, &RefusedError{e.stats.Solver, "the prover's model can't be read"}
	}
	in := smt.NewEvaluator(e.q.Factory, model)
	for _, c := range e.q.Conjuncts {
		if !in.Holds(c) {
			return e.confirmed(e.cube(model, e.everywhere()))
		}
	}
	if e.oneByOne {
		return e.cube(model, e.everywhere()), nil
	}
	lits := e.implicant(in)
	fixed := e.fixed(lits)
	product := e.cube(model, fixed)
	for _, p := range e.partition(lits) {
		s, err := e.valuations(e.formula(p, fixed, model), p.places, model)
		if err != nil {
			return nil, err
		}
		product = &subset{e.q.Factory.And(product.term, s.term), e.m.And(product.f, s.f)}
	}
	return product, nil
}

// confirmed returns the valuation of a model that we don't understand if the prover says once
// more that it is in the answer.
func (e *enumeration) confirmed(own *subset) (*subset, error) {
	if r := e.main.CheckAssuming([]smt.Term{own.term}); r.Status != smt.Sat {
		return nil, &RefusedError{e.stats.Solver, "the prover's model isn't one"}
	}
	return own, nil
}

// everywhere returns the places of all important constants.
func (e *enumeration) everywhere() []int {
	places := make([]int, len(e.q.Important))
	for i := range places {
		places[i] = i
	}
	return places
}

// implicant returns literals that hold in a model and together imply the rules.
func (e *enumeration) implicant(in *smt.Evaluator) []smt.Term {
	p := &implicant{f: e.q.Factory, in: in, has: map[smt.Term]bool{}}
	for _, r := range e.shape.rules {
		p.add(r)
	}
	return p.lits
}

// fixed returns the places of the important constants that literals mention, in order.
func (e *enumeration) fixed(lits []smt.Term) []int {
	var places []int
	for _, l := range lits {
		places = append(places, e.shape.places(l)...)
	}
	slices.Sort(places)
	return slices.Compact(places)
}

// partition returns the parts that define something, of literals and the definitions.
func (e *enumeration) partition(lits []smt.Term) []*part {
	s := e.shape
	formulas := slices.Clone(lits)
	for _, d := range s.defs {
		formulas = append(formulas, d.conjunct)
	}
	sets := newUnion()
	for _, t := range formulas {
		ids := s.symbols(t)
		for _, id := range ids {
			sets.join(ids[0], id)
		}
	}
	parts := map[int]*part{}
	var order []int
	for i, t := range formulas {
		root := -1 - i // of its own, if there are no symbols
		if ids := s.symbols(t); len(ids) > 0 {
			root = sets.find(ids[0])
		}
		if parts[root] == nil {
			parts[root] = &part{}
			order = append(order, root)
		}
		p := parts[root]
		p.formulas = append(p.formulas, t)
		if i >= len(lits) {
			p.places = append(p.places, s.defs[i-len(lits)].place)
		}
	}
	var defining []*part
	for _, root := range order {
		if p := parts[root]; len(p.places) > 0 {
			slices.Sort(p.places)
			p.places = slices.Compact(p.places)
			defining = append(defining, p)
		}
	}
	slices.SortFunc(defining, func(a, b *part) int { return cmp.Compare(a.places[0], b.places[0]) })
	return defining
}

// formula returns the formula of a part, with the values that a model gives to important
// constants of it that are fixed.
func (e *enumeration) formula(p *part, fixed []int, model *smt.Model) smt.Term {
	var here []int
	for _, t := range p.formulas {
		for _, place := range e.shape.places(t) {
			if _, ok := slices.BinarySearch(fixed, place); ok {
				here = append(here, place)
			}
		}
	}
	return e.q.Factory.And(append(p.formulas, e.cube(model, here).term)...)
}

// valuations returns valuations of a part, that of the model among them, of which it is known
// that the part has it.
func (e *enumeration) valuations(formula smt.Term, places []int, model *smt.Model) (*subset, error) {
	own := e.cube(model, places)
	found, ok := e.known[formula]
	switch {
	case ok && bdd.Implies(e.m, own.f, found.f):
		return found, nil
	case e.budget == 0:
		return own, nil
	case !ok:
		found = own
	default:
		e.m.Deref(found.f)
		found = e.union(found, own)
	}
	found, err := e.extend(found, formula, places)
	found.term = e.cover(found.f)
	e.m.Ref(found.f)
	e.known[formula] = found
	return found, err
}

// extend adds valuations of a part to those found.
func (e *enumeration) extend(found *subset, formula smt.Term, places []int) (*subset, error) {
	s := e.parts
	s.Push()
	defer s.Pop()
	s.Assert(formula)
	more := found
	for range e.budget {
		s.Assert(e.q.Factory.Not(more.term))
		status, err := e.check(s)
		if _, interrupted := err.(*InterruptedError); interrupted {
			return found, err
		}
		if status != smt.Sat {
			break
		}
		model := s.Model()
		if model == nil {
			break
		}
		more = e.cube(model, places)
		found = e.union(found, more)
	}
	return found, nil
}

// cover returns a short formula of valuations: the solvers get many of them.
func (e *enumeration) cover(f bdd.Node) smt.Term {
	var cubes []smt.Term
	for _, c := range bdd.Cover(e.m, f, f, maxCubes) {
		lits := make([]smt.Term, len(c))
		for i, l := range c {
			lits[i] = e.literal(l)
		}
		cubes = append(cubes, e.q.Factory.And(lits...))
	}
	return e.q.Factory.Or(cubes...)
}

// literal returns the formula of a literal.
func (e *enumeration) literal(l bdd.Literal) smt.Term {
	b := e.q.Important[l.Var]
	if l.Value {
		return b
	}
	return e.q.Factory.Not(b)
}

func (e *enumeration) union(a, b *subset) *subset {
	return &subset{e.q.Factory.Or(a.term, b.term), e.m.Or(a.f, b.f)}
}

// union is a union-find structure over numbers.
type union struct{ parent map[int]int }

func newUnion() *union { return &union{map[int]int{}} }

func (u *union) find(x int) int {
	for {
		p, ok := u.parent[x]
		if !ok || p == x {
			return x
		}
		if g, ok := u.parent[p]; ok {
			u.parent[x] = g
		}
		x = p
	}
}

func (u *union) join(x, y int) {
	if x, y = u.find(x), u.find(y); x != y {
		u.parent[x] = y
	}
}
