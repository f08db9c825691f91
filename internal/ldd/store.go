package ldd

// node is an inner node, in 16 bytes: if atom then high else low. high isn't a negated
// edge and has no atom of the same term; low, where it isn't negated and has an atom of
// the same term, has another high child. next chains the nodes of a bucket or the free
// list.
type node struct {
	atom      uint32 // 0 for the constant and for free nodes
	high, low Node
	next      uint32
}

// store has the nodes in one slice, found again through buckets. Node 0 is the constant.
type store struct {
	nodes    []node
	buckets  []uint32 // first node of each chain; 0 ends a chain
	shift    uint     // of a hash to a bucket
	free     uint32   // first free node; 0 for none
	used     int
	peak     int
	maxNodes int
}

// Sizes in nodes.
const (
	firstTable = 1 << 10
	hardLimit  = 1<<30 - 8
)

func (s *store) init(maxNodes int) {
	if maxNodes <= 0 || maxNodes > hardLimit {
		maxNodes = hardLimit
	}
	s.maxNodes = maxNodes
	s.nodes = make([]node, 1, firstTable)
	s.used, s.peak = 1, 1
	s.resize(firstTable)
}

// resize makes room for capacity nodes, a power of 2.
func (s *store) resize(capacity int) {
	nodes := make([]node, len(s.nodes), capacity)
	copy(nodes, s.nodes)
	s.nodes = nodes
	s.buckets = make([]uint32, capacity)
	s.shift = 64
	for n := capacity; n > 1; n >>= 1 {
		s.shift--
	}
	for i := 1; i < len(s.nodes); i++ {
		if s.nodes[i].atom != 0 {
			s.chain(uint32(i))
		}
	}
}

// bucket returns the head of the chain for a node.
func (s *store) bucket(n *node) *uint32 {
	return &s.buckets[hash3(n.atom, uint32(n.high), uint32(n.low))>>s.shift]
}

// chain puts node i into its bucket, unchain takes it out.
func (s *store) chain(i uint32) {
	n := &s.nodes[i]
	b := s.bucket(n)
	n.next = *b
	*b = i
}

func (s *store) unchain(i uint32) {
	for b := s.bucket(&s.nodes[i]); ; b = &s.nodes[*b].next {
		if *b == i {
			*b = s.nodes[i].next
			return
		}
	}
}

// hash3 mixes three words; the high bits are good.
func hash3(a, b, c uint32) uint64 {
	h := (uint64(b)<<32 | uint64(c)) * 0x9E3779B97F4A7C15
	h ^= h >> 29
	return (h + uint64(a)) * 0xD6E8FEB86659FD93
}

// lookup returns the node with the given content, 0 if there is none.
func (s *store) lookup(n node) uint32 {
	for i := *s.bucket(&n); i != 0; i = s.nodes[i].next {
		if x := &s.nodes[i]; x.atom == n.atom && x.high == n.high && x.low == n.low {
			return i
		}
	}
	return 0
}

// insert adds a node that isn't there.
func (s *store) insert(n node) uint32 {
	if s.used >= s.maxNodes {
		panic(&LimitError{int64(s.maxNodes), nodeLimit})
	}
	s.used++
	s.peak = max(s.peak, s.used)
	i := s.free
	if i != 0 {
		s.free = s.nodes[i].next
	} else {
		if len(s.nodes) == cap(s.nodes) {
			s.resize(2 * cap(s.nodes))
		}
		i = uint32(len(s.nodes))
		s.nodes = append(s.nodes, node{})
	}
	s.nodes[i] = n
	s.chain(i)
	return i
}
