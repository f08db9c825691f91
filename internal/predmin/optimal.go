package predmin

import (
	"slices"

	"hardbop/internal/smt"
)

// optimal finds the sets that rule out each trace, in order of size, and takes a smallest
// choice.
type optimal struct {
	traces
	limits  Limits
	backend smt.Backend
}

// NewOptimal returns the strategy of section 3.2 of the paper.
func NewOptimal(oracle Eliminator, limits Limits, b smt.Backend) Strategy {
	return &optimal{newTraces(oracle), limits, b}
}

// Add implements Strategy.
func (o *optimal) Add(id int, candidates []int, known Set) { o.add(id, candidates, known) }

// maxExcluded bounds the choices that turn out not to rule out all traces.
const maxExcluded = 20

// Choose implements Strategy.
func (o *optimal) Choose() (Set, []int, bool) {
	p := Problem{}
	var open []int
	for _, t := range o.list {
		found := o.options(t)
		if len(found) == 0 {
			open = append(open, t.id)
		}
		p.Options = append(p.Options, found)
	}
	if len(open) > 0 {
		return nil, open, false
	}
	for range maxExcluded {
		set, ok := Smallest(o.backend, p)
		if !ok {
			break
		}
		if o.all(set) {
			return set, nil, true
		}
		p.Excluded = append(p.Excluded, set)
	}
	return nil, nil, false
}

// options lists sets that rule out t: those of the least size that has one, within the
// limits. Where the limits are reached before, it falls back on what is known.
func (o *optimal) options(t *trace) []Set {
	var found []Set
	left := o.limits.Sub
	for size := 0; size <= len(t.candidates) && len(found) == 0 && left > 0; size++ {
		subsets(t.candidates, size, func(set Set) bool {
			if left == 0 || len(found) == o.limits.Elm {
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
