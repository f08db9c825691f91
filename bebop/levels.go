package bebop

import (
	"hardbop/internal/bdd"
)

// numLevels numbers the copies of the bits, in the order of entities, and returns how
// many there are. Variables of procedures that are never called have none.
func (s *space) numLevels(main int) int {
	global := make([]bool, s.numGlob) // has an entry copy
	for _, q := range s.procs {
		if q.called {
			q.mod.each(func(g int) { global[g] = true })
		}
	}
	owner := map[*entity]*procInfo{}
	for i, q := range s.procs {
		if !q.called && i != main {
			continue
		}
		for _, list := range [][]*variable{q.locals, q.results} {
			for _, v := range list {
				owner[v.entity] = q
			}
		}
	}
	next := 0
	for _, e := range s.byLevel {
		q := owner[e]
		if e.global < 0 && q == nil {
			continue
		}
		var has [numCopies]bool
		has[curCopy] = true
		has[nextCopy] = !e.result
		has[argCopy] = e.formal && q.called
		has[entryCopy] = e.global >= 0 && global[e.global] || e.formal && q.called && q.written[e]
		next = e.number(next, has)
	}
	return next
}

// number gives the copies of each bit levels from next on.
func (e *entity) number(next int, has [numCopies]bool) int {
	for i := range e.bits {
		for k := range e.bits[i] {
			e.bits[i][k] = -1
			if has[k] {
				e.bits[i][k] = next
				next++
			}
		}
	}
	return next
}

// use connects the space with a manager that has its levels.
func (s *space) use(m bdd.Manager) {
	s.m = m
	var from, to []int
	for _, e := range s.byLevel {
		for _, b := range e.bits {
			if b[nextCopy] > 0 {
				from, to = append(from, b[nextCopy]), append(to, b[curCopy])
			}
		}
	}
	m.SetImage(from, to)
}

// is returns the function that a copy of v is true.
func (s *space) is(v *variable, k copyKind) bdd.Node {
	if !v.entity.group {
		return s.m.Var(v.entity.bits[0][k])
	}
	if v.literal[k] == bdd.False {
		lits := make([]bdd.Literal, len(v.entity.bits))
		for i, b := range v.entity.bits {
			lits[i] = bdd.Literal{Var: b[k], Value: v.code>>i&1 == 1}
		}
		v.literal[k] = s.m.Ref(bdd.Conjunction(s.m, lits))
	}
	return v.literal[k]
}

// valid returns the function that a copy of e's bits numbers a variable.
func (s *space) valid(e *entity, k copyKind) bdd.Node {
	if !e.group {
		return bdd.True
	}
	if e.valid[k] == bdd.False {
		f := bdd.False
		for _, v := range e.vars {
			f = s.m.Or(f, s.is(v, k))
		}
		e.valid[k] = s.m.Ref(f)
	}
	return e.valid[k]
}

// levels appends the levels of a copy of e's bits.
func (e *entity) levels(list []int, k copyKind) []int {
	for _, b := range e.bits {
		list = append(list, b[k])
	}
	return list
}

// hasEntry reports whether e has an entry copy.
func (e *entity) hasEntry() bool { return e.bits[0][entryCopy] >= 0 }
