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
	options [][][]word // by trace
	words   int
	steps   int // left
}

func newSearcher(p Problem, order []int) *searcher {
	x := &searcher{order: order, words: (len(order) + 63) / 64, steps: maxSteps}
	rank := map[int]int{}
	for i, c := range order {
		rank[c] = i
	}
	for _, sets := range p.Options {
		var opts [][]word
		for _, s := range sets {
			o := make([]word, x.words)
			for _, c := range s {
				o[rank[c]/64] |= 1 << (rank[c] % 64)
			}
			opts = append(opts, o)
		}
		x.options = append(x.options, opts)
	}
	slices.SortStableFunc(x.options, func(a, b [][]word) int { return len(a) - len(b) })
	return x
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
	for _, sets := range x.options {
		some, least := left(sets, chosen, n)
		if least == 0 {
			continue
		}
		if len(some) == 0 {
			return nil, false
		}
		if next == nil || len(some) < len(next) {
			next = some
		}
		all := make([]word, x.words)
		for _, o := range some {
			for i := range all {
				all[i] |= o[i] &^ chosen[i]
			}
		}
		if disjoint(all, used) {
			need += least
			for i := range used {
				used[i] |= all[i]
			}
		}
	}
	slices.SortStableFunc(next, func(a, b []word) int { return cmp.Compare(missing(a, chosen), missing(b, chosen)) })
	return next, need <= n
}

// left returns the sets that n more candidates can complete, and how many the first needs.
func left(sets [][]word, chosen []word, n int) (some [][]word, least int) {
	least = n + 1
	for _, o := range sets {
		m := missing(o, chosen)
		if m == 0 {
			return nil, 0
		}
		if m <= n {
			some, least = append(some, o), min(least, m)
		}
	}
	return some, least
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
