package magic

import (
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/lbe"
	"hardbop/internal/smt"
)

// valuation says which predicates of a point hold: a byte each, '0' or '1'.
type valuation string

func (v valuation) holds(i int) bool { return v[i] == '1' }

// origin says where the value of a predicate behind a step comes from.
type origin struct {
	from    int // the number of a predicate before the step, or one of the following
	negated bool
}

const (
	isTrue    = -1
	isFalse   = -2
	arbitrary = -3 // or whatever the prover says
)

// edge is the step from a point to its k-th successor.
type edge struct {
	from, to *cil.Node // to is the k-th successor of from, or one further on
	k        int
	// never says that syntax rules it out. guard is what decides it, if that is known.
	never bool
	guard origin
	cond  smt.Term // the guard, if guard is arbitrary
	dst   []origin // by predicate of to

	asks  []int // the predicates of to that the prover is asked about
	cone  []int // the predicates of from that bear on them
	facts []smt.Term
	src   []smt.Term          // of from, those in the cone
	goals []smt.Term          // of to, those that are asked about
	known map[string][]string // answers by the values of the cone
}

// edgeOf returns the step from n to its k-th successor, or with far to the first point behind
// that where something happens, made when it is first needed.
func (m *Model) edgeOf(n *cil.Node, k int, far bool) *edge {
	to := n.Succs[k]
	if far {
		to = m.idle(to, nil)
	}
	key := edgeKey{n, to, k, m.preds[n.ID].id, m.preds[to.ID].id}
	e := m.prove.edges[key]
	if e == nil {
		e = m.newEdge(n, to, k)
		if len(m.prove.edges) >= maxEdges {
			clear(m.prove.edges)
		}
		m.prove.edges[key] = e
	}
	return e
}

// maxEdges bounds the steps that are kept.
const maxEdges = 50_000

// edgeKey is a step with the lists of predicates before and behind it.
type edgeKey struct {
	n, to           *cil.Node
	k, before, then int
}

func (m *Model) newEdge(n, to *cil.Node, k int) *edge {
	e := &edge{from: n, to: to, k: k, guard: origin{from: isTrue}}
	if c := guardOf(n, k); c != nil {
		m.guard(e, c)
	}
	if e.never {
		return e
	}
	for _, p := range m.preds[e.to.ID].list {
		e.dst = append(e.dst, m.originOf(n, p))
	}
	m.prepare(e)
	return e
}

// idle returns the first point from n on where something happens, and calls visit (nil for
// nobody) for those before it. In a loop where nothing does that is one of its points.
func (m *Model) idle(n *cil.Node, visit func(*cil.Node)) *cil.Node {
	seen := map[*cil.Node]bool{}
	for !seen[n] && len(n.Succs) == 1 {
		_, skip := n.Instr.(*cil.Skip)
		if _, labelled := m.label(n); !skip || labelled {
			return n
		}
		seen[n] = true
		if visit != nil {
			visit(n)
		}
		n = n.Succs[0]
	}
	return n
}

// guardOf is the condition under which n goes on to its k-th successor; nil if it always may.
func guardOf(n *cil.Node, k int) cil.Expr {
	switch in := n.Instr.(type) {
	case *cil.Branch:
		if k == 1 {
			return cil.Not(in.E)
		}
		return in.E
	case *cil.Assume:
		return in.E
	}
	return nil
}

// guard finds out what decides the condition c of e.
func (m *Model) guard(e *edge, c cil.Expr) {
	t := m.prove.enc.Bool(m.normal(c))
	e.guard = m.matched(m.preds[e.from.ID], t)
	e.never = e.guard.from == isFalse
	e.cond = t
}

// matched returns what t is among predicates.
func (m *Model) matched(ps *predicates, t smt.Term) origin {
	switch {
	case t.IsTrue():
		return origin{from: isTrue}
	case t.IsFalse():
		return origin{from: isFalse}
	}
	if i, negated := ps.find(m.prove.f, t); i >= 0 {
		return origin{i, negated}
	}
	return origin{from: arbitrary}
}

// originOf says where the value of p behind n comes from.
func (m *Model) originOf(n *cil.Node, p predicate) origin {
	pre := m.pre(n, p)
	if pre.arbitrary {
		return origin{from: arbitrary}
	}
	return m.matched(m.preds[n.ID], pre.term)
}

