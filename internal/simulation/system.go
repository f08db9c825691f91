package simulation

import (
	"encoding/binary"
	"slices"
)

// Silent is the action that nobody sees. Others are positive numbers, or zero.
const Silent = -1

// Edge is a step to a state by an action.
type Edge struct{ Action, To int }

// System is a labelled transition system: the first state, and the steps of each.
type System struct {
	Init  int
	Edges [][]Edge
}

// Saturate returns the system in which an action stands for itself with any silent steps
// before and behind it, and a silent step for one or more of them.
func Saturate(s *System) *System {
	out := &System{Init: s.Init, Edges: make([][]Edge, len(s.Edges))}
	closures := make([][]int, len(s.Edges))
	for i := range s.Edges {
		closures[i] = s.closure([]int{i})
	}
	for i := range s.Edges {
		seen := map[Edge]bool{}
		add := func(e Edge) {
			if !seen[e] {
				seen[e] = true
				out.Edges[i] = append(out.Edges[i], e)
			}
		}
		for _, j := range closures[i] {
			if j != i {
				add(Edge{Silent, j})
			}
			for _, e := range s.Edges[j] {
				if e.Action == Silent {
					continue
				}
				for _, k := range closures[e.To] {
					add(Edge{e.Action, k})
				}
			}
		}
	}
	return out
}

// closure returns the states, in order, that silent steps lead to from those given, and
// these.
func (s *System) closure(from []int) []int {
	in := map[int]bool{}
	todo := slices.Clone(from)
	for _, i := range from {
		in[i] = true
	}
	var out []int
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		out = append(out, i)
		for _, e := range s.Edges[i] {
			if e.Action == Silent && !in[e.To] {
				in[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Determinise returns the deterministic system without silent steps that has the traces of
// s, and of each of its states the states of s that it stands for. It is nil if there are
// more than limit.
func Determinise(s *System, limit int) (det *System, sets [][]int) {
	d := &subsets{s: s, limit: limit, index: map[string]int{}, out: &System{}}
	d.add(s.closure([]int{s.Init}))
	for i := 0; i < len(d.sets); i++ {
		if len(d.sets) > limit {
			return nil, nil
		}
		d.expand(i)
	}
	return d.out, d.sets
}

// subsets makes a system of sets of states.
type subsets struct {
	s     *System
	limit int
	sets  [][]int
	index map[string]int
	out   *System
}

// add returns the number of a set.
func (d *subsets) add(set []int) int {
	var key []byte
	for _, i := range set {
		key = binary.AppendUvarint(key, uint64(i))
	}
	n, ok := d.index[string(key)]
	if !ok {
		n = len(d.sets)
		d.index[string(key)] = n
		d.sets, d.out.Edges = append(d.sets, set), append(d.out.Edges, nil)
	}
	return n
}

func (d *subsets) expand(i int) {
	to := map[int][]int{}
	var actions []int
	for _, j := range d.sets[i] {
		for _, e := range d.s.Edges[j] {
			if e.Action == Silent {
				continue
			}
			if to[e.Action] == nil {
				actions = append(actions, e.Action)
			}
			to[e.Action] = append(to[e.Action], e.To)
		}
	}
	slices.Sort(actions)
	for _, a := range actions {
		n := d.add(d.s.closure(to[a]))
		d.out.Edges[i] = append(d.out.Edges[i], Edge{a, n})
	}
}
