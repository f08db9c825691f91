package newton

import (
	"fmt"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// This file finds invariants of the loops of a path: its path program becomes a system of
// Horn clauses with a relation for each point where edges meet, over the integers that
// live in variables which no pointer leads to. All else is arbitrary, so that the clauses
// may have no solution though the path is impossible; but a solution is one.

// loops adds the atoms of invariants that rule out the path however often its loops turn.
// It adds nothing if the prover can't solve Horn clauses, finds no invariants or gives up.
func (x *explainer) loops() {
	solver, ok := smt.HornSolverOf(x.sim.env.Backend)
	g := newPathProgram(x.sim.path)
	if !ok || !g.closed() {
		return
	}
	h := newHorn(x.sim, g)
	h.clausesOf(g)
	limit := uint(hornSteps)
	if x.sim.env.Level >= 2 {
		limit = lateHornSteps
	}
	if own := x.sim.env.Limit / shares; own > 0 && own < limit {
		limit = own
	}
	defs, r := solver.SolveHorn(h.clauses, limit)
	if r.Status != smt.Sat {
		return
	}
	x.out.Closed = true
	found := map[*site][]cil.Expr{}
	for _, s := range g.sites {
		rel := h.relations[s]
		if rel == nil {
			continue
		}
		for _, a := range smt.Atoms(defs[rel.Relation].Body) {
			if e := h.readBack(a, rel, defs[rel.Relation].Params); e != nil {
				found[s] = append(found[s], atoms(e)...)
			}
		}
		found[s] = withEqualities(found[s])
		for _, e := range found[s] {
			x.add(e, s.node.Func, s.first)
		}
	}
	x.between(g, found)
	x.results(g)
}

// withEqualities adds an equality for each two bounds that meet: what is more than k - 1
// and not more than k is k. Predicates stand for their negations too.
func withEqualities(as []cil.Expr) []cil.Expr {
	out := as
	for i, a := range as {
		for _, b := range as[:i] {
			for _, l := range excesses(a) {
				for _, m := range excesses(b) {
					sum := linearOf(&cil.Binary{Op: cil.Add, X: l, Y: m, T: cil.Math}).expr()
					if v, ok := cil.ConstValue(sum); ok && v.IsInt64() && v.Int64() == 2 {
						one := cil.MakeCast(cil.Math, truth(true))
						out = append(out, canonical(&cil.Binary{Op: cil.Eq, X: l, Y: one, T: intType}))
					}
				}
			}
		}
	}
	return out
}

// excesses returns what is at least 1 where a holds, and where it doesn't, if a is a
// comparison of integers by > or <.
func excesses(a cil.Expr) []cil.Expr {
	b, ok := a.(*cil.Binary)
	if !ok || !isMath(b.X.Type()) || b.Op != cil.Gt && b.Op != cil.Lt {
		return nil
	}
	x, y := b.X, b.Y
	if b.Op == cil.Lt {
		x, y = y, x
	}
	yes := &cil.Binary{Op: cil.Sub, X: x, Y: y, T: cil.Math}
	return []cil.Expr{yes, &cil.Binary{Op: cil.Sub, X: cil.MakeCast(cil.Math, truth(true)), Y: yes, T: cil.Math}}
}

// results adds what the functions that a loop calls return, in terms of their parameters:
// from one turn to the next the values differ, their relation doesn't.
func (x *explainer) results(g *pathProgram) {
	s := newSimulation(x.sim.prog, x.sim.path, x.sim.env)
	s.apart = true
	fail := x.out.FailStep
	s.onCondition = func(c *condition) bool { return c.step < fail }
	s.run()
	y := newExplainer(s, x.out)
	turns := map[*site]int{}
	for i, at := range g.visits {
		turns[at]++
		if i >= len(s.frames) || i == 0 || !g.path.Enters(i-1) || turns[at] != 2 {
			continue
		}
		y.frame(s.frames[i])
	}
	x.index = y.index
}

// frame adds the values that flow into the result of the activation f, and its conditions.
func (x *explainer) frame(f *frame) {
	for _, m := range x.sim.members {
		if m.frame != f || f.fn.Result == nil || !m.lval.IsVar(f.fn.Result) {
			continue
		}
		for _, n := range x.sim.closure([]int{m.id}) {
			if n.frame == f {
				x.member(n)
			}
		}
	}
	for _, c := range x.sim.conditions {
		if c.frame == f {
			x.condition(c)
		}
	}
}

// between adds the weakest preconditions of the invariants: each is carried back from
// where it holds to the invariants before, through the statements of a turn.
func (x *explainer) between(g *pathProgram, found map[*site][]cil.Expr) {
	w := newPuller(x)
	done := map[*site]int{}
	for i, s := range g.visits {
		if len(found[s]) == 0 || done[s] == maxVisits {
			continue
		}
		done[s]++
		w.atoms, w.fresh = nil, nil
		w.add(found[s])
		w.fresh = nil
		for k := i - 1; k >= 0; k-- {
			w.back(k)
			w.collect(k)
			if len(found[g.visits[k]]) > 0 {
				break
			}
		}
	}
}

// hornSteps bounds the work on a system of clauses, in the prover's steps; lateHornSteps
// does where other levels failed. maxVisits bounds the visits of a site of which the way
// before is looked at.
const (
	hornSteps     = 300_000
	lateHornSteps = 2_000_000
	maxVisits     = 3
)

// hornPlace is an integer that a variable holds in a chain of calls.
type hornPlace struct {
	chain *chain // nil for a global
	text  string // of lval
}

// hornRelation is what holds at a site, over the places that are in scope there.
type hornRelation struct {
	*smt.Relation
	site   *site
	places []int // indices into horn.places
}

// horn makes the clauses of a path program.
type horn struct {
	sim       *simulation
	g         *pathProgram
	enc       *enc.Encoder
	f         *smt.Factory
	places    []hornPlace
	lvals     []*cil.Lval // of the places
	index     map[hornPlace]int
	relations map[*site]*hornRelation
	clauses   []smt.Clause
	fresh     int
}

func newHorn(s *simulation, g *pathProgram) *horn {
	f := s.env.Backend.Factory()
	h := &horn{sim: s, g: g, enc: enc.New(s.prog, f, s.env.Options), f: f, index: map[hornPlace]int{}, relations: map[*site]*hornRelation{}}
	for _, e := range g.edges {
		h.collect(e)
	}
	for _, st := range g.sites {
		if st.in > 1 {
			h.relate(st)
		}
	}
	return h
}

// collect finds the places that the step of e speaks of.
func (h *horn) collect(e *edge) {
	st := h.g.path.Steps[e.step]
	note := func(c *chain, l *cil.Lval) {
		if l != nil && tracked(l) {
			h.place(c, l)
		}
	}
	read := func(x cil.Expr) {
		cil.Walk(h.sim.form(x), func(y cil.Expr) {
			if l, ok := y.(*cil.Load); ok {
				note(e.from.chain, l.L)
			}
		})
	}
	cil.EachExpr(st.Node.Instr, func(x cil.Expr) {
		if cil.IsScalar(x.Type()) {
			read(x)
		}
	})
	switch in := st.Node.Instr.(type) {
	case *cil.Assign:
		note(e.from.chain, in.L)
	case *cil.Call:
		note(e.from.chain, in.Ret)
		if e.to.chain.parent == e.from.chain {
			for _, v := range e.to.node.Func.Formals {
				note(e.to.chain, cil.VarLval(v))
			}
		}
	case *cil.Return:
		if v := st.Node.Func.Result; v != nil {
			note(e.from.chain, cil.VarLval(v))
		}
	}
}

// tracked reports whether l is an integer in a variable that is reached by its name only.
func tracked(l *cil.Lval) bool {
	return l.Base != nil && !l.Base.AddrTaken && membersOnly(l.Path) && cil.IsInteger(l.Type())
}

// place returns the index of the place of l, a tracked lvalue, in the chain c.
func (h *horn) place(c *chain, l *cil.Lval) int {
	p := hornPlace{c, cil.LvalString(l)}
	if l.Base.Func == nil {
		p.chain = nil
	}
	i, ok := h.index[p]
	if !ok {
		i = len(h.places)
		h.index[p] = i
		h.places, h.lvals = append(h.places, p), append(h.lvals, l)
	}
	return i
}

// relate makes the relation of a site.
func (h *horn) relate(s *site) {
	r := &hornRelation{Relation: &smt.Relation{Name: fmt.Sprintf("%s:%d:%d", s.node.Func.Name, s.node.ID, s.id)}, site: s}
	for i, p := range h.places {
		if p.chain == nil || open(p.chain, s.chain) {
			r.places = append(r.places, i)
			r.Args = append(r.Args, h.f.IntSort())
		}
	}
	h.relations[s] = r
}

// open reports whether c is s or leads to it.
func open(c, s *chain) bool {
	for ; s != nil; s = s.parent {
		if s == c {
			return true
		}
	}
	return false
}

// clausesOf makes a clause for each way between two sites with relations, and from the
// start, and to the end of the path.
func (h *horn) clausesOf(g *pathProgram) {
	h.walk(g.sites[0], &hornState{now: map[int]smt.Term{}})
	for _, s := range g.sites {
		if r := h.relations[s]; r != nil {
			st := &hornState{now: map[int]smt.Term{}}
			app := smt.RelApp{Rel: r.Relation}
			for _, i := range r.places {
				v := h.f.Var(fmt.Sprintf("at!%d", i), h.f.IntSort())
				st.now[i] = v
				app.Args = append(app.Args, v)
			}
			st.body = []smt.RelApp{app}
			h.walk(s, st)
		}
	}
}

// hornState is what is known along a way.
type hornState struct {
	body  []smt.RelApp
	now   map[int]smt.Term // values of places; a missing one is arbitrary
	conds []smt.Term
}

func (st *hornState) clone() *hornState {
	c := &hornState{body: st.body, now: map[int]smt.Term{}, conds: st.conds[:len(st.conds):len(st.conds)]}
	for k, v := range st.now {
		c.now[k] = v
	}
	return c
}

// walk follows the edges from s in the state st up to the next relations.
func (h *horn) walk(s *site, st *hornState) {
	for _, e := range s.out {
		next := st.clone()
		h.step(e, next)
		switch r := h.relations[e.to]; {
		case e.to == h.g.sites[len(h.g.sites)-1]:
			h.clauses = append(h.clauses, smt.Clause{Body: next.body, Constraint: h.f.And(next.conds...)})
		case r != nil:
			app := &smt.RelApp{Rel: r.Relation}
			for _, i := range r.places {
				app.Args = append(app.Args, h.value(next, i))
			}
			h.clauses = append(h.clauses, smt.Clause{Body: next.body, Constraint: h.f.And(next.conds...), Head: app})
		default:
			h.walk(e.to, next)
		}
	}
}

// arbitrary is a term that may have any value.
func (h *horn) arbitrary(s smt.Sort) smt.Term {
	h.fresh++
	return h.f.Var(fmt.Sprintf("any!%d", h.fresh), s)
}

// value returns what place i holds.
func (h *horn) value(st *hornState, i int) smt.Term {
	if !st.now[i].IsValid() {
		st.now[i] = h.arbitrary(h.f.IntSort())
	}
	return st.now[i]
}

// term returns what make makes of e, evaluated in the chain c. What isn't tracked is
// arbitrary.
func (h *horn) term(st *hornState, c *chain, e cil.Expr, make func(cil.Expr) smt.Term) smt.Term {
	values := map[smt.Term]smt.Term{}
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok && tracked(l.L) {
			values[h.enc.Value(l)] = h.value(st, h.place(c, l.L))
		}
	})
	known := func(t smt.Term) (smt.Term, bool) {
		if v, ok := values[t]; ok {
			return v, true
		}
		if t.Op() != smt.OpVar && t.Op() != smt.OpApply {
			return t, false
		}
		values[t] = h.arbitrary(t.Sort())
		return values[t], true
	}
	out := h.f.Map(make(e), known)
	for _, x := range h.enc.Side(e) {
		st.conds = append(st.conds, h.f.Map(x, known))
	}
	return out
}

