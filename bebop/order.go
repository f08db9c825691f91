package bebop

import (
	"fmt"
	"slices"
	"sort"

	"hardbop/boolprog"
)

// Limits of the search for a variable order.
const (
	maxRelated   = 24 // entities in a relation that is looked at
	orderRounds  = 30
	maxRelations = 1 << 18
)

// relations are sets of entities that occur in one statement, with the number of times.
type relations struct {
	index map[string]int
	sets  [][]int
	count []int
}

// add counts a set of entities.
func (r *relations) add(set []int) {
	slices.Sort(set)
	set = slices.Compact(set)
	if len(set) < 2 || len(set) > maxRelated {
		return
	}
	key := fmt.Sprint(set)
	i, ok := r.index[key]
	if !ok {
		if len(r.sets) >= maxRelations {
			return
		}
		i = len(r.sets)
		r.index[key] = i
		r.sets = append(r.sets, slices.Clone(set))
		r.count = append(r.count, 0)
	}
	r.count[i]++
}

// orderEntities sorts the entities so that related ones are near each other: those of
// one statement, and at calls each formal and its argument, each result and its target.
// It improves the order of first occurrence by putting each entity at the weighted mean
// of the centers of its relations (F. Aloul, I. Markov, K. Sakallah, "FORCE: A Fast and
// Easy-to-Implement Variable-Ordering Heuristic", 2003), and keeps the best order seen.
func (s *space) orderEntities() {
	place := make([]int, len(s.entities))
	for i := range place {
		place[i] = -1
	}
	rel := &relations{index: map[string]int{}}
	next := 0
	for p := range s.procs {
		s.relate(p, rel, func(e int) {
			if place[e] < 0 {
				place[e] = next
				next++
			}
		})
	}
	for e := range place {
		if place[e] < 0 {
			place[e] = next
			next++
		}
	}
	place = rel.improve(place)
	slices.SortStableFunc(s.byLevel, func(a, b *entity) int { return place[a.id] - place[b.id] })
}

// relate collects the relations of a procedure and shows each entity in the order of
// occurrence.
func (s *space) relate(p int, rel *relations, show func(e int)) {
	q := s.procs[p]
	var set []int
	see := func(v *variable) {
		show(v.entity.id)
		set = append(set, v.entity.id)
	}
	seeRef := func(r boolprog.Ref) { see(q.variable(s, r)) }
	flush := func() {
		rel.add(set)
		set = set[:0]
	}
	for i := range q.graph.Nodes {
		n := &q.graph.Nodes[i]
		if n.Kind == boolprog.NodeAssign || n.Kind == boolprog.NodeDead && len(n.Stmt.Lhs) == 1 {
			eachWritten(n, seeRef)
		}
		eachRef(n.Cond, seeRef)
		flush()
		switch n.Kind {
		case boolprog.NodeAssign:
			for k, e := range n.Stmt.Rhs {
				if r := n.Stmt.Lhs[k]; r.Scope != boolprog.Ignore {
					seeRef(r)
					eachRef(e, seeRef)
					flush()
				}
			}
		case boolprog.NodeCall:
			callee := s.procs[n.Callee]
			for k, e := range n.Stmt.Rhs {
				see(callee.locals[k])
				eachRef(e, seeRef)
				flush()
			}
			for k, r := range n.Stmt.Lhs {
				if r.Scope != boolprog.Ignore {
					see(callee.results[k])
					seeRef(r)
					flush()
				}
			}
		case boolprog.NodeReturn:
			for k, e := range n.Stmt.Rhs {
				see(q.results[k])
				eachRef(e, seeRef)
				flush()
			}
		}
	}
}

// improve returns the best of several orders, each made from the one before. An order
// is the place of each entity.
func (r *relations) improve(place []int) []int {
	best, bestSpan := slices.Clone(place), r.span(place)
	for range orderRounds {
		place = r.force(place)
		if span := r.span(place); span < bestSpan {
			best, bestSpan = slices.Clone(place), span
		}
	}
	return best
}

// span returns how far the members of relations are apart, in sum.
func (r *relations) span(place []int) int {
	sum := 0
	for i, set := range r.sets {
		first, last := place[set[0]], place[set[0]]
		for _, e := range set {
			first, last = min(first, place[e]), max(last, place[e])
		}
		sum += (last - first) * r.weight(i)
	}
	return sum
}

// weight returns how much a relation counts: often is not much more than once.
func (r *relations) weight(i int) int { return min(r.count[i], 4) }

// force moves each entity to the mean of the centers of its relations.
func (r *relations) force(place []int) []int {
	pull := make([]float64, len(place))
	weight := make([]float64, len(place))
	for i, set := range r.sets {
		sum := 0
		for _, e := range set {
			sum += place[e]
		}
		w := float64(r.weight(i))
		for _, e := range set {
			pull[e] += w * float64(sum) / float64(len(set))
			weight[e] += w
		}
	}
	order := make([]int, len(place))
	for e := range place {
		order[e] = e
		if weight[e] > 0 {
			pull[e] /= weight[e]
		} else {
			pull[e] = float64(place[e])
		}
	}
	sort.Slice(order, func(i, j int) bool {
		a, b := order[i], order[j]
		if pull[a] != pull[b] {
			return pull[a] < pull[b]
		}
		return place[a] < place[b]
	})
	moved := make([]int, len(place))
	for i, e := range order {
		moved[e] = i
	}
	return moved
}
