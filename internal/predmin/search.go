package predmin

import (
	"cmp"
	"math/bits"
	"slices"
)

// This file finds a smallest choice by branch and bound: it takes the trace with the fewest
// sets left, and tries each of them. Few candidates of many are chosen, so that this takes
// little more than reading the problem. Where it doesn't, [Smallest] asks the solver.

// maxSteps bounds the sets that are tried.
const maxSteps = 20000

// word is a part of a set of candidates by rank: their place in the order.
type word = uint64

// searcher is a problem with sets as bits.
type searcher struct {
	order   []int
	options []option // by trace
	words   int
	steps   int // left
}

// option has the sets that rule a trace out.
type option struct {
	sets [][]word
	any  []word // their elements, if each has one; else nil
}

func newSearcher(p Problem, order []int) *searcher {
	x := &searcher{order: order, words: (len(order) + 63) / 64, steps: maxSteps}
	rank := map[int]int{}
	for i, c := range order {
		rank[c] = i
	}
	for _, sets := range p.Options {
		opts := option{any: make([]word, x.words)}
		single := true
		for _, s := range sets {
			o := make([]word, x.words)
			for _, c := range s {
				o[rank[c]/64] |= 1 << (rank[c] % 64)
			}
			add(opts.any, o)
			single = single && len(s) == 1
			opts.sets = append(opts.sets, o)
		}
		if !single {
			opts.any = nil
		}
		x.options = append(x.options, opts)
	}
	slices.SortStableFunc(x.options, func(a, b option) int { return len(a.sets) - len(b.sets) })
	return x
}

// add adds the elements of b to a.
func add(a, b []word) {
	for i := range a {
		a[i] |= b[i]
	}
}

// smallest returns the first smallest choice in the order; ok is false if the search takes
// too many steps, or there is none.
func (x *searcher) smallest() (set Set, ok bool) {
	chosen := make([]word, x.words)
	size := 0
	for !x.possible(chosen, size) {
		if size++; x.steps <= 0 || size > len(x.order) {
			return nil, false
		}
	}
	for i, c := range x.order {
		with := slices.Clone(chosen)
		with[i/64] |= 1 << (i % 64)
		if len(set) < size && x.possible(with, size-len(set)-1) {
			chosen, set = with, append(set, c)
		}
	}
	slices.Sort(set)
	return set, x.steps > 0
}

// possible reports whether up to n more candidates make chosen a choice. It is false too if
// there were too many steps.
func (x *searcher) possible(chosen []word, n int) bool {
	if x.steps--; x.steps <= 0 {
		return false
	}
	next, ok := x.open(chosen, n)
	if !ok || len(next) == 0 {
		return ok
	}
	for _, o := range next {
		with := make([]word, x.words)
		for i := range with {
			with[i] = chosen[i] | o[i]
		}
		if x.possible(with, n-missing(o, chosen)) {
			return true
		}
	}
	return false
}

// open returns what may be added for the trace that has the fewest sets left, nil if every
// trace has its set. It is false if n candidates are surely not enough: traces without a
// candidate in common need some each.
func (x *searcher) open(chosen []word, n int) (next [][]word, ok bool) {
	used := make([]word, x.words)
	need := 0
	for _, opts := range x.options {
		some, all, least := opts.left(chosen, n)
		if least == 0 {
			continue
		}
		if len(some) == 0 {
			return nil, false
		}
		if next == nil || len(some) < len(next) {
			next = some
		}
		if disjoint(all, used) {
			need += least
			add(used, all)
		}
	}
	next = slices.Clone(next)
	slices.SortStableFunc(next, func(a, b []word) int { return cmp.Compare(missing(a, chosen), missing(b, chosen)) })
	return next, need <= n
}

// left returns the sets that n more candidates can complete, the elements that they lack, and how
// many elements the first needs.
func (o option) left(chosen []word, n int) (some [][]word, all []word, least int) {
	switch {
	case o.any == nil:
		return left(o.sets, chosen, n)
	case !disjoint(o.any, chosen):
		return nil, nil, 0
	case n == 0:
		return nil, nil, 1
	}
	return o.sets, o.any, 1
}

// left does so for sets of any size.
func left(sets [][]word, chosen []word, n int) (some [][]word, all []word, least int) {
	least = n + 1
	for _, o := range sets {
		m := missing(o, chosen)
		if m == 0 {
			return nil, nil, 0
		}
		if m <= n {
			some, least = append(some, o), min(least, m)
		}
	}
	all = make([]word, len(chosen))
	for _, o := range some {
		for i := range all {
			all[i] |= o[i] &^ chosen[i]
		}
	}
	return some, all, least
}

// missing counts the candidates of a set that aren't chosen.
func missing(o, chosen []word) int {
	n := 0
	for i := range o {
		n += bits.OnesCount64(o[i] &^ chosen[i])
	}
	return n
}

func disjoint(a, b []word) bool {
	for i := range a {
		if a[i]&b[i] != 0 {
			return false
		}
	}
	return true
}
