package paq

import (
	"slices"

	"hardbop/internal/ldd"
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
//   - what has a large coefficient in an atom after what has smaller ones: where one of two
//     bounds has none, elimination is exact. So a quotient comes after what is divided, and of
//     two quotients that by the larger number.
//
// The order is found by the conjuncts' supports alone. An error of stop, which is asked often, ends
// that with a panic of an [ldd.StopError].
func eliminationOrder(q *Query, conjuncts []smt.Term, stop func() error) []smt.Term {
	backward := slices.Clone(q.Locations)
	slices.Reverse(backward)
	p, other := plan(q, conjuncts, backward, stop), plan(q, conjuncts, q.Locations, stop)
	if other.cost < p.cost {
		p = other
	}
	return p.order
}

// plan plays the elimination with the locations in the given order.
func plan(q *Query, conjuncts, locations []smt.Term, stop func() error) *planner {
	p := &planner{stop: stop, in: map[smt.Term]map[int]bool{}, important: q.indexOf(), location: map[smt.Term]bool{}, rank: ranks(conjuncts)}
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

// ranks says how large a unit of each variable is, in bits: where a-32*q lies between bounds, one
// of q is worth 32 of a, and has 5 more. Variables that aren't there have rank 0.
func ranks(conjuncts []smt.Term) map[smt.Term]int {
	var sums []smt.Term
	smt.Walk(func(t smt.Term) {
		if t.Op() == smt.OpSum {
			sums = append(sums, t)
		}
	}, conjuncts...)
	rank := map[smt.Term]int{}
	for changed, rounds := true, 0; changed && rounds < maxChain; rounds++ {
		changed = false
		for _, t := range sums {
			changed = raise(rank, t.Linear().Monomials) || changed
		}
	}
	return rank
}

// maxChain is the number of quotients of quotients whose order is found out.
const maxChain = 16

// raise raises the ranks of variables beside others in a sum, and reports whether it did.
func raise(rank map[smt.Term]int, sum []smt.Monomial) bool {
	raised := false
	for _, m := range sum {
		for _, o := range sum {
			bits := m.Coeff.BitLen() - o.Coeff.BitLen()
			if bits > 0 && rank[m.Atom] < rank[o.Atom]+bits {
				rank[m.Atom] = rank[o.Atom] + bits
				raised = true
			}
		}
	}
	return raised
}

func isUnit(m smt.Monomial) bool {
	return m.Coeff.IsInt64() && (m.Coeff.Int64() == 1 || m.Coeff.Int64() == -1)
}

// planner plays an elimination on supports.
type planner struct {
	stop      func() error
	important map[smt.Term]int
	location  map[smt.Term]bool
	rank      map[smt.Term]int
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
	if err := p.stop(); err != nil {
		panic(&ldd.StopError{Err: err})
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
	if p.rank[v] == 0 {
		return true
	}
	for j := range p.in[v] {
		for u := range p.conjuncts[j] {
			if u.Sort().Kind() == smt.IntSort && p.rank[u] < p.rank[v] {
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
			if !p.isExact(v) {
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

// joint returns the number of variables in the conjuncts with v. It looks at those of the largest
// only once: it may have them all, and be asked about for each.
func (p *planner) joint(v smt.Term) int {
	at := -1
	for j := range p.in[v] {
		if at < 0 || len(p.conjuncts[j]) > len(p.conjuncts[at]) {
			at = j
		}
	}
	if at < 0 {
		return 0
	}
	others := map[smt.Term]bool{}
	for j := range p.in[v] {
		if j == at {
			continue
		}
		for u := range p.conjuncts[j] {
			if !p.conjuncts[at][u] {
				others[u] = true
			}
		}
	}
	return len(p.conjuncts[at]) + len(others)
}
