package predmin

import (
	"cmp"
	"maps"
	"slices"

	"hardbop/internal/smt"
)

// optimal finds the sets that rule out each trace, in order of size, and takes a smallest
// choice. A smallest choice is rarely enough at once, and many have the same size. So where
// it isn't enough, it grows until it is: the traces on the way are those that the other
// choices have to rule out too. It is done when no choice can be smaller than one that was
// enough.
type optimal struct {
	traces
	limits  Limits
	backend smt.Backend
	current Set // chosen last
	settled int // the number of traces that it was chosen for
	proved  bool
	room    int // the candidates that a choice may grow to
	enough  Set // the smallest set that was proved to be enough, if one was
}

// NewOptimal returns the strategy of section 3.2 of the paper.
func NewOptimal(oracle Eliminator, limits Limits, b smt.Backend) Strategy {
	return &optimal{traces: newTraces(oracle), limits: limits, backend: b, room: firstRoom}
}

// Add implements Strategy.
func (o *optimal) Add(id int, candidates []int, known Set) { o.add(id, candidates, known) }

// Choose implements Strategy.
func (o *optimal) Choose() (Set, []int, bool) {
	p, open := o.problem()
	if len(open) > 0 {
		return nil, open, false
	}
	set, ok := o.grown(p)
	if !ok {
		set, ok = o.smallest(p)
	}
	o.current, o.settled = set, len(o.list)
	return set, nil, ok
}

// Proved implements Strategy.
func (o *optimal) Proved() (Set, bool) {
	o.enough, o.proved = o.current, true
	set, ok := o.Least()
	o.current, o.settled = set, len(o.list)
	return set, ok
}

// Least implements Strategy.
func (o *optimal) Least() (Set, bool) {
	p, open := o.problem()
	if len(open) > 0 {
		return nil, false
	}
	return o.smallest(p)
}

// problem asks for a smallest choice for all traces; open are those without a set.
func (o *optimal) problem() (p Problem, open []int) {
	for _, t := range o.list {
		found := o.options(t)
		if len(found) == 0 {
			open = append(open, t.id)
		}
		p.Options = append(p.Options, found)
	}
	p.Order = o.preference(p.Options)
	return p, open
}

// maxExcluded bounds the choices that turn out not to rule out all traces.
const maxExcluded = 20

// smallest returns a smallest choice that is smaller than what is enough: first one out of
// what is enough, which a few more traces make as small as that can be.
func (o *optimal) smallest(p Problem) (Set, bool) {
	if q, ok := p.within(o.enough); ok && o.proved {
		if set, ok := o.confirmed(q); ok {
			return set, true
		}
	}
	return o.confirmed(p)
}

// within leaves of the options those in the set; false if a trace has none.
func (p Problem) within(set Set) (Problem, bool) {
	q := Problem{Order: set}
	for _, sets := range p.Options {
		in := slices.DeleteFunc(slices.Clone(sets), func(s Set) bool { return !s.partOf(set) })
		if len(in) == 0 {
			return p, false
		}
		q.Options = append(q.Options, in)
	}
	return q, true
}

// confirmed returns a smallest choice that rules out all traces, and is smaller than what is
// enough.
func (o *optimal) confirmed(p Problem) (Set, bool) {
	for range maxExcluded {
		set, ok := Smallest(o.backend, p)
		if !ok || !o.fewer(set) {
			break
		}
		if o.all(set) {
			return set, true
		}
		p.Excluded = append(p.Excluded, set)
	}
	return nil, false
}

// grown adds to the current choice what rules out the traces since. It is false if there is
// none yet, or that is too large, or not smaller than what is enough. No trace is asked
// about: if one comes back, there is no progress, and a smallest choice follows.
func (o *optimal) grown(p Problem) (Set, bool) {
	if o.settled == 0 {
		return nil, false
	}
	set := o.current
	for i := o.settled; i < len(o.list); i++ {
		set = Union(set, preferred(p.Options[i], p.Order))
	}
	if !o.fewer(set) || len(set) == len(o.current) {
		return nil, false
	}
	if len(set) > o.room {
		o.room += moreRoom
		return nil, false
	}
	return set, true
}

