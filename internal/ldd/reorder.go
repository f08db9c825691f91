package ldd

import (
	"cmp"
	"slices"
)

// reorderNow is what an operation of Eliminate panics with when it is time to reorder.
type reorderNow struct{}

// Sizes and factors of sifting.
const (
	firstReordering = 1 << 12 // nodes in use at the first one in an Eliminate
	maxGrowth       = 6       // a term turns back where diagrams are maxGrowth/5 of the best
	siftWork        = 50      // nodes visited in a reordering, for each node there is
)

func (m *Manager) armReordering() {
	if m.config.Reorder {
		m.reorderAt = max(m.reorderAt, firstReordering, 2*m.used)
	}
}

func (m *Manager) disarmReordering() { m.reorderAt = 0 }

// reorder sifts with the given formulas and sets when to do it next. The operation that it
// interrupted begins again, and may need as many nodes as before: the more often that has
// happened, the more it gets.
func (m *Manager) reorder(keep []Node, attempt int) {
	m.Reorder(keep...)
	m.reorderAt = max(firstReordering<<min(attempt+1, 20), 2*m.used)
}

// Reorder collects garbage, as Collect does, and looks for an order of terms with smaller
// diagrams, by R. Rudell's sifting: each term, with all its atoms, goes through all places
// of the order and stays at the best. Formulas keep their nodes.
func (m *Manager) Reorder(keep ...Node) {
	m.Collect(keep...)
	m.stats.Reorderings++
	limit := m.maxNodes
	m.maxNodes = hardLimit // a swap can't be left half done
	defer func() { m.maxNodes = limit }()
	s := newSifter(m, m.roots(keep))
	for _, t := range s.bySize() {
		if s.work <= 0 || m.stopping() {
			break
		}
		s.sift(t)
	}
	s.reclaim()
}

// stopping reports whether the next operation is going to be stopped.
func (m *Manager) stopping() bool { return m.config.Stop != nil && m.config.Stop() != nil }

// sifter moves terms in the order. There is no garbage while it works.
type sifter struct {
	m     *Manager
	of    [][]uint32 // the nodes of each term
	refs  []int32    // edges to each node, and roots
	freed []uint32   // nodes that are free but not to be used before the end of a swap
	work  int        // that is left, in nodes
}

func newSifter(m *Manager, roots []Node) *sifter {
	s := &sifter{m: m, of: make([][]uint32, len(m.terms)), refs: make([]int32, len(m.nodes))}
	s.work = siftWork * m.used
	for i := uint32(1); i < uint32(len(m.nodes)); i++ {
		if n := m.nodes[i]; n.atom != 0 {
			t := m.atoms[n.atom].term
			s.of[t] = append(s.of[t], i)
			s.refs[n.high>>1]++
			s.refs[n.low>>1]++
		}
	}
	for _, r := range roots {
		s.refs[r>>1]++
	}
	return s
}

// bySize returns the terms that have nodes, those with many first.
func (s *sifter) bySize() []uint32 {
	var terms []uint32
	for t, nodes := range s.of {
		if len(nodes) > 0 {
			terms = append(terms, uint32(t))
		}
	}
	slices.SortFunc(terms, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(len(s.of[b]), len(s.of[a])), cmp.Compare(a, b))
	})
	return terms
}

// sift moves term t through the order and leaves it at the best place.
func (s *sifter) sift(t uint32) {
	m := s.m
	level := func() int { return int(m.terms[t].level) }
	start, last := level(), len(m.order)-1
	best, size := start, m.used
	note := func() bool {
		if m.used < size {
			best, size = level(), m.used
		}
		return 5*m.used <= maxGrowth*size && s.work > 0
	}
	down := func() {
		for level() < last {
			if s.swap(level()); !note() {
				break
			}
		}
	}
	up := func() {
		for level() > 0 {
			if s.swap(level() - 1); !note() {
				break
			}
		}
	}
	if start > last/2 {
		down()
		up()
	} else {
		up()
		down()
	}
	for level() < best {
		s.swap(level())
	}
	for level() > best {
		s.swap(level() - 1)
	}
}

// swap exchanges the terms at a level and the next one. Each node of the upper term that
// depends on the lower one gets new content for the same formula; the others don't change.
func (s *sifter) swap(level int) {
	m := s.m
	upper, lower := m.order[level], m.order[level+1]
	if len(s.of[upper]) > 0 && len(s.of[lower]) > 0 {
		s.rotateAll(upper, lower)
	}
	m.order[level], m.order[level+1] = lower, upper
	m.terms[lower].level, m.terms[upper].level = uint32(level), uint32(level+1)
}

// rotateAll rotates the nodes of the upper term. A part of a node may be another node, which
// then has fewer atoms of the lower term: it is rotated first, so that the part is found.
func (s *sifter) rotateAll(upper, lower uint32) {
	var todo []rotation
	for _, i := range s.of[upper] {
		s.work--
		c := s.m.chainOf(Node(i<<1), upper)
		if atoms := s.below(c, lower); len(atoms) > 0 {
			todo = append(todo, rotation{i, c, atoms})
		}
	}
	slices.SortStableFunc(todo, func(a, b rotation) int { return cmp.Compare(len(a.atoms), len(b.atoms)) })
	var old []node
	for _, r := range todo {
		old = append(old, s.rotate(r, lower))
	}
	for _, n := range old { // what an old chain led to was needed until now
		s.drop(n.high)
		s.drop(n.low)
	}
	s.tidy(upper)
	s.tidy(lower)
	s.reclaim()
}

