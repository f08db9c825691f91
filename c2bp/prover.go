package c2bp

import (
	"fmt"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/interval"
	"hardbop/internal/smt"
)

// queryLimit bounds the work of one question, in the prover's steps.
const queryLimit = 100_000

// solverProver is a Prover on an SMT solver. A session has a solver of its own, so that
// what was asked before doesn't matter.
type solverProver struct {
	backend smt.Backend
	enc     *enc.Encoder
}

// NewProver returns a prover for conditions of prog, which uses b as long as it lives.
func NewProver(b smt.Backend, prog *cil.Program, opt enc.Options) Prover {
	return &solverProver{backend: b, enc: enc.New(prog, b.Factory(), opt)}
}

// solverSession is a Session: each condition has a name in the solver.
type solverSession struct {
	p        *solverProver
	conds    []cil.Expr
	terms    []smt.Term
	names    []smt.Term
	solver   smt.Solver
	excluded bool // the solver knows more than alone can
}

// Session implements Prover.
func (p *solverProver) Session(conds []cil.Expr) Session {
	f := p.backend.Factory()
	s := &solverSession{p: p, conds: conds, solver: p.backend.NewSolver(smt.Apart)}
	s.solver.SetLimit(queryLimit)
	for i, e := range conds {
		s.terms = append(s.terms, p.enc.Bool(e))
		s.names = append(s.names, f.Var(fmt.Sprintf("condition!%d", i), f.BoolSort()))
		s.solver.Assert(f.Iff(s.names[i], s.terms[i]))
	}
	for _, t := range p.enc.Side(conds...) {
		s.solver.Assert(t)
	}
	return s
}

// Close implements Session.
func (s *solverSession) Close() { s.solver.Close() }

// Exclude implements Session.
func (s *solverSession) Exclude(lits []Literal) {
	f := s.p.backend.Factory()
	s.solver.Assert(f.Not(f.And(s.pick(s.names, lits)...)))
	s.excluded = true
}

// Check implements Session. A question that the solver can't answer is asked once
// more, alone.
func (s *solverSession) Check(lits []Literal) (bool, []interval.Truth) {
	r := s.solver.CheckAssuming(s.pick(s.names, lits))
	switch r.Status {
	case smt.Unsat:
		return true, nil
	case smt.Sat:
		return false, s.state()
	}
	return !s.excluded && s.alone(lits), nil
}

// pick returns the literals over the given terms of the conditions.
func (s *solverSession) pick(terms []smt.Term, lits []Literal) []smt.Term {
	out := make([]smt.Term, len(lits))
	for i, l := range lits {
		out[i] = terms[l.Cond]
		if l.Negated {
			out[i] = s.p.backend.Factory().Not(out[i])
		}
	}
	return out
}

// state reads off the model which conditions hold.
func (s *solverSession) state() []interval.Truth {
	values, known := s.solver.Bools(s.names)
	state := make([]interval.Truth, len(s.names))
	for i := range state {
		switch {
		case !known[i]:
			state[i] = interval.Maybe
		case values[i]:
			state[i] = interval.True
		default:
			state[i] = interval.False
		}
	}
	return state
}

// alone asks a fresh solver whether the literals contradict each other.
func (s *solverSession) alone(lits []Literal) bool {
	solver := s.p.backend.NewSolver(smt.Fresh)
	defer solver.Close()
	solver.SetLimit(queryLimit)
	var conds []cil.Expr
	for _, t := range s.pick(s.terms, lits) {
		solver.Assert(t)
	}
	for _, l := range lits {
		conds = append(conds, s.conds[l.Cond])
	}
	for _, t := range s.p.enc.Side(conds...) {
		solver.Assert(t)
	}
	return solver.Check().Status == smt.Unsat
}
