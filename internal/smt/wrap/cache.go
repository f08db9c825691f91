package wrap

import (
	"sync"

	"hardbop/internal/smt"
)

// Cache remembers the answers of provers over one factory. Any number of goroutines may
// share it.
type Cache struct{ shards [cacheShards]cacheShard }

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

// NewCache returns an empty cache.
func NewCache() *Cache {
	c := &Cache{}
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
