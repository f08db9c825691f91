package ldd

import "slices"

// values are integers for variables; what isn't there is 0.
type values map[Var]num

// of returns the value of a linear sum.
func (v values) of(l linear) num {
	var sum num
	for _, m := range l {
		sum = sum.add(m.coef.mul(v[m.v]))
	}
	return sum
}

// satisfy reports whether c holds.
func (v values) satisfy(c constraint) bool { return v.of(c.sum).cmp(c.bound) <= 0 }

// solve returns integers that satisfy all constraints, if it finds out that there are some.
func (m *Manager) solve(cs []constraint) (values, status) {
	m.stats.TheoryChecks++
	m.step()
	if isDifference(cs) {
		return solveDifferences(cs)
	}
	s := solver{m: m}
	return s.solve(cs)
}

// isDifference reports whether all constraints bound a variable or a difference of two.
func isDifference(cs []constraint) bool {
	return !slices.ContainsFunc(cs, func(c constraint) bool {
		l := c.sum
		return len(l) > 2 || len(l) > 0 && !l[0].coef.isUnit() ||
			len(l) == 2 && l[0].coef.cmp(l[1].coef.neg()) != 0
	})
}

// solveDifferences is solve for difference constraints: x - y <= k is an edge from y to x
// of length k, x <= k one from zero; there is a solution unless a cycle is negative, and
// shortest distances from all vertices are one (R. Bellman, L. Ford).
func solveDifferences(cs []constraint) (values, status) {
	const zero = Var(-1)
	dist := values{zero: {}}
	type edge struct {
		from, to Var
		length   num
	}
	var edges []edge
	for _, c := range cs {
		e := edge{zero, zero, c.bound}
		for _, t := range c.sum {
			dist[t.v] = num{}
			if t.coef.sign() > 0 {
				e.to = t.v
			} else {
				e.from = t.v
			}
		}
		edges = append(edges, e)
	}
	for round := 0; ; round++ {
		changed := false
		for _, e := range edges {
			if d := dist[e.from].add(e.length); d.cmp(dist[e.to]) < 0 {
				dist[e.to] = d
				changed = true
			}
		}
		if !changed {
			break
		}
		if round > len(dist) {
			return nil, unsat
		}
	}
	base := dist[zero]
	for v, d := range dist {
		dist[v] = d.sub(base)
	}
	delete(dist, zero)
	return dist, sat
}

// status is what a solver found out.
type status int

const (
	undecided status = iota
	sat
	unsat
)

// solver decides constraints by eliminating one variable after the other.
type solver struct{ m *Manager }

// solve returns values for the variables of cs if it finds out that there are some.
func (s solver) solve(cs []constraint) (values, status) {
	s.m.step()
	cs, ok := sharpest(cs)
	if !ok {
		return nil, unsat
	}
	if len(cs) == 0 {
		return values{}, sat
	}
	c := choose(cs)
	if c.equation != nil {
		return s.substitute(cs, c)
	}
	return s.eliminate(cs, c.x)
}

// substitute goes on without c.x, which the constraints say to equal something.
func (s solver) substitute(cs []constraint, c choice) (values, status) {
	rest := make([]constraint, 0, len(cs))
	for _, k := range cs {
		rest = append(rest, k.substitute(c.x, c.equation.sum, c.equation.constant))
	}
	v, st := s.solve(rest)
	if st == sat {
		v[c.x] = v.of(c.equation.sum).add(c.equation.constant)
	}
	return v, st
}

// eliminate goes on with the resolvents of the bounds of x: the real shadow, and if it has
// a solution and another one, the dark shadow.
func (s solver) eliminate(cs []constraint, x Var) (values, status) {
	var upper, lower, real []constraint
	for _, c := range cs {
		switch c.sum.coef(x).sign() {
		case 1:
			upper = append(upper, c)
		case -1:
			lower = append(lower, c)
		default:
			real = append(real, c)
		}
	}
	dark := slices.Clone(real)
	exact := true
	for _, u := range upper {
		for _, l := range lower {
			s.m.stats.Resolvents++
			s.m.step()
			r, d := resolve(u, l, x)
			exact = exact && sameShadow(r, d)
			real, dark = append(real, r), append(dark, d)
		}
	}
	v, st := s.solve(real)
	if st == sat {
		v[x] = between(upper, lower, x, v)
	}
	if exact || st == unsat || st == sat && !slices.ContainsFunc(cs, func(c constraint) bool { return !v.satisfy(c) }) {
		return v, st
	}
	if v, st = s.solve(dark); st != sat {
		return nil, undecided
	}
	v[x] = between(upper, lower, x, v)
	return v, sat
}

