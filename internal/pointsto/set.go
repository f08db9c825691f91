package pointsto

import (
	"math/bits"
	"slices"
)

// set is a set of small numbers: words of 64 bits, those that aren't zero only, by
// increasing key.
// Sets that are the same may share their memory until one changes.
type set struct {
	keys   []int32
	words  []uint64
	shared bool // another set may use the same memory
}

// share returns a copy of s.
func (s *set) share() set {
	s.shared = true
	return *s
}

// own makes sure that no other set uses the memory of s.
func (s *set) own() {
	if s.shared {
		s.keys, s.words, s.shared = slices.Clone(s.keys), slices.Clone(s.words), false
	}
}

// find returns the place of key k, or where it would have to be inserted.
func (s *set) find(k int32) (int, bool) {
	lo, hi := 0, len(s.keys)
	for lo < hi {
		m := (lo + hi) / 2
		if s.keys[m] < k {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo, lo < len(s.keys) && s.keys[lo] == k
}

// add puts i into s and reports whether it is new.
func (s *set) add(i int) bool {
	k, bit := int32(i>>6), uint64(1)<<(i&63)
	at, ok := s.find(k)
	if ok && s.words[at]&bit != 0 {
		return false
	}
	s.own()
	if ok {
		s.words[at] |= bit
		return true
	}
	s.keys = append(s.keys, 0)
	copy(s.keys[at+1:], s.keys[at:])
	s.keys[at] = k
	s.words = append(s.words, 0)
	copy(s.words[at+1:], s.words[at:])
	s.words[at] = bit
	return true
}

// union puts the elements of t into s and reports whether one is new.
func (s *set) union(t *set) bool {
	if s.empty() && !t.empty() {
		*s = t.share()
		return true
	}
	if missing := s.missingKeys(t); missing > 0 {
		s.merge(t, missing)
		return true
	}
	changed, at := false, 0
	for j, k := range t.keys {
		for s.keys[at] < k {
			at++
		}
		if w := s.words[at] | t.words[j]; w != s.words[at] {
			s.own()
			s.words[at] = w
			changed = true
		}
	}
	return changed
}

// missingKeys counts the keys of t that s doesn't have.
func (s *set) missingKeys(t *set) int {
	missing, at := 0, 0
	for _, k := range t.keys {
		for at < len(s.keys) && s.keys[at] < k {
			at++
		}
		if at == len(s.keys) || s.keys[at] != k {
			missing++
		}
	}
	return missing
}

// merge makes s the union with t, which has the given number of keys that s hasn't.
func (s *set) merge(t *set, missing int) {
	n := len(s.keys) + missing
	keys, words := make([]int32, 0, n+n/4), make([]uint64, 0, n+n/4)
	i, j := 0, 0
	for i < len(s.keys) || j < len(t.keys) {
		switch {
		case j == len(t.keys) || i < len(s.keys) && s.keys[i] < t.keys[j]:
			keys, words = append(keys, s.keys[i]), append(words, s.words[i])
			i++
		case i == len(s.keys) || t.keys[j] < s.keys[i]:
			keys, words = append(keys, t.keys[j]), append(words, t.words[j])
			j++
		default:
			keys, words = append(keys, s.keys[i]), append(words, s.words[i]|t.words[j])
			i++
			j++
		}
	}
	if len(words) == len(t.words) && slices.Equal(words, t.words) {
		*s = t.share()
		return
	}
	s.keys, s.words, s.shared = keys, words, false
}

// minus returns the elements of s that aren't in t.
func (s *set) minus(t *set) *set {
	if t.empty() {
		d := s.share()
		return &d
	}
	d := &set{}
	at := 0
	for i, k := range s.keys {
		for at < len(t.keys) && t.keys[at] < k {
			at++
		}
		w := s.words[i]
		if at < len(t.keys) && t.keys[at] == k {
			w &^= t.words[at]
		}
		if w != 0 {
			d.keys, d.words = append(d.keys, k), append(d.words, w)
		}
	}
	return d
}

// common returns the elements that are in both.
func (s *set) common(t *set) *set {
	d := &set{}
	at := 0
	for i, k := range s.keys {
		for at < len(t.keys) && t.keys[at] < k {
			at++
		}
		if at == len(t.keys) {
			break
		}
		if w := s.words[i] & t.words[at]; t.keys[at] == k && w != 0 {
			d.keys, d.words = append(d.keys, k), append(d.words, w)
		}
	}
	return d
}

func (s *set) empty() bool { return len(s.keys) == 0 }

// size counts the elements.
func (s *set) size() int {
	n := 0
	for _, w := range s.words {
		n += bits.OnesCount64(w)
	}
	return n
}

// elements lists s in increasing order.
func (s *set) elements() []int {
	var out []int
	for i, k := range s.keys {
		for w := s.words[i]; w != 0; w &= w - 1 {
			out = append(out, int(k)<<6+bits.TrailingZeros64(w))
		}
	}
	return out
}
