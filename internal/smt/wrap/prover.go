package wrap

import "hardbop/internal/smt"

// Answer is the answer to an implication.
type Answer uint8

// The answers. Unsure is the zero Answer, and to be treated like No where that is sound.
const (
	Unsure Answer = iota
	Yes
	No
)

// String returns yes, no or unsure.
func (a Answer) String() string { return [...]string{"unsure", "yes", "no"}[a] }

// DefaultLimit is the limit of a prover's check, in the solver's steps: Z3 takes about a
// second for it.
const DefaultLimit = 2_000_000

// Options are the options of a prover. The zero Options are the defaults.
type Options struct {
	Limit    uint      // steps of one check; 0 is DefaultLimit
	Cache    *Cache    // shared with others; nil for one of its own
	Counters *Counters // shared with others; nil for none
	NoBounds bool      // leave conjunctions of bounds to the solver, for tests
}

// Prover answers implications for one goroutine, with a solver that it keeps. While it is
// used, its terms' factory may be used by others.
type Prover struct {
	f      *smt.Factory
	b      smt.Backend
	s      smt.Solver
	opt    Options
	facts  smt.Term // the conjunction of the facts
	list   []smt.Term
	loaded smt.Term // the facts that the solver has on its first level

	version string // of the back end
}

// NewProver returns a prover that asks solvers of b.
func NewProver(b smt.Backend, opt Options) *Prover {
	if opt.Limit == 0 {
		opt.Limit = DefaultLimit
	}
	if opt.Cache == nil {
		opt.Cache = NewCache(nil)
	}
	if opt.Counters == nil {
		opt.Counters = &Counters{}
	}
	p := &Prover{f: b.Factory(), b: b, opt: opt, version: b.Version()}
	p.SetFacts()
	return p
}

// Factory returns the factory of the prover's terms.
func (p *Prover) Factory() *smt.Factory { return p.f }

// Close releases the prover's solver, but not its back end.
func (p *Prover) Close() {
	if p.s != nil {
		p.s.Close()
		p.s = nil
	}
}

// SetFacts replaces the facts: what holds in all later questions until it is called again.
func (p *Prover) SetFacts(facts ...smt.Term) {
	p.facts = p.f.And(facts...)
	p.list = conjuncts(p.facts)
}

// conjuncts returns the parts of a conjunction.
func conjuncts(t smt.Term) []smt.Term {
	switch {
	case t.IsTrue():
		return nil
	case t.Op() == smt.OpAnd:
		return t.Args()
	}
	return []smt.Term{t}
}

// Implies reports whether the facts and hyps together imply goal. With Yes come some hyps
// that suffice; they need not be a smallest set.
func (p *Prover) Implies(hyps []smt.Term, goal smt.Term) (Answer, []smt.Term) {
	negated := p.f.Not(goal)
	if core, ok := obvious(hyps, goal); ok {
		p.opt.Counters.asked.Add(1)
		p.opt.Counters.simple.Add(1)
		return Yes, core
	}
	conj := p.f.And(append(append(make([]smt.Term, 0, len(hyps)+1), hyps...), negated)...)
	v := p.ask(conj, hyps, negated)
	switch v.status {
	case smt.Unsat:
		return Yes, p.coreOf(v, hyps, negated)
	case smt.Sat:
		return No, nil
	}
	return Unsure, nil
}

// obvious finds the goal among the hyps, or a reason that needs no other.
func obvious(hyps []smt.Term, goal smt.Term) (core []smt.Term, ok bool) {
	if goal.IsTrue() {
		return nil, true
	}
	for i, h := range hyps {
		if h == goal || h.IsFalse() {
			return hyps[i : i+1 : i+1], true
		}
	}
	return nil, false
}

// Sat reports whether the facts and conj have a model together.
func (p *Prover) Sat(conj []smt.Term) smt.Status {
	return p.ask(p.f.And(conj...), nil, smt.Term{}).status
}

// ask finds out whether the facts and conj have a model. conj consists of hyps and
// negated, if a core over hyps is wanted.
func (p *Prover) ask(conj smt.Term, hyps []smt.Term, negated smt.Term) verdict {
	p.opt.Counters.asked.Add(1)
	if v, ok := p.simple(conj); ok {
		p.opt.Counters.simple.Add(1)
		return v
	}
	q := question{p.facts, conj}
	if v, ok := p.opt.Cache.get(q); ok && (v.status != smt.Unsat || v.cored || len(hyps) < 2) {
		p.opt.Counters.hits.Add(1)
		return v
	}
	v, ok := p.opt.Cache.stored(q, p.version)
	if ok {
		p.opt.Counters.hits.Add(1)
	} else {
		v = p.solve(conj, hyps, negated)
		p.opt.Cache.keep(q, p.version, v.status)
	}
	p.opt.Cache.put(q, v)
	return v
}

