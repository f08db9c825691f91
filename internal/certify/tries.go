package certify

import "hardbop/internal/smt"

// This file asks a question again where the prover gives up: where there are many cases it is a matter of luck how
// long that takes, and another kind of solver, or one that wasn't asked anything before, is often done at once.
// Steps of the prover are counted, not time, and each solver has a context of its own: what is answered is the
// same in each run.

// try is one of the ways in which a question is asked: with which kind of solver, and how many times its work
// goes into the limit of a question.
type try struct {
	kind smt.Kind
	part uint
}

// tries are the ways in which questions about the program are asked, one after the other until one is answered.
// What does best comes first: where memory is allocated, each write may be of an object that is asked about,
// or not.
func (s *System) tries() []try {
	if s.objects == nil {
		return []try{{smt.Simple, 20}, {smt.Large, 20}, {smt.Simple, 1}}
	}
	return []try{{smt.Large, 150}, {smt.Simple, 20}, {smt.Large, 50}, {smt.Large, 20}}
}

// Prover has the formula of a region. What its solver doesn't answer is asked another one, which has its place from
// then on.
type Prover struct {
	smt.Solver
	b     smt.Backend
	tries []try
	limit uint
	facts []smt.Term
	own   smt.Backend // of the solver
}

// newProver returns a prover without facts; close it afterwards.
func newProver(b smt.Backend, tries []try, limit uint) *Prover {
	p := &Prover{b: b, tries: tries, limit: limit}
	p.begin(tries[0])
	return p
}

// begin makes another solver, which is told the facts.
func (p *Prover) begin(t try) {
	p.own = p.b.Branch()
	p.Solver = p.own.NewSolver(t.kind)
	if p.limit > 0 {
		p.Solver.SetLimit(max(1, p.limit/t.part))
	}
	for _, f := range p.facts {
		p.Solver.Assert(f)
	}
}

// Assert adds a fact.
func (p *Prover) Assert(t smt.Term) {
	p.facts = append(p.facts, t)
	p.Solver.Assert(t)
}

// CheckAssuming asks whether the facts and lits have a model.
func (p *Prover) CheckAssuming(lits []smt.Term) smt.Result {
	res := p.Solver.CheckAssuming(lits)
	for _, t := range p.tries[1:] {
		if res.Status != smt.Unknown {
			break
		}
		p.Close()
		p.begin(t)
		res = p.Solver.CheckAssuming(lits)
	}
	return res
}

// Close releases the solver.
func (p *Prover) Close() {
	p.Solver.Close()
	p.own.Close()
}
