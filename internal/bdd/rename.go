package bdd

// newID returns a number for a renaming or substitution, which no cube, function or
// operation code in the same place of a key of iteCache can have: those are below 2^31.
func (k *kernel) newID() uint32 {
	k.lastID++
	return 1<<31 | k.lastID
}

func (k *kernel) Rename(f Node, r *Renaming) Node {
	if r.id == 0 {
		r.id = k.newID()
	}
	for i, v := range r.From {
		k.perm[v] = uint32(r.To[i])
	}
	g := k.rename(f, r.id)
	for _, v := range r.From {
		k.perm[v] = uint32(v)
	}
	return g
}

// rename renames levels as perm says. Where the order of levels is kept a node is
// renamed in one step.
func (k *kernel) rename(f Node, id uint32) Node {
	if f <= True {
		return f
	}
	h := hash3(0, uint32(f), id)
	if r, ok := k.iteCache.find(h, uint32(f), id, 0); ok {
		return r
	}
	n := k.nodes[f]
	low := k.rename(Node(n.low), id)
	r := k.place(k.perm[n.level], low, k.rename(Node(n.high), id))
	k.iteCache.put(h, uint32(f), id, 0, r)
	return r
}

func (k *kernel) Compose(f Node, s *Substitution) Node {
	if s.id == 0 {
		s.id = k.newID()
	}
	for i, v := range s.Vars {
		k.subst[v] = s.By[i] + 1
	}
	g := k.compose(f, s.id)
	for _, v := range s.Vars {
		k.subst[v] = 0
	}
	return g
}

func (k *kernel) compose(f Node, id uint32) Node {
	if f <= True {
		return f
	}
	h := hash3(0, uint32(f), id)
	if r, ok := k.iteCache.find(h, uint32(f), id, 0); ok {
		return r
	}
	n := k.nodes[f]
	low := k.compose(Node(n.low), id)
	high := k.compose(Node(n.high), id)
	var r Node
	if by := k.subst[n.level]; by > 0 {
		r = k.Ite(by-1, high, low)
	} else {
		r = k.place(n.level, low, high)
	}
	k.iteCache.put(h, uint32(f), id, 0, r)
	return r
}