// tidy takes nodes out of the list of a term that aren't its any more.
func (s *sifter) tidy(t uint32) {
	s.of[t] = slices.DeleteFunc(s.of[t], func(i uint32) bool {
		a := s.m.nodes[i].atom
		return a == 0 || s.m.atoms[a].term != t
	})
}

// reclaim makes freed nodes free.
func (s *sifter) reclaim() {
	for _, i := range s.freed {
		s.m.nodes[i].next = s.m.free
		s.m.free = i
	}
	s.freed = s.freed[:0]
}

// chain is what a function is along the atoms of one term: children[i] where atoms[i] is
// the first that holds, the last child where none does.
type chain struct {
	atoms    []uint32
	children []Node
}

// chainOf returns the chain of f for term t.
func (m *Manager) chainOf(f Node, t uint32) chain {
	var c chain
	for m.isTop(f, t) {
		c.atoms = append(c.atoms, m.nodes[f>>1].atom)
		c.children = append(c.children, m.High(f))
		f = m.Low(f)
	}
	c.children = append(c.children, f)
	return c
}

// isTop reports whether f's first atom is of term t.
func (m *Manager) isTop(f Node, t uint32) bool {
	return f > True && m.atoms[m.nodes[f>>1].atom].term == t
}

// rotation is what is to be done with a node of the upper term.
type rotation struct {
	node  uint32
	chain chain    // of the upper term
	atoms []uint32 // of the lower term, in the chain's children
}

// rotate rewrites a node so that the lower term comes first, and returns what it was.
func (s *sifter) rotate(r rotation, lower uint32) node {
	m := s.m
	rest := s.part(r, lower, len(r.atoms))
	for j := len(r.atoms) - 1; j > 0; j-- {
		rest = s.make(r.atoms[j], s.part(r, lower, j), rest)
	}
	first := s.part(r, lower, 0)
	old := m.nodes[r.node]
	m.unchain(r.node)
	m.nodes[r.node] = node{atom: r.atoms[0], high: first, low: rest}
	m.chain(r.node)
	s.of[lower] = append(s.of[lower], r.node)
	s.refs[first>>1]++
	s.refs[rest>>1]++
	return old
}

// below returns the atoms of term t that the children of c start with, in order.
func (s *sifter) below(c chain, t uint32) []uint32 {
	var atoms []uint32
	for _, f := range c.children {
		for ; s.m.isTop(f, t); f = s.m.Low(f) {
			atoms = append(atoms, s.m.nodes[f>>1].atom)
		}
	}
	slices.SortFunc(atoms, func(a, b uint32) int {
		return s.m.atoms[a].bound.cmp(s.m.atoms[b].bound)
	})
	return slices.Compact(atoms)
}

// part returns what r's node is where, of the atoms of the lower term, the one with index j
// is the first that holds; none does if there is no such atom.
func (s *sifter) part(r rotation, lower uint32, j int) Node {
	m := s.m
	cofactor := func(f Node) Node {
		for m.isTop(f, lower) {
			a := m.nodes[f>>1].atom
			if j < len(r.atoms) && m.atoms[a].bound.cmp(m.atoms[r.atoms[j]].bound) >= 0 {
				return m.High(f)
			}
			f = m.Low(f)
		}
		return f
	}
	c := r.chain
	f := cofactor(c.children[len(c.atoms)])
	for i := len(c.atoms) - 1; i >= 0; i-- {
		f = s.make(c.atoms[i], cofactor(c.children[i]), f)
	}
	return f
}

// make is mk, counting edges.
func (s *sifter) make(a uint32, high, low Node) Node {
	m := s.m
	if high == low {
		return high
	}
	negate := high & 1
	high, low = high^negate, low^negate
	if t := m.atoms[a].term; low&1 == 0 && m.isTop(low, t) && m.High(low) == high {
		return low ^ negate
	}
	n := node{atom: a, high: high, low: low}
	i := m.lookup(n)
	if i == 0 {
		i = m.insert(n)
		if int(i) == len(s.refs) {
			s.refs = append(s.refs, 0)
		}
		s.refs[i] = 0
		s.refs[high>>1]++
		s.refs[low>>1]++
		t := m.atoms[a].term
		s.of[t] = append(s.of[t], i)
	}
	return Node(i<<1) ^ negate
}

// drop takes an edge to f away, and frees what nothing leads to any more.
func (s *sifter) drop(f Node) {
	i := uint32(f >> 1)
	if s.refs[i]--; i == 0 || s.refs[i] > 0 {
		return
	}
	n := s.m.nodes[i]
	s.m.unchain(i)
	s.m.nodes[i] = node{}
	s.m.used--
	s.freed = append(s.freed, i)
	s.drop(n.high)
	s.drop(n.low)
}
