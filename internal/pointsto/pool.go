package pointsto

import (
	"iter"
	"slices"
)

// pool makes sets and remembers what operations on them gave: most pointers of a large
// program point to one of few large sets (Barbar, Sui: Hash Consed Points-To Sets, SAS 2021).
type pool struct {
	byHash map[uint64]*set
	count  uint32 // of the sets made so far
	held   int    // sets in byHash
	kept   int    // those of them that were in use when that was last looked at

	unions, differences, intersections map[pair]*set

	// The set that is being made.
	keys  []int32
	words []uint64
}

// pair is the numbers of two sets.
type pair struct{ s, t uint32 }

func newPool() *pool {
	p := &pool{byHash: map[uint64]*set{}}
	p.forget()
	return p
}

// forget forgets what operations gave.
func (p *pool) forget() {
	p.unions, p.differences, p.intersections = map[pair]*set{}, map[pair]*set{}, map[pair]*set{}
}

// manySets is how many sets a pool may hold before it is worth looking for unused ones.
const manySets = 1 << 12

// isFull reports whether most of the sets may be unused.
func (p *pool) isFull() bool { return p.held > 2*p.kept+manySets }

// keep forgets the sets that aren't among those in use.
func (p *pool) keep(used iter.Seq[*set]) {
	p.forget()
	p.byHash, p.held = map[uint64]*set{}, 0
	seen := map[*set]bool{nil: true}
	for s := range used {
		if !seen[s] {
			seen[s] = true
			p.enter(s)
		}
	}
	p.kept = p.held
}

func (p *pool) enter(s *set) {
	s.next = p.byHash[s.hash]
	p.byHash[s.hash] = s
	p.held++
}

// put appends a word to the set that is being made.
func (p *pool) put(key int32, word uint64) {
	if word != 0 {
		p.keys, p.words = append(p.keys, key), append(p.words, word)
	}
}

// putAll appends the words of s from number i on.
func (p *pool) putAll(s *set, i int) {
	p.keys, p.words = append(p.keys, s.keys[i:]...), append(p.words, s.words[i:]...)
}

// made returns the set that was being made.
func (p *pool) made() *set {
	keys, words := p.keys, p.words
	p.keys, p.words = keys[:0], words[:0]
	if len(words) == 0 {
		return nil
	}
	h := hashOf(keys, words)
	for s := p.byHash[h]; s != nil; s = s.next {
		if slices.Equal(s.words, words) && slices.Equal(s.keys, keys) {
			return s
		}
	}
	p.count++
	s := &set{keys: slices.Clone(keys), words: slices.Clone(words), id: p.count, hash: h}
	p.enter(s)
	return s
}

func hashOf(keys []int32, words []uint64) uint64 {
	const prime = 0x9e3779b97f4a7c15
	h := uint64(len(words))
	for i, w := range words {
		h = (h ^ w) * prime
		h = (h ^ h>>29 ^ uint64(keys[i])) * prime
	}
	return h ^ h>>32
}

// of returns the set of the given numbers, which it sorts.
func (p *pool) of(numbers ...int) *set {
	slices.Sort(numbers)
	for i := 0; i < len(numbers); {
		k, w := numbers[i]>>6, uint64(0)
		for ; i < len(numbers) && numbers[i]>>6 == k; i++ {
			w |= 1 << (numbers[i] & 63)
		}
		p.put(int32(k), w)
	}
	return p.made()
}

// marked returns the set of what is marked.
func (p *pool) marked(m marks) *set {
	for k, w := range m {
		p.put(int32(k), w)
	}
	return p.made()
}

// among returns the elements of s that are marked.
func (p *pool) among(s *set, m marks) *set {
	if s == nil {
		return nil
	}
	for i, k := range s.keys {
		p.put(k, s.words[i]&m.word(k))
	}
	return p.made()
}

// union returns what is in s or in t.
func (p *pool) union(s, t *set) *set {
	switch {
	case s == t || t == nil:
		return s
	case s == nil:
		return t
	}
	at := pair{s.id, t.id}
	u, ok := p.unions[at]
	if !ok {
		u = p.unite(s, t)
		p.unions[at] = u
	}
	return u
}

func (p *pool) unite(s, t *set) *set {
	i, j := 0, 0
	for i < len(s.keys) && j < len(t.keys) {
		switch k, l := s.keys[i], t.keys[j]; {
		case k < l:
			p.put(k, s.words[i])
			i++
		case l < k:
			p.put(l, t.words[j])
			j++
		default:
			p.put(k, s.words[i]|t.words[j])
			i++
			j++
		}
	}
	p.putAll(s, i)
	p.putAll(t, j)
	return p.made()
}

// minus returns what is in s, but not in t.
func (p *pool) minus(s, t *set) *set {
	switch {
	case s == t || s == nil:
		return nil
	case t == nil:
		return s
	}
	at := pair{s.id, t.id}
	d, ok := p.differences[at]
	if !ok {
		d = p.subtract(s, t)
		p.differences[at] = d
	}
	return d
}

func (p *pool) subtract(s, t *set) *set {
	j := 0
	for i, k := range s.keys {
		for j < len(t.keys) && t.keys[j] < k {
			j++
		}
		if j < len(t.keys) && t.keys[j] == k {
			p.put(k, s.words[i]&^t.words[j])
		} else {
			p.put(k, s.words[i])
		}
	}
	return p.made()
}

// common returns what is in both.
func (p *pool) common(s, t *set) *set {
	switch {
	case s == t:
		return s
	case s == nil || t == nil:
		return nil
	}
	at := pair{s.id, t.id}
	c, ok := p.intersections[at]
	if !ok {
		c = p.intersect(s, t)
		p.intersections[at] = c
	}
	return c
}

func (p *pool) intersect(s, t *set) *set {
	j := 0
	for i, k := range s.keys {
		for j < len(t.keys) && t.keys[j] < k {
			j++
		}
		if j < len(t.keys) && t.keys[j] == k {
			p.put(k, s.words[i]&t.words[j])
		}
	}
	return p.made()
}
