package c2bp

import (
	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/interval"
)

// This file is rule (1): assignments, and rule (5): what is not understood.

// update is one parallel assignment in the making.
type update struct {
	lhs []boolprog.Ref
	rhs []*boolprog.Expr
	// cond constrains the new values of the elements in related; nil for no condition.
	cond    *boolprog.Expr
	related map[*element]bool
}

func (u *update) set(name string, rhs *boolprog.Expr) {
	if rhs.Op == boolprog.OpVar && rhs.Ref.Name == name {
		return
	}
	u.lhs = append(u.lhs, boolprog.Name(name))
	u.rhs = append(u.rhs, rhs)
}

// stmt returns the assignment, or nil if it changes nothing.
func (u *update) stmt() *boolprog.Stmt {
	if len(u.lhs) == 0 {
		return nil
	}
	return &boolprog.Stmt{Kind: boolprog.Assign, Lhs: u.lhs, Rhs: u.rhs, Cond: u.cond}
}

// havoc gives el an arbitrary value.
func (u *update) havoc(el *element) {
	for _, n := range el.names {
		u.set(n, boolprog.Nondet())
	}
}

// within gives a domain element an arbitrary value out of the set.
func (u *update) within(el *element, set []bool) {
	u.setAll(el.rhsWithin(set), el)
}

func (u *update) setAll(rhs []*boolprog.Expr, el *element) {
	for k, n := range el.names {
		u.set(n, rhs[k])
	}
}

// rhsWithin returns what el's variables are assigned to get an arbitrary value of the set.
func (el *element) rhsWithin(set []bool) []*boolprog.Expr {
	in := 0
	for _, b := range set {
		if b {
			in++
		}
	}
	return el.perName(func(i int) *boolprog.Expr {
		switch {
		case !set[i]:
			return boolprog.Bool(false)
		case in == 1:
			return boolprog.Bool(true)
		}
		return boolprog.Nondet()
	})
}

// perName returns one right side a variable of el, given one a value.
func (el *element) perName(of func(i int) *boolprog.Expr) []*boolprog.Expr {
	if len(el.names) == 1 {
		return []*boolprog.Expr{of(el.main)}
	}
	out := make([]*boolprog.Expr, len(el.names))
	for i := range out {
		out[i] = of(i)
	}
	return out
}

// assign abstracts l = e over the elements els, which the statement may change, in the view.
func (v *view) assign(u *update, els []*element, l *cil.Lval, e cil.Expr) {
	if v.ab.opt.Exact || v.exact {
		v.relate(u, els, l, e)
	}
	for _, el := range els {
		if !v.ab.mayChange(el, l) || u.related[el] {
			continue
		}
		if el.v != nil {
			u.setAll(v.domainValue(el, e), el)
			continue
		}
		wp, ok := enc.WP(l, e, el.pred, v.ab.opt.Alias)
		switch {
		case !ok:
			u.havoc(el)
		case !cil.Equal(wp, el.pred):
			u.set(el.names[0], v.decide(wp).value())
		}
	}
}

// havocLval abstracts a statement that gives l an arbitrary value of its type.
func (v *view) havocLval(u *update, els []*element, l *cil.Lval) {
	if v.ab.opt.Exact || v.exact {
		v.relate(u, els, l, cil.LoadVar(&cil.Var{Name: "any value", Type: l.Type(), Kind: cil.Ghost}))
	}
	for _, el := range els {
		if !v.ab.mayChange(el, l) || u.related[el] {
			continue
		}
		if el.v != nil {
			u.within(el, partsWithin(el, el.within))
		} else {
			u.havoc(el)
		}
	}
}

// mayChange reports whether writing l may change what el depends on.
func (ab *Abstracter) mayChange(el *element, l *cil.Lval) bool {
	if l.Base != nil && !l.Base.AddrTaken {
		return el.vars[l.Base] && touches(el, l.Base)
	}
	for _, r := range el.reads {
		if ab.opt.Alias.MayAlias(nil, l, r) != enc.Never {
			return true
		}
	}
	return false
}

// touches reports whether el reads v or a part of it (not just its address).
func touches(el *element, v *cil.Var) bool {
	for _, r := range el.reads {
		if r.Base == v {
			return true
		}
	}
	return false
}

func partsWithin(el *element, r interval.Interval) []bool {
	set := make([]bool, len(el.parts))
	for i, p := range el.parts {
		set[i] = !p.Intersect(r).Empty()
	}
	return set
}

// domainValue returns what the variables of the domain element el are assigned when its
// C variable gets the value of e: for each valuation of the domains in e, the parts
// that the value may lie in.
func (v *view) domainValue(el *element, e cil.Expr) []*boolprog.Expr {
	from := v.domainsOf(e)
	if _, constant := cil.ConstValue(e); !constant && !copied(e) && v.plainInCone(e) {
		within := partsWithin(el, v.ab.evalAt(nil).Value(e))
		return el.perName(func(i int) *boolprog.Expr {
			if !within[i] {
				return boolprog.Bool(false)
			}
			return v.decidePart(el, el.holds(e, i)).value()
		})
	}
	if len(from) == 0 {
		return el.rhsWithin(partsWithin(el, v.ab.evalAt(nil).Value(e)))
	}
	if len(from) > 2 {
		from = from[:2]
	}
	targets := v.targets(el, e, from, nil)
	return el.perName(func(i int) *boolprog.Expr {
		must, mustNot := targets(i)
		return decision{must, mustNot}.value()
	})
}

// copied reports whether e is the unchanged value of a variable that may have a finite domain.
func copied(e cil.Expr) bool {
	_, isLoad := keepingCasts(e).(*cil.Load)
	return isLoad && cell(e) != nil
}

// fewParts is how many values a domain may have for the prover to be asked about each.
const fewParts = 8

// decidePart decides whether el gets a value. For domains with many values only the
// predicates as they are count.
func (v *view) decidePart(el *element, e cil.Expr) decision {
	if el.size() <= fewParts {
		return v.decide(e)
	}
	if d, ok := v.decideBySyntax(e); ok {
		return d
	}
	return unknown
}

// holds is the condition that the domain element gets value i when its variable is
// assigned e.
func (el *element) holds(e cil.Expr, i int) cil.Expr {
	return cil.SubstLval(el.meaning(i), func(l *cil.Lval) cil.Expr {
		if l.IsVar(el.v) {
			return e
		}
		return nil
	})
}

// targets returns a function that gives, for value i of el, the formulas over from under
// which e's value is surely in part i and surely not.
func (v *view) targets(el *element, e cil.Expr, from []*element, at []part) func(i int) (must, mustNot *boolprog.Expr) {
	if len(from) == 0 {
		set := partsWithin(el, v.ab.evalAt(at).Value(e))
		only := count(set) == 1
		return func(i int) (must, mustNot *boolprog.Expr) {
			return boolprog.Bool(only && set[i]), boolprog.Bool(!set[i])
		}
	}
	subs := make([]func(int) (*boolprog.Expr, *boolprog.Expr), len(from[0].parts))
	for k := range from[0].parts {
		subs[k] = v.targets(el, e, from[1:], append(at[:len(at):len(at)], part{from[0], k}))
	}
	return func(i int) (*boolprog.Expr, *boolprog.Expr) {
		var yes, no cases
		for k, sub := range subs {
			must, mustNot := sub(i)
			yes.add(from[0], k, must)
			no.add(from[0], k, mustNot)
		}
		return yes.formula(from[0]), no.formula(from[0])
	}
}

func count(set []bool) int {
	n := 0
	for _, b := range set {
		if b {
			n++
		}
	}
	return n
}