// set makes e, evaluated in the chain from, the value of l in the chain c; nil is any.
func (h *horn) set(st *hornState, c *chain, l *cil.Lval, from *chain, e cil.Expr) {
	switch {
	case l == nil:
	case !tracked(l):
		h.forget(st, c, l)
	case e == nil || !cil.IsInteger(e.Type()):
		delete(st.now, h.place(c, l))
	default:
		st.now[h.place(c, l)] = h.term(st, from, h.sim.form(e), h.enc.Value)
	}
}

// forget makes the places in l arbitrary.
func (h *horn) forget(st *hornState, c *chain, l *cil.Lval) {
	for i, p := range h.places {
		if h.lvals[i].Base == l.Base && (p.chain == nil || p.chain == c) {
			delete(st.now, i)
		}
	}
}

// step changes the state as the step of e does.
func (h *horn) step(e *edge, st *hornState) {
	step := h.g.path.Steps[e.step]
	c := e.from.chain
	switch in := step.Node.Instr.(type) {
	case *cil.Assign:
		h.set(st, c, in.L, c, in.E)
	case *cil.Havoc:
		h.forget(st, c, in.L)
	case *cil.Assume:
		h.assume(st, c, in.E, true)
	case *cil.Branch:
		h.assume(st, c, in.E, step.Taken == 0)
	case *cil.Return:
		if v := step.Node.Func.Result; v != nil && in.E != nil {
			h.set(st, c, cil.VarLval(v), c, in.E)
		}
	case *cil.Call:
		h.call(e, in, st)
	case *cil.Skip:
		if e.to.chain == c.parent && c.parent != nil {
			h.leave(c, st)
		}
	}
}

