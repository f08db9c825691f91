package bdd

// Cover returns an irredundant sum of products between two functions: lower implies
// it, it implies upper (S. Minato, "Fast Generation of Prime-Irredundant Covers from
// Binary Decision Diagrams", 1993). Lower must imply upper. The literals of each cube
// are in the order of variables; the list is a function of lower and upper only. If
// there are more than limit cubes in a part of the list, Cover panics with a
// [*CoverError].
func Cover(m Manager, lower, upper Node, limit int) [][]Literal {
	c := coverer{m: m, known: map[[2]Node]cover{}, limit: limit}
	return c.cover(lower, upper).cubes
}

// cover is a list of cubes and the function that is their disjunction.
type cover struct {
	cubes [][]Literal
	f     Node
}

type coverer struct {
	m     Manager
	limit int
	known map[[2]Node]cover
}

func (c *coverer) cover(lower, upper Node) cover {
	switch {
	case lower == False:
		return cover{nil, False}
	case upper == True:
		return cover{[][]Literal{nil}, True}
	}
	key := [2]Node{lower, upper}
	if r, ok := c.known[key]; ok {
		return r
	}
	m := c.m
	v := m.Top(lower)
	if w := m.Top(upper); v < 0 || w >= 0 && w < v {
		v = w
	}
	l0, l1 := split(m, lower, v)
	u0, u1 := split(m, upper, v)
	neg := c.cover(m.Diff(l0, u1), u0)
	pos := c.cover(m.Diff(l1, u0), u1)
	rest := m.Or(m.Diff(l0, neg.f), m.Diff(l1, pos.f))
	both := c.cover(rest, m.And(u0, u1))
	r := cover{f: m.Or(m.Ite(m.Var(v), pos.f, neg.f), both.f)}
	r.cubes = withLiteral(r.cubes, Literal{v, false}, neg.cubes)
	r.cubes = withLiteral(r.cubes, Literal{v, true}, pos.cubes)
	r.cubes = append(r.cubes, both.cubes...)
	if len(r.cubes) > c.limit {
		panic(&CoverError{c.limit})
	}
	c.known[key] = r
	return r
}

// split returns the cofactors of f, whose top variable isn't before v.
func split(m Manager, f Node, v int) (low, high Node) {
	if m.Top(f) != v {
		return f, f
	}
	return m.Low(f), m.High(f)
}

// withLiteral appends cubes with a literal in front of each.
func withLiteral(list [][]Literal, l Literal, cubes [][]Literal) [][]Literal {
	for _, c := range cubes {
		list = append(list, append([]Literal{l}, c...))
	}
	return list
}
