package bdd

// Codes of operations in the third place of a key of iteCache: constants, which Ite
// never has there together with a function in the second place that isn't one.
const (
	opConstrain = 1<<31 - 2
	opRestrict  = 1<<31 - 1
)

func (k *kernel) Constrain(f, care Node) Node {
	switch {
	case care == False:
		panic("bdd: nothing to care for")
	case f <= True || care == True:
		return f
	case f == care:
		return True
	}
	h := hash3(opConstrain, uint32(f), uint32(care))
	if r, ok := k.iteCache.find(h, uint32(f), uint32(care), opConstrain); ok {
		return r
	}
	level, f0, f1, c0, c1 := k.cofactors(f, care)
	var r Node
	switch {
	case c0 == False:
		r = k.Constrain(f1, c1)
	case c1 == False:
		r = k.Constrain(f0, c0)
	default:
		low := k.Constrain(f0, c0)
		r = k.mk(level, low, k.Constrain(f1, c1))
	}
	k.iteCache.put(h, uint32(f), uint32(care), opConstrain, r)
	return r
}

func (k *kernel) Restrict(f, care Node) Node {
	switch {
	case care == False:
		panic("bdd: nothing to care for")
	case f <= True || care == True:
		return f
	}
	h := hash3(opRestrict, uint32(f), uint32(care))
	if r, ok := k.iteCache.find(h, uint32(f), uint32(care), opRestrict); ok {
		return r
	}
	nf, nc := k.nodes[f], k.nodes[care]
	var r Node
	switch {
	case nc.level < nf.level:
		r = k.Restrict(f, k.or(Node(nc.low), Node(nc.high)))
	case nf.level < nc.level:
		low := k.Restrict(Node(nf.low), care)
		r = k.mk(nf.level, low, k.Restrict(Node(nf.high), care))
	case nc.low == uint32(False):
		r = k.Restrict(Node(nf.high), Node(nc.high))
	case nc.high == uint32(False):
		r = k.Restrict(Node(nf.low), Node(nc.low))
	default:
		low := k.Restrict(Node(nf.low), Node(nc.low))
		r = k.mk(nf.level, low, k.Restrict(Node(nf.high), Node(nc.high)))
	}
	k.iteCache.put(h, uint32(f), uint32(care), opRestrict, r)
	return r
}
