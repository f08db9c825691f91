package ldd

import (
	"fmt"
	"slices"
)

// Ref keeps f over collections, as often as Deref isn't called. It returns f.
func (m *Manager) Ref(f Node) Node {
	if f > True {
		m.refs[uint32(f>>1)]++
	}
	return f
}

// Deref takes back a Ref.
func (m *Manager) Deref(f Node) {
	i := uint32(f >> 1)
	switch m.refs[i] {
	case 0:
		if f > True {
			panic(fmt.Sprintf("ldd: node %d is not kept", f))
		}
	case 1:
		delete(m.refs, i)
	default:
		m.refs[i]--
	}
}

// Collect frees all nodes but those of formulas that are kept or given.
func (m *Manager) Collect(keep ...Node) {
	m.stats.Collections++
	live := make([]bool, len(m.nodes))
	live[0] = true
	m.visit(m.roots(keep), func(i uint32) { live[i] = true })
	clear(m.buckets)
	m.free, m.used = 0, 1
	for i := uint32(len(m.nodes)) - 1; i > 0; i-- {
		if !live[i] {
			m.nodes[i] = node{next: m.free}
			m.free = i
			continue
		}
		m.chain(i)
		m.used++
	}
	m.cache.clear()
}

// roots returns keep and the formulas that are kept by Ref, in order.
func (m *Manager) roots(keep []Node) []Node {
	roots := slices.Clone(keep)
	for i := range m.refs {
		roots = append(roots, Node(i<<1))
	}
	slices.Sort(roots)
	return roots
}
