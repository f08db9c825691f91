package bdd

// The third operand of a quantification is the cube; operations that share quantCache
// differ in the second operand: a cube quantifies a function, or two functions.
// Cubes are never constants there, so that the operation codes below can't be cubes.
const (
	opExist  = 0 // second operand
	opForall = 1
)

func (k *kernel) Exist(f, cube Node) Node {
	cube = k.below(cube, k.nodes[f].level)
	if f <= True || cube == True {
		return f
	}
	h := hash3(uint32(cube), uint32(f), opExist)
	if r, ok := k.quantCache.find(h, uint32(f), opExist, uint32(cube)); ok {
		return r
	}
	n := k.nodes[f]
	r := k.Exist(Node(n.low), cube)
	switch {
	case n.level != k.nodes[cube].level:
		r = k.mk(n.level, r, k.Exist(Node(n.high), cube))
	case r != True:
		r = k.or(r, k.Exist(Node(n.high), cube))
	}
	k.quantCache.put(h, uint32(f), opExist, uint32(cube), r)
	return r
}

func (k *kernel) Forall(f, cube Node) Node {
	cube = k.below(cube, k.nodes[f].level)
	if f <= True || cube == True {
		return f
	}
	h := hash3(uint32(cube), uint32(f), opForall)
	if r, ok := k.quantCache.find(h, uint32(f), opForall, uint32(cube)); ok {
		return r
	}
	n := k.nodes[f]
	r := k.Forall(Node(n.low), cube)
	switch {
	case n.level != k.nodes[cube].level:
		r = k.mk(n.level, r, k.Forall(Node(n.high), cube))
	case r != False:
		r = k.and(r, k.Forall(Node(n.high), cube))
	}
	k.quantCache.put(h, uint32(f), opForall, uint32(cube), r)
	return r
}

// below returns the part of a cube from a level on.
func (k *kernel) below(cube Node, level uint32) Node {
	for k.nodes[cube].level < level {
		cube = Node(k.nodes[cube].high)
	}
	return cube
}

func (k *kernel) AndExist(f, g, cube Node) Node {
	switch {
	case f == False || g == False:
		return False
	case f == True || f == g:
		return k.Exist(g, cube)
	case g == True:
		return k.Exist(f, cube)
	case f > g:
		f, g = g, f
	}
	level, f0, f1, g0, g1 := k.cofactors(f, g)
	cube = k.below(cube, level)
	if cube == True {
		return k.and(f, g)
	}
	h := hash3(uint32(cube), uint32(f), uint32(g))
	if r, ok := k.quantCache.find(h, uint32(f), uint32(g), uint32(cube)); ok {
		return r
	}
	r := k.AndExist(f0, g0, cube)
	switch {
	case k.nodes[cube].level != level:
		r = k.mk(level, r, k.AndExist(f1, g1, cube))
	case r == True:
	case r == f1 || r == g1: // r | (r & x) = r
	default:
		r = k.or(r, k.AndExist(f1, g1, cube))
	}
	k.quantCache.put(h, uint32(f), uint32(g), uint32(cube), r)
	return r
}

func (k *kernel) SetImage(from, to []int) {
	for i := range k.image {
		k.image[i] = uint32(i)
	}
	for i, v := range from {
		k.image[v] = uint32(to[i])
	}
	k.miscCache.clear()
}

func (k *kernel) Image(f, g, cube Node) Node {
	switch {
	case f == False || g == False:
		return False
	case f > g:
		f, g = g, f
	}
	if g == True {
		return True
	}
	level, f0, f1, g0, g1 := k.cofactors(f, g)
	cube = k.below(cube, level)
	h := hash3(uint32(cube), uint32(g), uint32(f))
	if r, ok := k.miscCache.find(h, uint32(g), uint32(f), uint32(cube)); ok {
		return r
	}
	low := k.Image(f0, g0, cube)
	var r Node
	switch {
	case k.nodes[cube].level != level:
		r = k.place(k.image[level], low, k.Image(f1, g1, cube))
	case low == True:
		r = True
	default:
		r = k.or(low, k.Image(f1, g1, cube))
	}
	k.miscCache.put(h, uint32(g), uint32(f), uint32(cube), r)
	return r
}

// place returns the node for "if level then high else low", wherever the level is.
func (k *kernel) place(level uint32, low, high Node) Node {
	if level < k.nodes[low].level && level < k.nodes[high].level {
		return k.mk(level, low, high)
	}
	return k.Ite(k.vars[level], high, low)
}
