package paq

import (
	"slices"

	"hardbop/internal/smt"
)

// eliminationOrder returns all symbols of purified conjuncts but the important ones, in the
// order in which they are best eliminated:
//
//   - first what an equation defines, for that is replaced and nothing is joined;
//   - then the locations, from the last to the first, as the paper does (section 4.3): a
//     location stands in the constraints of itself and of later ones, so that it is joined with
//     few others; or from the first to the last, whichever joins fewer variables;
//   - between the locations, what no other conjunct mentions any more than the one just made.
//     The paper leaves that open; without it the constraint grows with the values of all
//     variables;
//   - what has a coefficient in some atom after those that have none: where one of two bounds
//     has none, elimination is exact.
//
// The order is found by the conjuncts' supports alone.
func eliminationOrder(q *Query, conjuncts []smt.Term) []smt.Term {
	backward := slices.Clone(q.Locations)
	slices.Reverse(backward)
	p, other := plan(q, conjuncts, backward), plan(q, conjuncts, q.Locations)
	if other.cost < p.cost {
		p = other
	}
	return p.order
}

// plan plays the elimination with the locations in the given order.
func plan(q *Query, conjuncts, locations []smt.Term) *planner {
	p := &planner{in: map[smt.Term]map[int]bool{}, important: q.indexOf(), location: map[smt.Term]bool{}, scaled: scaled(conjuncts)}
	for _, l := range locations {
		p.location[l] = true
	}
	for _, c := range conjuncts {
		p.add(smt.Vars(c))
	}
	for i, c := range conjuncts {
		p.substitute(i, c)
	}
	p.settle()
	for _, l := range locations {
		p.eliminate(l)
		p.settle()
	}
	p.rest()
	return p
}

// scaled returns the variables that have another coefficient than 1 and -1 in some atom.
func scaled(conjuncts []smt.Term) map[smt.Term]bool {
	found := map[smt.Term]bool{}
	smt.Walk(func(t smt.Term) {
		if t.Op() != smt.OpSum {
			return
		}
		for _, m := range t.Linear().Monomials {
			if !isUnit(m) {
				found[m.Atom] = true
			}
		}
	}, conjuncts...)
	return found
}

func isUnit(m smt.Monomial) bool {
	return m.Coeff.IsInt64() && (m.Coeff.Int64() == 1 || m.Coeff.Int64() == -1)
}

// planner plays an elimination on supports.
type planner struct {
	important map[smt.Term]int
	location  map[smt.Term]bool
	scaled    map[smt.Term]bool
	conjuncts []map[smt.Term]bool       // the variables of each
	in        map[smt.Term]map[int]bool // the conjuncts that a variable is in
	vars      []smt.Term                // to be eliminated, by first appearance
	order     []smt.Term
	cost      int // the sum of squares of the numbers of variables that were joined
}

// add adds a conjunct over vars.
func (p *planner) add(vars []smt.Term) {
	n := len(p.conjuncts)
	c := map[smt.Term]bool{}
	for _, v := range vars {
		if _, ok := p.important[v]; ok {
			continue
		}
		c[v] = true
		if p.in[v] == nil {
			p.in[v] = map[int]bool{}
			p.vars = append(p.vars, v)
		}
		p.in[v][n] = true
	}
	p.conjuncts = append(p.conjuncts, c)
}

// open reports whether v is still to be eliminated.
func (p *planner) open(v smt.Term) bool { return p.in[v] != nil }

// substitute eliminates the variable with the fewest uses that conjunct i says to equal
// something, if it says so.
func (p *planner) substitute(i int, c smt.Term) {
	if c.Op() != smt.OpEq {
		return
	}
	var best smt.Term
	for _, m := range c.Arg(0).Linear().Monomials {
		v := m.Atom
		if v.Op() != smt.OpVar || !isUnit(m) || !p.conjuncts[i][v] {
			continue
		}
		if !best.IsValid() || len(p.in[v]) < len(p.in[best]) {
			best = v
		}
	}
	if !best.IsValid() {
		return
	}
	p.order = append(p.order, best)
	eq := p.conjuncts[i]
	for j := range p.in[best] {
		for v := range eq {
			p.conjuncts[j][v] = true
			p.in[v][j] = true
		}
		delete(p.conjuncts[j], best)
	}
	for v := range eq {
		delete(p.in[v], i)
	}
	p.conjuncts[i] = map[smt.Term]bool{}
	delete(p.in, best)
}

// eliminate joins the conjuncts with v and eliminates it.
func (p *planner) eliminate(v smt.Term) {
	if !p.open(v) {
		return
	}
	p.order = append(p.order, v)
	n := len(p.conjuncts)
	joined := map[smt.Term]bool{}
	for j := range p.in[v] {
		for u := range p.conjuncts[j] {
			joined[u] = true
			delete(p.in[u], j)
		}
		p.conjuncts[j] = nil
	}
	p.cost += len(joined) * len(joined)
	delete(joined, v)
	for u := range joined {
		p.in[u][n] = true
	}
	p.conjuncts = append(p.conjuncts, joined)
	delete(p.in, v)
}

// settle eliminates what only one conjunct mentions.
func (p *planner) settle() {
	for changed := true; changed; {
		changed = false
		for _, v := range p.vars {
			if p.open(v) && !p.location[v] && len(p.in[v]) <= 1 && p.isExact(v) {
				p.eliminate(v)
				changed = true
			}
		}
	}
}

// isExact reports whether nothing speaks for waiting until other variables are eliminated.
func (p *planner) isExact(v smt.Term) bool {
	if !p.scaled[v] {
		return true
	}
	for j := range p.in[v] {
		for u := range p.conjuncts[j] {
			if !p.scaled[u] && u.Sort().Kind() == smt.IntSort {
				return false
			}
		}
	}
	return true
}

// rest eliminates what is left, each time the variable whose conjuncts have the fewest others.
func (p *planner) rest() {
	for {
		var best smt.Term
		cost := 0
		for _, v := range p.vars {
			if !p.open(v) {
				continue
			}
			c := p.joint(v)
			if p.scaled[v] {
				c += len(p.vars)
			}
			if !best.IsValid() || c < cost {
				best, cost = v, c
			}
		}
		if !best.IsValid() {
			return
		}
		p.eliminate(best)
	}
}

// joint returns the number of variables in the conjuncts with v.
func (p *planner) joint(v smt.Term) int {
	vars := map[smt.Term]bool{}
	for j := range p.in[v] {
		for u := range p.conjuncts[j] {
			vars[u] = true
		}
	}
	return len(vars)
}
