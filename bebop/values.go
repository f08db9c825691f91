package bebop

import (
	"slices"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// pick returns values of all levels of a procedure's path edges that are in d.
func (t *tracer) pick(q *procInfo, d bdd.Node) []bdd.Literal {
	return t.pickFrom(q, bdd.PickCube(t.m, d))
}

// pickFrom completes a cube: what it leaves open is false.
func (t *tracer) pickFrom(q *procInfo, cube []bdd.Literal) []bdd.Literal {
	values := t.load(cube)
	levels := t.levelsOf(q)
	lits := make([]bdd.Literal, len(levels))
	for i, v := range levels {
		lits[i] = bdd.Literal{Var: v, Value: values[v]}
	}
	t.unload(cube)
	return lits
}

// withResults adds the results in a cube to the values at an exit. Elsewhere they mean
// nothing, and values must leave them open.
func (t *tracer) withResults(q *procInfo, lits, cube []bdd.Literal) []bdd.Literal {
	values := t.load(cube)
	for _, v := range q.results {
		level := v.entity.bits[0][curCopy]
		lits = append(lits, bdd.Literal{Var: level, Value: values[level]})
	}
	t.unload(cube)
	return lits
}

// load returns the values of all levels, false where lits says nothing, until unload.
func (t *tracer) load(lits []bdd.Literal) []bool {
	for _, l := range lits {
		t.scratch[l.Var] = l.Value
	}
	return t.scratch
}

func (t *tracer) unload(lits []bdd.Literal) {
	for _, l := range lits {
		t.scratch[l.Var] = false
	}
}

// levelsOf returns the levels of a procedure's path edges.
func (t *tracer) levelsOf(q *procInfo) []int {
	if t.levels[q.id] != nil {
		return t.levels[q.id]
	}
	levels := []int{}
	add := func(e *entity) {
		levels = e.levels(levels, curCopy)
		if q.called && e.hasEntry() {
			levels = e.levels(levels, entryCopy)
		}
	}
	for g := range t.space.numGlob {
		if q.mod.has(g) {
			add(t.space.entities[g])
		} else if q.ref.has(g) {
			levels = t.space.entities[g].levels(levels, curCopy)
		}
	}
	for _, e := range distinct(q.locals) {
		add(e)
	}
	slices.Sort(levels)
	t.levels[q.id] = levels
	return levels
}

// decode returns the values of a procedure's variables.
func (t *tracer) decode(q *procInfo, lits []bdd.Literal) boolprog.Valuation {
	values := t.load(lits)
	v := boolprog.NewValuation(q.graph.NumSlots())
	slot := 0
	for _, vars := range [][]*variable{t.space.globals, q.locals, q.results} {
		for _, w := range vars {
			v.Set(slot, w.holds(values))
			slot++
		}
	}
	t.unload(lits)
	return v
}

// holds returns the current value of a variable.
func (v *variable) holds(values []bool) bool {
	if !v.entity.group {
		return values[v.entity.bits[0][curCopy]]
	}
	for i, b := range v.entity.bits {
		if values[b[curCopy]] != (v.code>>i&1 == 1) {
			return false
		}
	}
	return true
}

// fill gives the globals that a procedure's path edges don't speak of the values that
// they have where it is called.
func (t *tracer) fill(path boolprog.Path) {
	var open []boolprog.Valuation // at the calls
	for i := range path {
		s := &path[i]
		g := t.graphs[s.Proc]
		if len(open) > 0 {
			q := t.procs[s.Proc]
			for k, v := range t.space.globals {
				if n := v.entity.global; !q.mod.has(n) && !q.ref.has(n) {
					s.Values.Set(k, open[len(open)-1].Get(k))
				}
			}
		}
		switch g.Nodes[s.Node].Kind {
		case boolprog.NodeCall:
			open = append(open, s.Values)
		case boolprog.NodeExit:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
}
