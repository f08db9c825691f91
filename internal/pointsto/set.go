package pointsto

import (
	"iter"
	"math/bits"
)

// set is a set of small numbers: words of 64 bits, those that aren't zero only, by
// increasing key. Sets don't change. Those of one [pool] that have the same elements are
// the same pointer; nil is the empty one.
type set struct {
	keys  []int32
	words []uint64
	id    uint32 // in the pool, from 1
	hash  uint64
	next  *set // another one with the same hash
}

func (s *set) empty() bool { return s == nil }

// has reports whether i is in s.
func (s *set) has(i int) bool {
	if s == nil {
		return false
	}
	k, lo, hi := int32(i>>6), 0, len(s.keys)
	for lo < hi {
		if m := (lo + hi) / 2; s.keys[m] < k {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo < len(s.keys) && s.keys[lo] == k && s.words[lo]>>(i&63)&1 != 0
}

// size counts the elements.
func (s *set) size() int {
	n := 0
	if s != nil {
		for _, w := range s.words {
			n += bits.OnesCount64(w)
		}
	}
	return n
}

// shared counts the elements that are in t too.
func (s *set) shared(t *set) int {
	if s == nil || t == nil {
		return 0
	}
	n, j := 0, 0
	for i, k := range s.keys {
		for j < len(t.keys) && t.keys[j] < k {
			j++
		}
		if j < len(t.keys) && t.keys[j] == k {
			n += bits.OnesCount64(s.words[i] & t.words[j])
		}
	}
	return n
}

// elements visits the elements in increasing order.
func (s *set) elements() iter.Seq[int] {
	return func(yield func(int) bool) {
		if s == nil {
			return
		}
		for i, k := range s.keys {
			for w := s.words[i]; w != 0; w &= w - 1 {
				if !yield(int(k)<<6 + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// meets reports whether an element of s is marked by m and not by except.
func (s *set) meets(m, except marks) bool {
	if s != nil {
		for i, k := range s.keys {
			if s.words[i]&m.word(k)&^except.word(k) != 0 {
				return true
			}
		}
	}
	return false
}

// marks is a set of small numbers that changes: words of 64 bits.
type marks []uint64

// add puts i into m.
func (m *marks) add(i int) {
	for i>>6 >= len(*m) {
		*m = append(*m, 0)
	}
	(*m)[i>>6] |= 1 << (i & 63)
}

// word returns the word with the given key.
func (m marks) word(key int32) uint64 {
	if int(key) >= len(m) {
		return 0
	}
	return m[key]
}

// has reports whether i is in m.
func (m marks) has(i int) bool { return m.word(int32(i>>6))>>(i&63)&1 != 0 }