func (h *horn) assume(st *hornState, c *chain, e cil.Expr, holds bool) {
	t := h.term(st, c, cil.Truth(h.sim.form(e)), h.enc.Bool)
	if !holds {
		t = h.f.Not(t)
	}
	st.conds = append(st.conds, t)
}

// call enters a function, or does what one without a body may do.
func (h *horn) call(e *edge, in *cil.Call, st *hornState) {
	c, inner := e.from.chain, e.to.chain
	if inner.parent != c || inner == c {
		h.external(c, in, st)
		return
	}
	for i, p := range h.places { // the variables of an earlier activation
		if p.chain == inner {
			delete(st.now, i)
		}
	}
	for i, v := range e.to.node.Func.Formals {
		if i < len(in.Args) {
			h.set(st, inner, cil.VarLval(v), c, in.Args[i])
		}
	}
}

func (h *horn) external(c *chain, in *cil.Call, st *hornState) {
	policy := h.sim.env.Extern
	if g := in.Callee(); g == nil || g.HasBody() {
		policy = enc.ExternEverything
	}
	effects := enc.ExternEffect(in, policy)
	if policy == enc.ExternEverything {
		effects = append(effects, enc.ExternGlobals(h.sim.prog)...)
	}
	for _, l := range effects {
		h.forget(st, c, l)
	}
	h.set(st, c, in.Ret, c, nil)
}

// leave returns from the chain c.
func (h *horn) leave(c *chain, st *hornState) {
	in := c.call.Instr.(*cil.Call)
	var result cil.Expr
	if v := h.g.calleeOf(c).Result; v != nil {
		result = cil.LoadVar(v)
	}
	h.set(st, c.parent, in.Ret, c, result)
}

// calleeOf returns the function that the last call of c enters.
func (g *pathProgram) calleeOf(c *chain) *cil.Func {
	for _, s := range g.sites {
		if s.chain == c {
			return s.node.Func
		}
	}
	return nil
}

// readBack returns the linear comparison a, over the parameters of r, as one over the
// program's variables, or nil if it is none.
func (h *horn) readBack(a smt.Term, r *hornRelation, params []smt.Term) cil.Expr {
	return linearComparison(h.f, a, func(t smt.Term) cil.Expr {
		for k, p := range params {
			place := h.places[r.places[k]]
			if p == t && (place.chain == nil || place.chain == r.site.chain) {
				return cil.MakeCast(cil.Math, &cil.Load{L: h.lvals[r.places[k]]})
			}
		}
		return nil
	})
}
