package newton

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// terms turns conditions over symbolic constants into terms. Symbols that stand for
// something are replaced by it.
type terms struct {
	sim  *simulation
	enc  *enc.Encoder
	f    *smt.Factory
	of   map[*symbol]smt.Term // the value of a symbol
	subs map[smt.Term]smt.Term
	side []smt.Term // facts of definitions
}

func newTerms(s *simulation) *terms {
	f := s.env.Backend.Factory()
	return &terms{sim: s, enc: enc.New(s.prog, f, s.env.Options), f: f, of: map[*symbol]smt.Term{}, subs: map[smt.Term]smt.Term{}}
}

// condition returns the term of e and facts that hold of what it mentions.
func (t *terms) condition(e cil.Expr) (cond smt.Term, facts []smt.Term) {
	t.side = nil
	t.define(e)
	cond = t.f.Subst(t.enc.Bool(e), t.subs)
	for _, x := range t.enc.Side(e) {
		t.addFact(x)
	}
	return cond, t.side
}

func (t *terms) addFact(x smt.Term) {
	if x = t.f.Subst(x, t.subs); !x.IsTrue() {
		t.side = append(t.side, x)
	}
}

// define makes the replacements for the symbols in e.
func (t *terms) define(e cil.Expr) {
	for _, v := range cil.Vars(e) {
		y := t.sim.symbols[v]
		if y == nil || y.def == nil || t.of[y].IsValid() {
			continue
		}
		t.define(y.def)
		name, value := t.enc.Value(cil.LoadVar(y.v)), t.f.Subst(t.enc.Value(y.def), t.subs)
		t.of[y] = value
		if name.Sort() == value.Sort() {
			t.subs[name] = value
		}
		for _, x := range t.enc.Side(y.def) {
			t.addFact(x)
		}
	}
}

// session decides conditions as they come: phase 1 of the paper.
type session struct {
	terms  *terms
	solver smt.Solver
	seen   map[smt.Term]bool
	// conds has the terms of the conditions that weren't trivial, by index of condition.
	conds   map[*condition]smt.Term
	order   []*condition
	facts   []smt.Term
	unknown int // checks that the prover gave up on
	refuted *condition
}

func newSession(s *simulation) *session {
	x := &session{terms: newTerms(s), solver: s.env.Backend.NewSolver(smt.Simple), seen: map[smt.Term]bool{}, conds: map[*condition]smt.Term{}}
	x.solver.SetLimit(s.env.Limit / shares)
	s.onCondition = x.add
	return x
}

func (x *session) close() { x.solver.Close() }

// add adds a condition; it returns false once the conditions are inconsistent.
func (x *session) add(c *condition) bool {
	if _, ok := cil.ConstValue(c.value); ok {
		x.conds[c] = x.terms.f.False()
		x.refuted = c
		return false
	}
	cond, facts := x.terms.condition(c.value)
	x.conds[c] = cond
	for _, t := range facts {
		x.assert(t, &x.facts)
	}
	if cond.IsFalse() {
		x.refuted = c
		return false
	}
	if cond.IsTrue() || x.seen[cond] {
		return true
	}
	x.order = append(x.order, c)
	x.assert(cond, nil)
	if x.unknown > maxUnknown {
		return true
	}
	switch x.solver.Check().Status {
	case smt.Unsat:
		x.refuted = c
		return false
	case smt.Unknown:
		x.unknown++
	}
	return true
}

// maxUnknown bounds the checks that the prover may give up on before only the whole path
// is decided. Questions whose answer isn't needed have one of so many shares of the limit.
const (
	maxUnknown = 3
	shares     = 20
)

func (x *session) assert(t smt.Term, list *[]smt.Term) {
	if x.seen[t] || t.IsTrue() {
		return
	}
	x.seen[t] = true
	x.solver.Assert(t)
	if list != nil {
		*list = append(*list, t)
	}
}

// minimise returns conditions that are inconsistent together with the facts: phase 2.
// It starts from the prover's core and leaves out one condition after the other. The
// result is in the order of the path and has the refuted condition.
func (x *session) minimise() []*condition {
	if x.conds[x.refuted].IsFalse() {
		return []*condition{x.refuted}
	}
	s := x.terms.sim.env.Backend.NewSolver(smt.Simple)
	defer s.Close()
	s.SetLimit(x.terms.sim.env.Limit)
	for _, t := range x.facts {
		s.Assert(t)
	}
	core := x.order
	if s.CheckAssuming(x.termsOf(core)).Status == smt.Unsat {
		core = x.within(s.Core())
	}
	s.SetLimit(x.terms.sim.env.Limit / shares)
	for i := 0; i < len(core); {
		rest := append(append([]*condition(nil), core[:i]...), core[i+1:]...)
		if s.CheckAssuming(x.termsOf(rest)).Status == smt.Unsat {
			core = rest
		} else {
			i++
		}
	}
	return core
}

func (x *session) termsOf(cs []*condition) []smt.Term {
	ts := make([]smt.Term, len(cs))
	for i, c := range cs {
		ts[i] = x.conds[c]
	}
	return ts
}

func (x *session) within(core []smt.Term) []*condition {
	in := map[smt.Term]bool{}
	for _, t := range core {
		in[t] = true
	}
	var out []*condition
	for _, c := range x.order {
		if in[x.conds[c]] {
			out = append(out, c)
		}
	}
	return out
}

// decided reports whether a, if it reads nothing, has one truth value whatever the
// addresses of variables are: to the abstraction it would be a predicate that no
// statement sets.
func (s *simulation) decided(a cil.Expr) bool {
	reads := false
	cil.Walk(a, func(e cil.Expr) {
		_, load := e.(*cil.Load)
		reads = reads || load
	})
	if reads {
		return false
	}
	t := newTerms(s)
	cond, facts := t.condition(a)
	solver := s.env.Backend.NewSolver(smt.Simple)
	defer solver.Close()
	solver.SetLimit(s.env.Limit / shares)
	for _, f := range facts {
		solver.Assert(f)
	}
	return solver.CheckAssuming([]smt.Term{cond}).Status == smt.Unsat || solver.CheckAssuming([]smt.Term{t.f.Not(cond)}).Status == smt.Unsat
}
