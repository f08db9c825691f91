package bdd

// cache remembers results of operations with up to three operands. It is direct-mapped:
// an entry goes where its hash says and replaces what is there.
type cache struct {
	entries []cacheEntry
	shift   uint // of a hash to an entry
}

// cacheEntry is empty if a is 0: the first operand of an operation is no constant there.
type cacheEntry struct {
	a, b, c uint32
	result  Node
}

// maxCache bounds the entries of one cache.
const maxCache = 1 << 24

// grow makes room for n entries, a power of 2, and keeps what is known.
func (c *cache) grow(n int) {
	n = min(n, maxCache)
	if n <= len(c.entries) {
		return
	}
	old := c.entries
	c.entries = make([]cacheEntry, n)
	c.shift = 64
	for ; n > 1; n >>= 1 {
		c.shift--
	}
	for _, e := range old {
		if e.a != 0 {
			c.entries[hash3(e.c, e.a, e.b)>>c.shift] = e
		}
	}
}

// clear forgets everything.
func (c *cache) clear() { clear(c.entries) }

// find returns the result for operands with the given hash.
func (c *cache) find(h uint64, a, b, d uint32) (Node, bool) {
	e := &c.entries[h>>c.shift]
	if e.a == a && e.b == b && e.c == d {
		return e.result, true
	}
	return 0, false
}

// put remembers a result. The cache may have grown since find, the hash is the same.
func (c *cache) put(h uint64, a, b, d uint32, result Node) {
	c.entries[h>>c.shift] = cacheEntry{a, b, d, result}
}
