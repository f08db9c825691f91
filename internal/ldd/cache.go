package ldd

// cache remembers results of operations with up to three operands. It is direct-mapped: an
// entry goes where its hash says and replaces what is there.
type cache struct {
	entries []cacheEntry
	shift   uint // of a hash to an entry
}

// cacheEntry is empty if its operation is 0.
type cacheEntry struct {
	op      operation
	a, b, c uint32
	result  Node
}

// operation is part of a key.
type operation uint32

// The operations whose results are cached.
const (
	opAnd operation = 1 + iota
	opXor
	opIte
	opExist
	opAndExist
)

// maxCache bounds the entries.
const maxCache = 1 << 22

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
		if e.op != 0 {
			*c.at(e.op, e.a, e.b, e.c) = e
		}
	}
}

func (c *cache) clear() { clear(c.entries) }

func (c *cache) at(op operation, a, b, d uint32) *cacheEntry {
	return &c.entries[(hash3(a, b, d)*(2*uint64(op)+1))>>c.shift]
}

// find returns what is known of an operation.
func (c *cache) find(op operation, a, b, d uint32) (Node, bool) {
	e := c.at(op, a, b, d)
	if e.op == op && e.a == a && e.b == b && e.c == d {
		return e.result, true
	}
	return False, false
}

// put remembers a result.
func (c *cache) put(op operation, a, b, d uint32, result Node) {
	*c.at(op, a, b, d) = cacheEntry{op, a, b, d, result}
}
