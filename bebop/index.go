package bebop

import "hardbop/internal/bdd"

// fanout is how many sets of an index a union stands for, on each level.
const fanout = 8

// index finds those of many sets that meet a given one, by unions of neighbours.
type index struct {
	levels [][]bdd.Node // the sets, unions of fanout sets, unions of those, ...; kept
}

// add joins set to the set at position i, which is at most the number of sets.
func (x *index) add(e *engine, i int, set bdd.Node) {
	for l := 0; ; l++ {
		if l == len(x.levels) {
			x.levels = append(x.levels, []bdd.Node{x.union(e, l)})
		}
		level := x.levels[l]
		if i == len(level) {
			level = append(level, bdd.False)
			x.levels[l] = level
		}
		e.keep(&level[i], e.m.Or(level[i], set))
		if len(level) == 1 {
			return
		}
		i /= fanout
	}
}

// union returns the union of all sets below a new level, kept.
func (x *index) union(e *engine, l int) bdd.Node {
	u := bdd.False
	if l > 0 {
		for _, s := range x.levels[l-1] {
			u = e.m.Or(u, s)
		}
	}
	return e.m.Ref(u)
}

// each calls f with each position, in order, whose set meets the given one, until f
// returns false.
func (x *index) each(e *engine, set bdd.Node, f func(i int) bool) {
	if n := len(x.levels); n > 0 && set != bdd.False {
		for i := range x.levels[n-1] {
			if !x.visit(e, n-1, i, set, f) {
				return
			}
		}
	}
}

// visit visits what union i of a level stands for. It reports whether to go on.
func (x *index) visit(e *engine, l, i int, set bdd.Node, f func(i int) bool) bool {
	if e.m.And(x.levels[l][i], set) == bdd.False {
		return true
	}
	if l == 0 {
		return f(i)
	}
	for k := i * fanout; k < min((i+1)*fanout, len(x.levels[l-1])); k++ {
		if !x.visit(e, l-1, k, set, f) {
			return false
		}
	}
	return true
}
