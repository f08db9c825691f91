package bdd

// free nodes have this level, so that they are found in no bucket.
const freeLevel = 1<<32 - 1

// marked is the bit of a level that marks a live node during a collection.
const marked = 1 << 31

func (k *kernel) SafePoint() {
	if k.used >= k.gcAt {
		k.GC()
	}
}

// GC marks what is kept and frees the rest. If little was free, the table grows, so
// that the next collection pays.
func (k *kernel) GC() {
	k.stats.GCs++
	k.stats.Peak = max(k.stats.Peak, k.used)
	var stack []uint32
	for i := range k.nodes {
		if k.refs[i] > 0 {
			stack = k.mark(append(stack, uint32(i)))
		}
	}
	k.sweep()
	for _, c := range []*cache{&k.applyCache, &k.iteCache, &k.quantCache, &k.miscCache} {
		c.clear()
	}
	if k.used > cap(k.nodes)/2 {
		k.resize(2 * cap(k.nodes))
	}
	k.gcAt = min(max(cap(k.nodes)*3/4, firstGC), max(k.config.MaxNodes/2, k.used+k.config.MaxNodes/8))
}

// mark marks everything that the nodes on the stack reach and returns the empty stack.
func (k *kernel) mark(stack []uint32) []uint32 {
	for len(stack) > 0 {
		n := &k.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		if n.level >= terminalLevel {
			continue // marked, or a constant
		}
		n.level |= marked
		stack = append(stack, n.low, n.high)
	}
	return stack
}

// sweep unmarks live nodes and frees the others. Low nodes are used again first.
func (k *kernel) sweep() {
	clear(k.buckets)
	k.free, k.used = 0, 2
	for i := uint32(len(k.nodes)) - 1; i >= 2; i-- {
		n := &k.nodes[i]
		if n.level&marked == 0 || n.level == freeLevel {
			*n = node{level: freeLevel, next: k.free}
			k.free = i
			continue
		}
		n.level &^= marked
		k.chain(i, n)
		k.used++
	}
}
