package wrap

import (
	"crypto/sha256"
	"sync"

	"hardbop/internal/smt"
)

// Cache remembers the answers of provers over one factory. Any number of goroutines may
// share it.
type Cache struct {
	shards [cacheShards]cacheShard
	store  Store
}

// Key identifies a question across runs: its content and the solver's version.
type Key [sha256.Size]byte

// Store keeps answers longer than a run. It must be safe for concurrent use. Only Sat and
// Unsat are put into it.
type Store interface {
	Get(Key) (smt.Status, bool)
	Put(Key, smt.Status)
}

const cacheShards = 32

type cacheShard struct {
	mu      sync.Mutex
	answers map[question]verdict
}

// question asks for a model of facts and conj. Terms are canonical, and so is this.
type question struct{ facts, conj smt.Term }

type verdict struct {
	status smt.Status
	core   []smt.Term // of an Unsat: parts of conj that contradict the facts
	cored  bool       // core was computed
}

// NewCache returns an empty cache. What it doesn't have it looks up in store, which may be
// nil.
func NewCache(store Store) *Cache {
	c := &Cache{store: store}
	for i := range c.shards {
		c.shards[i].answers = map[question]verdict{}
	}
	return c
}

// Len returns the number of answers.
func (c *Cache) Len() int {
	n := 0
	for i := range c.shards {
		s := &c.shards[i]
		s.mu.Lock()
		n += len(s.answers)
		s.mu.Unlock()
	}
	return n
}

func (c *Cache) shard(q question) *cacheShard {
	return &c.shards[(q.conj.Hash()>>40)%cacheShards]
}

func (c *Cache) get(q question) (verdict, bool) {
	s := c.shard(q)
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.answers[q]
	return v, ok
}

func (c *Cache) put(q question, v verdict) {
	s := c.shard(q)
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.answers[q]; ok && old.cored {
		return
	}
	s.answers[q] = v
}

// key returns the key of q for a solver.
func (q question) key(version string) Key {
	facts, conj := q.facts.Digest(), q.conj.Digest()
	h := sha256.New()
	h.Write(facts[:])
	h.Write(conj[:])
	h.Write([]byte(version))
	return Key(h.Sum(nil))
}

// stored looks q up in the store. Of an Unsat it knows no core: all is one.
func (c *Cache) stored(q question, version string) (verdict, bool) {
	if c.store == nil {
		return verdict{}, false
	}
	status, ok := c.store.Get(q.key(version))
	if !ok || status == smt.Unknown {
		return verdict{}, false
	}
	return verdict{status, conjuncts(q.conj), true}, true
}

// keep puts the answer to q into the store.
func (c *Cache) keep(q question, version string, status smt.Status) {
	if c.store != nil && status != smt.Unknown {
		c.store.Put(q.key(version), status)
	}
}