// prepare makes the question to the prover, if there is one: which values of the predicates
// that syntax leaves open are possible.
func (m *Model) prepare(e *edge) {
	for i, o := range e.dst {
		if o.from == arbitrary {
			e.asks = append(e.asks, i)
		}
	}
	if len(e.asks) == 0 && e.guard.from != arbitrary {
		return
	}
	e.known = map[string][]string{}
	q := m.query(e)
	m.formula(e, q)
}

// query asks about the step as about a fragment of a program (package lbe): what predicates
// mean behind it is written over the state before.
func (m *Model) query(e *edge) *lbe.Query {
	var dst []lbe.Pred
	for _, i := range e.asks {
		dst = append(dst, lbe.Pred{E: m.preds[e.to.ID].list[i].e})
	}
	sem := lbe.Semantics{Alias: m.env.Alias, Effects: m.env.Effects}
	return lbe.NewQuery(&lbe.Fragment{From: e.from, To: e.from.Succs[e.k]}, sem, nil, dst)
}

// formula makes the terms of the question, and finds the predicates before the step that
// bear on it: those that share variables with it, directly or not.
func (m *Model) formula(e *edge, q *lbe.Query) {
	p := m.prove
	exprs := q.Exprs()
	var own []cil.Expr
	if e.guard.from == arbitrary {
		own = append(own, m.normal(guardOf(e.from, e.k)))
	}
	c := newCone(append(own, exprs...))
	src := m.preds[e.from.ID].list
	for _, i := range c.pick(src) {
		e.cone = append(e.cone, i)
		e.src = append(e.src, src[i].term)
		exprs = append(exprs, src[i].e)
	}
	e.facts = p.enc.Side(append(exprs, own...)...)
	for _, d := range q.Defs {
		e.facts = append(e.facts, p.f.Eq(p.enc.Value(cil.LoadVar(d.V)), p.enc.Value(d.E)))
	}
	if e.guard.from == arbitrary {
		e.facts = append(e.facts, e.cond)
	}
	for _, d := range q.Dst {
		e.goals = append(e.goals, p.enc.Bool(d.E))
	}
}

// steps lists the valuations of the predicates behind e that states with the valuation v
// before it may have.
func (m *Model) steps(e *edge, v valuation) []valuation {
	if e.never || e.guard.from >= 0 && v.holds(e.guard.from) == e.guard.negated {
		return nil
	}
	known := make([]byte, len(e.dst))
	for i, o := range e.dst {
		known[i] = '0'
		if o.from == isTrue || o.from >= 0 && v.holds(o.from) != o.negated {
			known[i] = '1'
		}
	}
	if e.known == nil {
		return []valuation{valuation(known)}
	}
	var out []valuation
	for _, answer := range m.ask(e, v) {
		for j, i := range e.asks {
			known[i] = answer[j]
		}
		out = append(out, valuation(known))
	}
	return out
}

// ask lists the possible values of the predicates that e asks about.
func (m *Model) ask(e *edge, v valuation) []string {
	var key strings.Builder
	conj := make([]smt.Term, len(e.src))
	for j, i := range e.cone {
		key.WriteByte(v[i])
		if conj[j] = e.src[j]; !v.holds(i) {
			conj[j] = m.prove.f.Not(conj[j])
		}
	}
	answers, ok := e.known[key.String()]
	if !ok {
		m.prove.p.SetFacts(e.facts...)
		answers = m.enumerate(conj, e.goals, "")
		if !m.prove.exhausted() {
			e.known[key.String()] = answers
		}
	}
	return answers
}

// enumerate lists the possible values of goals, of which the first have those in values. Where
// the prover is exhausted, some are missing.
func (m *Model) enumerate(conj, goals []smt.Term, values string) []string {
	if m.prove.exhausted() || !m.prove.sat(conj) {
		return nil
	}
	if len(values) == len(goals) {
		return []string{values}
	}
	t := goals[len(values)]
	no := m.enumerate(append(conj[:len(conj):len(conj)], m.prove.f.Not(t)), goals, values+"0")
	return append(no, m.enumerate(append(conj[:len(conj):len(conj)], t), goals, values+"1")...)
}