// simple answers what needs no solver.
func (p *Prover) simple(conj smt.Term) (verdict, bool) {
	if conj.IsFalse() || p.facts.IsFalse() {
		return verdict{status: smt.Unsat}, true
	}
	if p.opt.NoBounds {
		return verdict{}, false
	}
	lits := append(append(make([]smt.Term, 0, len(p.list)+8), p.list...), conjuncts(conj)...)
	status, core := decide(lits)
	return verdict{status, core, true}, status != smt.Unknown
}

// coreOf returns the hyps that v's core consists of. If it speaks of anything else than
// hyps, facts and the negated goal, then they all are the core.
func (p *Prover) coreOf(v verdict, hyps []smt.Term, negated smt.Term) []smt.Term {
	if v.cored {
		known := map[smt.Term]bool{}
		for _, t := range p.list {
			known[t] = true
		}
		for _, t := range conjuncts(negated) {
			known[t] = true
		}
		if core, ok := pick(hyps, v.core, known); ok {
			return core
		}
	}
	return append([]smt.Term(nil), hyps...)
}

// pick returns the hyps that are in core; ok is false if something in core is neither
// among hyps nor known.
func pick(hyps, core []smt.Term, known map[smt.Term]bool) (out []smt.Term, ok bool) {
	isHyp := make(map[smt.Term]bool, len(hyps))
	for _, h := range hyps {
		isHyp[h] = true
	}
	for _, c := range core {
		switch {
		case isHyp[c]:
			out = append(out, c)
		case !known[c]:
			return nil, false
		}
	}
	return out, true
}

// solve asks the solver: first plainly, which is faster, and for a core only if there is
// one and it is wanted.
func (p *Prover) solve(conj smt.Term, hyps []smt.Term, negated smt.Term) verdict {
	s := p.session()
	s.Push()
	for _, t := range conjuncts(conj) {
		s.Assert(t)
	}
	v := verdict{status: p.check(s.Check)}
	s.Pop()
	switch {
	case v.status == smt.Unknown:
		v.status = p.retry(conj)
	case v.status == smt.Unsat && len(hyps) > 1:
		v.core, v.cored = p.core(s, hyps, negated), true
	}
	return v
}

// core returns parts of hyps and negated that contradict the facts, as all of them do.
func (p *Prover) core(s smt.Solver, hyps []smt.Term, negated smt.Term) []smt.Term {
	s.Push()
	defer s.Pop()
	s.Assert(negated)
	core := hyps
	if p.check(func() smt.Result { return s.CheckAssuming(hyps) }) == smt.Unsat {
		core = s.Core()
	}
	return append(core[:len(core):len(core)], conjuncts(negated)...)
}

func (p *Prover) check(f func() smt.Result) smt.Status { return p.opt.Counters.check(f).Status }

// session returns the solver with the facts on its first level.
func (p *Prover) session() smt.Solver {
	if p.s == nil {
		p.s = p.b.NewSolver(smt.Simple)
		p.s.SetLimit(p.opt.Limit)
		p.loaded = smt.Term{}
	}
	if p.loaded != p.facts {
		if p.loaded.IsValid() {
			p.s.Pop()
		}
		p.s.Push()
		for _, t := range p.list {
			p.s.Assert(t)
		}
		p.loaded = p.facts
	}
	return p.s
}

// retry asks once more in a fresh solver.
func (p *Prover) retry(conj smt.Term) smt.Status {
	p.opt.Counters.retries.Add(1)
	s := p.fresh(conj)
	defer s.Close()
	return p.check(s.Check)
}

// fresh returns a fresh solver that has the facts and conj.
func (p *Prover) fresh(conj smt.Term) smt.Solver {
	s := p.b.NewSolver(smt.Fresh)
	s.SetLimit(p.opt.Limit)
	for _, t := range p.list {
		s.Assert(t)
	}
	s.Assert(conj)
	return s
}

// Model returns a model of the facts and conj if there is one, the same one each time. It
// may be nil although the status is Sat, if the solver can't represent it.
func (p *Prover) Model(conj []smt.Term) (*smt.Model, smt.Result) {
	s := p.fresh(p.f.And(conj...))
	defer s.Close()
	r := p.opt.Counters.check(s.Check)
	if r.Status != smt.Sat {
		return nil, r
	}
	return s.Model(), r
}
