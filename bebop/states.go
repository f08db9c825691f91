package bebop

import (
	"errors"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// states answers questions about reachable states when the search is over.
type states struct {
	*reach
	// full are, per procedure, the values of all globals and formals at its entry, with
	// globals that the procedure doesn't touch, in the form of entry copies; kept.
	full []bdd.Node
}

// newStates computes with which values of all globals procedures are entered. Path
// edges speak only of globals that the procedure touches (rule 5 of doc.go); the others
// have the values that they have where it is called.
func newStates(r *reach) *states {
	s := &states{reach: r, full: make([]bdd.Node, len(r.procs))}
	s.keep(&s.full[s.main], s.m.Rename(s.initial(), s.procs[s.main].toEntry))
	work, queued := []int{s.main}, make([]bool, len(s.procs))
	for len(work) > 0 {
		s.breathe()
		q := s.procs[work[0]]
		work = work[1:]
		queued[q.id] = false
		for _, b := range q.blocks {
			if b.call == nil || !s.enterFull(b) || queued[b.call.callee.id] {
				continue
			}
			queued[b.call.callee.id] = true
			work = append(work, b.call.callee.id)
		}
	}
	return s
}

// enterFull adds the entries of a call to those of the callee and reports whether there
// are new ones.
func (s *states) enterFull(b *block) bool {
	callee := b.call.callee
	d := s.m.AndExist(s.current(b.proc, s.seen[b.id]), b.call.args, s.cube(distinct(b.proc.locals), curCopy))
	d = s.m.Rename(s.m.Rename(d, callee.toCur), callee.toEntry)
	all := s.m.Or(s.full[callee.id], d)
	if all == s.full[callee.id] {
		return false
	}
	s.keep(&s.full[callee.id], all)
	return true
}

// current returns the values of all variables in some path edges.
func (s *states) current(q *procInfo, d bdd.Node) bdd.Node {
	var levels []int
	for _, list := range [][]*variable{s.space.globals, q.locals} {
		for _, e := range distinct(list) {
			if q.called && e.hasEntry() {
				levels = e.levels(levels, entryCopy)
			}
		}
	}
	return s.m.AndExist(d, s.full[q.id], bdd.Cube(s.m, levels))
}

// at returns the reachable values at a node.
func (s *states) at(proc, node int) bdd.Node {
	q := s.procs[proc]
	for _, b := range q.blocks {
		for i, n := range b.nodes {
			if n != node {
				continue
			}
			d := s.seen[b.id]
			for _, st := range s.steps(b) {
				if st.at < i {
					d = s.image(d, st)
				}
			}
			return s.current(q.procInfo, d)
		}
	}
	return bdd.False
}

// maxCubes bounds the size of a formula.
const maxCubes = 1 << 14

// Reachable returns a formula over the variables of a procedure for the states that
// reach a node: where the enforce conditions of the node hold and exactly one variable
// of each group is true, it holds just in those. It needs [Options.Invariants]. The
// error says that the states were not computed or that a limit was reached.
func (r *Result) Reachable(proc, node int) (*boolprog.Expr, error) {
	if r.states == nil {
		return nil, errors.New("the reachable states were not computed")
	}
	var e *boolprog.Expr
	err := bdd.Guard(func() {
		s := r.states
		s.breathe()
		d := s.at(proc, node)
		if d == bdd.False {
			e = boolprog.Bool(false)
			return
		}
		e = s.formula(proc, node, d)
	})
	return e, err
}

// formula writes a set of states as a disjunction of cubes.
func (s *states) formula(proc, node int, d bdd.Node) *boolprog.Expr {
	q := s.procs[proc]
	care := compiler{s: s.space, q: q.procInfo}.invariant(q.graph.Nodes[node].Enforce)
	for _, list := range [][]*variable{s.space.globals, q.locals} {
		for _, e := range distinct(list) {
			care = s.m.And(care, s.space.valid(e, curCopy))
		}
	}
	d = s.m.Exist(d, s.cube(distinct(q.results), curCopy))
	var cubes []*boolprog.Expr
	owner := s.owners(q.procInfo)
	for _, c := range bdd.Cover(s.m, s.m.And(d, care), s.m.Or(d, s.m.Not(care)), maxCubes) {
		cubes = append(cubes, cubeExpr(owner, c))
	}
	return boolprog.Or(cubes...)
}

// named is an entity with references to its variables.
type named struct {
	*entity
	refs []boolprog.Ref
}

// owners returns the entity of each current level.
func (s *states) owners(q *procInfo) map[int]*named {
	owner := map[int]*named{}
	seen := map[*entity]*named{}
	add := func(v *variable, r boolprog.Ref) {
		n := seen[v.entity]
		if n == nil {
			n = &named{v.entity, make([]boolprog.Ref, v.entity.size)}
			seen[v.entity] = n
			for _, b := range v.entity.bits {
				owner[b[curCopy]] = n
			}
		}
		n.refs[v.code] = r
	}
	for i, v := range s.space.globals {
		add(v, boolprog.Ref{Name: s.prog.Globals[i].Name, Scope: boolprog.Global, Index: i})
	}
	first := len(s.prog.Globals)
	for i, v := range q.locals {
		add(v, boolprog.Ref{Name: q.graph.SlotName(first + i), Scope: boolprog.Local, Index: i})
	}
	return owner
}

// cubeExpr writes a cube. Bits of a group become the variables that they allow.
func cubeExpr(owner map[int]*named, cube []bdd.Literal) *boolprog.Expr {
	var parts []*boolprog.Expr
	var order []*named
	fixed := map[*named][]bdd.Literal{}
	for _, l := range cube {
		n := owner[l.Var]
		if fixed[n] == nil {
			order = append(order, n)
		}
		fixed[n] = append(fixed[n], l)
	}
	for _, n := range order {
		parts = append(parts, n.expr(fixed[n]))
	}
	return boolprog.And(parts...)
}

// expr writes the part of a cube that speaks of an entity.
func (n *named) expr(lits []bdd.Literal) *boolprog.Expr {
	if !n.group {
		return literalExpr(n.refs[0], lits[0].Value)
	}
	var in, out []*boolprog.Expr
	for code, r := range n.refs {
		if n.allows(lits, code) {
			in = append(in, literalExpr(r, true))
		} else {
			out = append(out, literalExpr(r, false))
		}
	}
	if len(out) < len(in) {
		return boolprog.And(out...)
	}
	return boolprog.Or(in...)
}

// allows reports whether a number has the bits of a cube.
func (n *named) allows(lits []bdd.Literal, code int) bool {
	for _, l := range lits {
		for i, b := range n.bits {
			if b[curCopy] == l.Var && (code>>i&1 == 1) != l.Value {
				return false
			}
		}
	}
	return true
}

func literalExpr(r boolprog.Ref, value bool) *boolprog.Expr {
	e := &boolprog.Expr{Op: boolprog.OpVar, Ref: r}
	if !value {
		return boolprog.Not(e)
	}
	return e
}

// reached reports whether a node is reached in some state.
func (s *states) reached(proc, node int) bool {
	reached := false
	err := bdd.Guard(func() { reached = s.at(proc, node) != bdd.False })
	return err != nil || reached
}
