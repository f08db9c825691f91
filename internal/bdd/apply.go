package bdd

// operator codes are part of the keys of applyCache.
const (
	opAnd = iota
	opOr
	opXor
	opDiff
	opNot
)

func (k *kernel) And(f, g Node) Node  { return k.and(f, g) }
func (k *kernel) Or(f, g Node) Node   { return k.or(f, g) }
func (k *kernel) Xor(f, g Node) Node  { return k.xor(f, g) }
func (k *kernel) Diff(f, g Node) Node { return k.diff(f, g) }
func (k *kernel) Not(f Node) Node     { return k.not(f) }

// cofactors returns what two functions are if the first variable of either is false
// and true, and that variable's level.
func (k *kernel) cofactors(f, g Node) (level uint32, f0, f1, g0, g1 Node) {
	nf, ng := &k.nodes[f], &k.nodes[g]
	f0, f1, g0, g1 = f, f, g, g
	level = min(nf.level, ng.level)
	if nf.level == level {
		f0, f1 = Node(nf.low), Node(nf.high)
	}
	if ng.level == level {
		g0, g1 = Node(ng.low), Node(ng.high)
	}
	return level, f0, f1, g0, g1
}

func (k *kernel) and(f, g Node) Node {
	switch {
	case f == g || g == True:
		return f
	case f == False || g == False:
		return False
	case f == True:
		return g
	case f > g:
		f, g = g, f
	}
	h := hash3(opAnd, uint32(f), uint32(g))
	if r, ok := k.applyCache.find(h, uint32(f), uint32(g), opAnd); ok {
		return r
	}
	level, f0, f1, g0, g1 := k.cofactors(f, g)
	low := k.and(f0, g0)
	r := k.mk(level, low, k.and(f1, g1))
	k.applyCache.put(h, uint32(f), uint32(g), opAnd, r)
	return r
}

func (k *kernel) or(f, g Node) Node {
	switch {
	case f == g || g == False:
		return f
	case f == True || g == True:
		return True
	case f == False:
		return g
	case f > g:
		f, g = g, f
	}
	h := hash3(opOr, uint32(f), uint32(g))
	if r, ok := k.applyCache.find(h, uint32(f), uint32(g), opOr); ok {
		return r
	}
	level, f0, f1, g0, g1 := k.cofactors(f, g)
	low := k.or(f0, g0)
	r := k.mk(level, low, k.or(f1, g1))
	k.applyCache.put(h, uint32(f), uint32(g), opOr, r)
	return r
}

func (k *kernel) xor(f, g Node) Node {
	switch {
	case f == g:
		return False
	case f == False:
		return g
	case g == False:
		return f
	case f == True:
		return k.not(g)
	case g == True:
		return k.not(f)
	case f > g:
		f, g = g, f
	}
	h := hash3(opXor, uint32(f), uint32(g))
	if r, ok := k.applyCache.find(h, uint32(f), uint32(g), opXor); ok {
		return r
	}
	level, f0, f1, g0, g1 := k.cofactors(f, g)
	low := k.xor(f0, g0)
	r := k.mk(level, low, k.xor(f1, g1))
	k.applyCache.put(h, uint32(f), uint32(g), opXor, r)
	return r
}

func (k *kernel) diff(f, g Node) Node {
	switch {
	case f == g || f == False || g == True:
		return False
	case g == False:
		return f
	case f == True:
		return k.not(g)
	}
	h := hash3(opDiff, uint32(f), uint32(g))
	if r, ok := k.applyCache.find(h, uint32(f), uint32(g), opDiff); ok {
		return r
	}
	level, f0, f1, g0, g1 := k.cofactors(f, g)
	low := k.diff(f0, g0)
	r := k.mk(level, low, k.diff(f1, g1))
	k.applyCache.put(h, uint32(f), uint32(g), opDiff, r)
	return r
}

func (k *kernel) not(f Node) Node {
	if f <= True {
		return True - f
	}
	h := hash3(opNot, uint32(f), 0)
	if r, ok := k.applyCache.find(h, uint32(f), 0, opNot); ok {
		return r
	}
	n := k.nodes[f]
	low := k.not(Node(n.low))
	r := k.mk(n.level, low, k.not(Node(n.high)))
	k.applyCache.put(h, uint32(f), 0, opNot, r)
	return r
}

func (k *kernel) Ite(f, g, h Node) Node {
	switch {
	case f == True || g == h:
		return g
	case f == False:
		return h
	case g == True || f == g:
		return k.or(f, h)
	case h == False || f == h:
		return k.and(f, g)
	case g == False:
		return k.diff(h, f)
	case h == True:
		return k.not(k.diff(f, g))
	}
	return k.ite(f, g, h)
}

// ite is Ite without the simple cases.
func (k *kernel) ite(f, g, h Node) Node {
	key := hash3(uint32(h), uint32(f), uint32(g))
	if r, ok := k.iteCache.find(key, uint32(f), uint32(g), uint32(h)); ok {
		return r
	}
	level, f0, f1, g0, g1 := k.cofactors(f, g)
	h0, h1 := h, h
	switch n := &k.nodes[h]; {
	case n.level < level:
		level, f0, f1, g0, g1 = n.level, f, f, g, g
		h0, h1 = Node(n.low), Node(n.high)
	case n.level == level:
		h0, h1 = Node(n.low), Node(n.high)
	}
	low := k.Ite(f0, g0, h0)
	r := k.mk(level, low, k.Ite(f1, g1, h1))
	k.iteCache.put(key, uint32(f), uint32(g), uint32(h), r)
	return r
}