// A choice grows to firstRoom candidates: with many, a proof costs more than the next try from a
// smallest choice. Each time that this isn't enough, the next one may have moreRoom.
const firstRoom, moreRoom = 16, 16

// fewer reports whether the set is smaller than what is enough.
func (o *optimal) fewer(set Set) bool { return !o.proved || len(set) < len(o.enough) }

// preferred returns the set whose elements come first in the order, of those of the least
// size.
func preferred(sets []Set, order []int) Set {
	rank := map[int]int{}
	for i, c := range order {
		rank[c] = i
	}
	ranks := func(s Set) []int {
		var rs []int
		for _, c := range s {
			rs = append(rs, rank[c])
		}
		slices.Sort(rs)
		return rs
	}
	return slices.MinFunc(sets, func(a, b Set) int { return cmp.Or(len(a)-len(b), slices.Compare(ranks(a), ranks(b))) })
}

// preference lists the candidates in the options: first those that were enough, then those
// that are in many options.
func (o *optimal) preference(options [][]Set) []int {
	uses := map[int]int{}
	for _, sets := range options {
		for _, set := range sets {
			for _, c := range set {
				uses[c]++
			}
		}
	}
	for _, c := range o.enough {
		uses[c] += len(options) * o.limits.Elm
	}
	return slices.SortedFunc(maps.Keys(uses), func(a, b int) int { return cmp.Or(uses[b]-uses[a], a-b) })
}

// options lists sets that rule out t: those of the least size that has one, within the
// limits. Of single candidates all are listed: with some of them only, what is smallest for
// many traces wouldn't be found. Where the limits are reached before, it falls back on what is known.
func (o *optimal) options(t *trace) []Set {
	if t.options == nil {
		t.options = o.search(t)
	}
	return t.options
}

// search finds them.
func (o *optimal) search(t *trace) []Set {
	var found []Set
	left := o.limits.Sub
	for size := 0; size <= len(t.candidates) && len(found) == 0 && left > 0; size++ {
		subsets(t.candidates, size, func(set Set) bool {
			if left == 0 || size > 1 && len(found) == o.limits.Elm {
				return false
			}
			left--
			if o.eliminates(t, set) {
				found = append(found, set)
			}
			return true
		})
	}
	if len(found) > 0 {
		return found
	}
	return o.fromKnown(t)
}

// fromKnown makes the known sets that rule out t as small as can be.
func (o *optimal) fromKnown(t *trace) []Set {
	var found []Set
	for _, set := range t.known {
		if !o.eliminates(t, set) {
			continue
		}
		set = o.reduced(t, set)
		if !slices.ContainsFunc(found, func(f Set) bool { return slices.Equal(f, set) }) {
			found = append(found, set)
		}
	}
	return found
}

// subsets hands over the subsets of the given size, in lexicographic order of places, until
// visit says false.
func subsets(of []int, size int, visit func(Set) bool) {
	at := make([]int, size)
	for i := range at {
		at[i] = i
	}
	for size <= len(of) && visit(pick(of, at)) && advance(at, len(of)) {
	}
}

// pick returns the set of the elements at these places.
func pick(of []int, at []int) Set {
	set := make(Set, len(at))
	for i, k := range at {
		set[i] = of[k]
	}
	slices.Sort(set)
	return set
}

// advance moves the places on to the next subset of 0..n-1; false if that was the last.
func advance(at []int, n int) bool {
	for i := len(at) - 1; i >= 0; i-- {
		if at[i] < n-len(at)+i {
			at[i]++
			for k := i + 1; k < len(at); k++ {
				at[k] = at[k-1] + 1
			}
			return true
		}
	}
	return false
}
