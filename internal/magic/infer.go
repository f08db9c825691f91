package magic

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// Set is what a model's predicates come from: branches, whose conditions are predicates where
// they stand, and predicates at other points.
type Set struct {
	Branches map[*cil.Node]bool
	Seeds    map[*cil.Node][]cil.Expr
}

// Clone returns a set with the same branches and predicates.
func (s Set) Clone() Set {
	c := Set{map[*cil.Node]bool{}, map[*cil.Node][]cil.Expr{}}
	for n := range s.Branches {
		c.Branches[n] = true
	}
	for n, es := range s.Seeds {
		c.Seeds[n] = append([]cil.Expr(nil), es...)
	}
	return c
}

// predicate is a predicate at a point. Its term identifies it there: two expressions with one
// term mean the same.
type predicate struct {
	e    cil.Expr
	term smt.Term
	// free is set for what comes of conditions on the value that is returned.
	free bool
}

// predicates are those of one point.
type predicates struct {
	list  []predicate
	id    int // of the list: two with the same id have the same terms in the same order
	index map[smt.Term]int
	// bounded and free count those that are not about the value that is returned, and those
	// that are: the bound is for each of them.
	bounded, free int
}

// find returns the number of the predicate that t is, or is the negation of, -1 if there is
// none.
func (ps *predicates) find(f *smt.Factory, t smt.Term) (i int, negated bool) {
	if i, ok := ps.index[t]; ok {
		return i, false
	}
	if i, ok := ps.index[f.Not(t)]; ok {
		return i, true
	}
	return -1, false
}

// inference is the algorithm PredInfer of the paper (figure 6), point by point.
type inference struct {
	m    *Model
	todo []*cil.Node
	in   []bool
}

// infer finds the predicates of each point: the conditions of the branches in set where they
// stand, and weakest preconditions of what is behind, until nothing is new or a point has as
// many as it may.
func (m *Model) infer() {
	m.preds = make([]*predicates, len(m.f.Nodes))
	for i := range m.preds {
		m.preds[i] = &predicates{}
	}
	w := &inference{m: m, in: make([]bool, len(m.f.Nodes))}
	for i := len(m.f.Nodes) - 1; i >= 0; i-- {
		n := m.f.Nodes[i]
		if br, ok := n.Instr.(*cil.Branch); ok && (m.set.Branches[n] || m.isReturn(n)) {
			w.add(n, br.E, m.isReturn(n))
		}
		for _, e := range m.set.Seeds[n] {
			w.add(n, e, false)
		}
	}
	for len(w.todo) > 0 {
		n := w.todo[0]
		w.todo = w.todo[1:]
		w.in[n.ID] = false
		for _, p := range n.Preds {
			w.before(p, n)
		}
	}
}

// maxSize bounds the parts of a predicate: weakest preconditions of assignments through
// pointers grow by cases.
const maxSize = 40

// size counts the parts of e.
func size(e cil.Expr) int {
	n := 0
	cil.Walk(e, func(cil.Expr) { n++ })
	return n
}

// add adds a predicate to those of n.
func (w *inference) add(n *cil.Node, e cil.Expr, free bool) {
	if size(e) > maxSize {
		w.m.Cut = true
		return
	}
	p := w.m.told(e)
	p.free = free
	w.put(n, p)
}

// told is e as a predicate.
func (m *Model) told(e cil.Expr) predicate {
	p, ok := m.prove.told[e]
	if !ok {
		p.e = m.normal(e)
		p.term = m.prove.enc.Bool(p.e)
		m.prove.told[e] = p
	}
	return p
}

// put adds a predicate to those of n, unless it is there, or is always true or false.
func (w *inference) put(n *cil.Node, p predicate) {
	m, ps := w.m, w.m.preds[n.ID]
	if i, _ := ps.find(m.prove.f, p.term); i >= 0 || p.term.IsTrue() || p.term.IsFalse() {
		return
	}
	kind := &ps.bounded
	if p.free {
		kind = &ps.free
	}
	if *kind >= m.bound && !m.isReturn(n) {
		m.Cut = true
		return
	}
	*kind++
	if ps.index == nil {
		ps.index = map[smt.Term]int{}
	}
	ps.index[p.term] = len(ps.list)
	ps.list = append(ps.list, p)
	ps.id = m.prove.listed(ps.id, p.term)
	if !w.in[n.ID] {
		w.in[n.ID] = true
		w.todo = append(w.todo, n)
	}
}

// before adds to the point p what its instruction makes of the predicates of n, which comes
// behind it.
func (w *inference) before(p, n *cil.Node) {
	if !leads(p, n) {
		return
	}
	for _, q := range w.m.preds[n.ID].list {
		switch pre := w.m.pre(p, q); {
		case pre.arbitrary:
		case pre.large:
			w.m.Cut = true
		default:
			w.put(p, predicate{pre.e, pre.term, q.free})
		}
	}
}

// leads reports whether syntax allows a step from p to n.
func leads(p, n *cil.Node) bool {
	br, ok := p.Instr.(*cil.Branch)
	if !ok {
		return true
	}
	v, constant := cil.ConstValue(br.E)
	return !constant || v.Sign() != 0 && p.Succs[0] == n || v.Sign() == 0 && p.Succs[1] == n
}

// normal is the form in which conditions are compared.
func (m *Model) normal(e cil.Expr) cil.Expr {
	return enc.Normal(m.prog.Model.MathCond(e, m.env.Semantics.Overflow == enc.Wrap))
}

// precondition is the weakest precondition of a predicate under an instruction.
type precondition struct {
	e         cil.Expr
	term      smt.Term
	arbitrary bool // the instruction makes the predicate arbitrary
	large     bool // it is too large to be a predicate
}

// before is an instruction, and a predicate behind it.
type before struct {
	n    *cil.Node
	term smt.Term
}

// pre is the precondition of q under the instruction of n. It is the same in all models of a
// run.
func (m *Model) pre(n *cil.Node, q predicate) precondition {
	key := before{n, q.term}
	p, ok := m.prove.pre[key]
	if !ok {
		p = precondition{e: q.e, term: q.term}
		if e, ok := m.precondition(n, q.e); !ok {
			p.arbitrary = true
		} else if e != q.e {
			p.e = m.normal(e)
			p.term, p.large = m.prove.enc.Bool(p.e), size(e) > maxSize
		}
		m.prove.pre[key] = p
	}
	return p
}

// precondition is the weakest precondition of e under the instruction of n. It is false if
// that makes e arbitrary.
func (m *Model) precondition(n *cil.Node, e cil.Expr) (cil.Expr, bool) {
	switch in := n.Instr.(type) {
	case *cil.Assign:
		return enc.WP(in.L, in.E, e, m.env.Alias)
	case *cil.Return:
		if res := n.Func.Result; in.E != nil && res != nil {
			return enc.WP(cil.VarLval(res), in.E, e, m.env.Alias)
		}
	case *cil.Havoc:
		return e, !enc.Affected(in.L, e, m.env.Alias)
	case *cil.Call:
		return e, !m.changes(in, e)
	}
	return e, true
}

// changes reports whether a call of a function without a body may change e.
func (m *Model) changes(c *cil.Call, e cil.Expr) bool {
	if c.Ret != nil && enc.Affected(c.Ret, e, m.env.Alias) {
		return true
	}
	for _, l := range m.env.Effects(c) {
		if enc.Affected(l, e, m.env.Alias) {
			return true
		}
	}
	return false
}
