package bdd

import "fmt"

// node is an inner node, in 16 bytes. next chains the nodes of a bucket or the free list.
type node struct {
	level, low, high, next uint32
}

// terminalLevel is below all variables.
const terminalLevel = 1<<31 - 1

// kernel is the native manager: nodes in one slice, found again through buckets.
type kernel struct {
	nodes   []node
	refs    []uint32 // references from outside, per node
	buckets []uint32 // first node of each chain; 0 ends a chain
	shift   uint     // of a hash to a bucket
	free    uint32   // first free node; 0 for none
	used    int      // nodes that are not free

	applyCache, iteCache, quantCache, miscCache cache

	config   Config
	vars     []Node // functions of the variables
	notVars  []Node
	image    []uint32 // of each level, for Image
	perm     []uint32 // scratch of Rename; the identity between calls
	subst    []Node   // scratch of Compose; 0 or the function plus 1
	lastID   uint32   // of renamings and substitutions
	gcAt     int      // used nodes that make a safe point collect
	sinceAsk int      // nodes made since Stop was asked
	stats    Stats
}

// Sizes in nodes.
const (
	firstTable = 1 << 8
	firstGC    = 1 << 17 // before the first collection
	hardLimit  = 1<<31 - 8
	askEvery   = 1 << 14
)

func newKernel(c Config) *kernel {
	if c.MaxNodes <= 0 || c.MaxNodes > hardLimit {
		c.MaxNodes = hardLimit
	}
	k := &kernel{config: c}
	k.nodes = make([]node, 2, firstTable)
	k.refs = make([]uint32, firstTable)
	k.nodes[False] = node{level: terminalLevel, low: 0, high: 0}
	k.nodes[True] = node{level: terminalLevel, low: 1, high: 1}
	k.used = 2
	k.resize(firstTable)
	return k
}

// resize gives buckets, references and caches the size for capacity nodes, a power of 2.
func (k *kernel) resize(capacity int) {
	nodes := make([]node, len(k.nodes), capacity)
	copy(nodes, k.nodes)
	k.nodes = nodes
	refs := make([]uint32, capacity)
	copy(refs, k.refs)
	k.refs = refs
	k.buckets = make([]uint32, capacity)
	k.shift = 64
	for n := capacity; n > 1; n >>= 1 {
		k.shift--
	}
	for i := uint32(2); i < uint32(len(k.nodes)); i++ {
		if n := &k.nodes[i]; n.level < terminalLevel {
			k.chain(i, n)
		}
	}
	k.gcAt = min(max(capacity*3/4, firstGC), k.config.MaxNodes/2)
	for _, c := range []*cache{&k.applyCache, &k.iteCache, &k.quantCache, &k.miscCache} {
		c.grow(capacity / 4)
	}
}

// chain puts a node into its bucket.
func (k *kernel) chain(i uint32, n *node) {
	b := &k.buckets[hash3(n.level, n.low, n.high)>>k.shift]
	n.next = *b
	*b = i
}

// hash3 mixes three words; the high bits are good.
func hash3(a, b, c uint32) uint64 {
	h := (uint64(b)<<32 | uint64(c)) * 0x9E3779B97F4A7C15
	h ^= h >> 29
	return (h + uint64(a)) * 0xD6E8FEB86659FD93
}

// mk returns the node for "if level then high else low".
func (k *kernel) mk(level uint32, low, high Node) Node {
	if low == high {
		return low
	}
	h := hash3(level, uint32(low), uint32(high))
	for i := k.buckets[h>>k.shift]; i != 0; {
		n := &k.nodes[i]
		if n.level == level && n.low == uint32(low) && n.high == uint32(high) {
			return Node(i)
		}
		i = n.next
	}
	i := k.alloc()
	n := &k.nodes[i]
	b := &k.buckets[h>>k.shift]
	*n = node{level, uint32(low), uint32(high), *b}
	*b = i
	return Node(i)
}

// alloc returns a free node, which counts as used.
func (k *kernel) alloc() uint32 {
	if k.sinceAsk++; k.sinceAsk >= askEvery {
		k.ask()
	}
	if k.used >= k.config.MaxNodes {
		panic(&LimitError{k.config.MaxNodes})
	}
	k.used++
	if i := k.free; i != 0 {
		k.free = k.nodes[i].next
		return i
	}
	if len(k.nodes) == cap(k.nodes) {
		k.resize(2 * cap(k.nodes))
	}
	k.nodes = k.nodes[:len(k.nodes)+1]
	return uint32(len(k.nodes) - 1)
}

// ask asks Stop.
func (k *kernel) ask() {
	k.sinceAsk = 0
	if k.config.Stop == nil {
		return
	}
	if err := k.config.Stop(); err != nil {
		panic(&StopError{err})
	}
}

func (k *kernel) NumVars() int { return len(k.vars) }

func (k *kernel) AddVars(n int) int {
	first := len(k.vars)
	for v := first; v < first+n; v++ {
		k.vars = append(k.vars, k.Ref(k.mk(uint32(v), False, True)))
		k.notVars = append(k.notVars, k.Ref(k.mk(uint32(v), True, False)))
		k.image = append(k.image, uint32(v))
		k.perm = append(k.perm, uint32(v))
		k.subst = append(k.subst, 0)
	}
	return first
}

func (k *kernel) Var(v int) Node    { return k.vars[v] }
func (k *kernel) NotVar(v int) Node { return k.notVars[v] }
func (k *kernel) Low(f Node) Node   { return Node(k.nodes[f].low) }
func (k *kernel) High(f Node) Node  { return Node(k.nodes[f].high) }

func (k *kernel) Top(f Node) int {
	if f <= True {
		return -1
	}
	return int(k.nodes[f].level)
}

func (k *kernel) Ref(f Node) Node {
	if f > True {
		k.refs[f]++
	}
	return f
}

func (k *kernel) Deref(f Node) {
	if f <= True {
		return
	}
	if k.refs[f] == 0 {
		panic(fmt.Sprintf("bdd: node %d is not kept", f))
	}
	k.refs[f]--
}

func (k *kernel) Stats() Stats {
	s := k.stats
	s.Nodes, s.Peak = k.used, max(s.Peak, k.used)
	return s
}
