package check

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// maxSolverQueries is how many questions a solver is asked before a new one takes its
// place: solvers get slower and larger with age.
const maxSolverQueries = 4000

// prover answers c2bp's questions with one long-lived solver.
type prover struct {
	backend smt.Backend
	enc     *enc.Encoder
	solver  smt.Solver
	asked   int
}

func newProver(b smt.Backend, prog *cil.Program, opt enc.Options) *prover {
	return &prover{backend: b, enc: enc.New(prog, b.Factory(), opt)}
}

// Unsat implements c2bp.Prover. A question that the prover can't answer is asked once
// more in a fresh solver.
func (p *prover) Unsat(conj []cil.Expr) bool {
	var terms []smt.Term
	for _, e := range conj {
		t := p.enc.Bool(e)
		if t.IsFalse() {
			return true
		}
		terms = append(terms, t)
	}
	terms = append(terms, p.enc.Side(conj...)...)
	r := p.ask(terms)
	if r.Status == smt.Unknown {
		p.renew()
		r = p.ask(terms)
	}
	return r.Status == smt.Unsat
}

// queryLimit bounds the work of one question, in the prover's steps.
const queryLimit = 100_000

func (p *prover) ask(terms []smt.Term) smt.Result {
	if p.solver == nil || p.asked >= maxSolverQueries {
		p.renew()
	}
	p.asked++
	p.solver.Push()
	defer p.solver.Pop()
	for _, t := range terms {
		p.solver.Assert(t)
	}
	return p.solver.Check()
}

func (p *prover) renew() {
	if p.solver != nil {
		p.solver.Close()
	}
	p.solver = p.backend.NewSolver(smt.Simple)
	p.solver.SetLimit(queryLimit)
	p.asked = 0
}