// between returns an integer that satisfies bounds of x, where the other variables have
// the values v.
func between(upper, lower []constraint, x Var, v values) num {
	v[x] = num{}
	var best num
	for i, c := range upper {
		if k := c.bound.sub(v.of(c.sum)).floorDiv(c.sum.coef(x)); i == 0 || k.cmp(best) < 0 {
			best = k
		}
	}
	if len(upper) > 0 {
		return best
	}
	for i, c := range lower {
		if k := v.of(c.sum).sub(c.bound).ceilDiv(c.sum.coef(x).neg()); i == 0 || k.cmp(best) > 0 {
			best = k
		}
	}
	return best
}

// sharpest returns the constraints but for those that another one of the same sum implies,
// in an order that depends on them only. It isn't ok if a constraint can't hold.
func sharpest(cs []constraint) (rest []constraint, ok bool) {
	sorted := make([]constraint, 0, len(cs))
	for _, c := range cs {
		switch c = c.tight(); {
		case c.isFalse():
			return nil, false
		case !c.isTrue():
			sorted = append(sorted, c)
		}
	}
	slices.SortStableFunc(sorted, compare)
	return slices.CompactFunc(sorted, func(a, b constraint) bool { return a.sum.equal(b.sum) }), true
}

// compare orders constraints by their sums, then by their bounds.
func compare(a, b constraint) int {
	if c := len(a.sum) - len(b.sum); c != 0 {
		return c
	}
	for i, t := range a.sum {
		if c := int(t.v) - int(b.sum[i].v); c != 0 {
			return c
		}
		if c := t.coef.cmp(b.sum[i].coef); c != 0 {
			return c
		}
	}
	return a.bound.cmp(b.bound)
}

// choice is a variable to eliminate next.
type choice struct {
	x        Var
	equation *equation // what it equals, if that is known
}

// choose returns a variable that equals something if there is one; else one for which the
// shadows agree if there is one; among these the one with the fewest pairs of bounds.
func choose(cs []constraint) choice {
	for i, c := range cs {
		if x, ok := unitVar(c); ok && hasOpposite(cs[i+1:], c) {
			eq, _ := equationOf(c, x)
			return choice{x, &eq}
		}
	}
	counts := map[Var]*tally{}
	var vars []Var
	for _, c := range cs {
		for _, t := range c.sum {
			n := counts[t.v]
			if n == nil {
				n = &tally{}
				counts[t.v] = n
				vars = append(vars, t.v)
			}
			n.add(t.coef)
		}
	}
	slices.Sort(vars)
	best := vars[0]
	for _, v := range vars[1:] {
		if counts[v].cost() < counts[best].cost() {
			best = v
		}
	}
	return choice{x: best}
}

// unitVar returns a variable of c with coefficient 1 or -1.
func unitVar(c constraint) (Var, bool) {
	for _, t := range c.sum {
		if t.coef.isUnit() {
			return t.v, true
		}
	}
	return 0, false
}

// hasOpposite reports whether cs has the constraint that makes c an equation.
func hasOpposite(cs []constraint, c constraint) bool {
	want := constraint{c.sum.scale(num{small: -1}), c.bound.neg()}
	return slices.ContainsFunc(cs, func(o constraint) bool { return compare(o, want) == 0 })
}

// tally counts the bounds of a variable.
type tally struct {
	upper, lower             int
	upperScaled, lowerScaled bool // whether one has another coefficient than 1 and -1
}

func (n *tally) add(coef num) {
	if coef.sign() > 0 {
		n.upper++
		n.upperScaled = n.upperScaled || !coef.isUnit()
	} else {
		n.lower++
		n.lowerScaled = n.lowerScaled || !coef.isUnit()
	}
}

// cost is what elimination is expected to cost; inexact elimination is dear.
func (n *tally) cost() int {
	c := n.upper*n.lower - n.upper - n.lower
	if n.upperScaled && n.lowerScaled {
		c += 1 << 30
	}
	return c
}
