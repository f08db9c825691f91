package newton

import (
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// decideBits answers for a path that mathematical integers allow, with bit vectors. A
// contradiction is explained by the steps in its core.
func (c *checker) decideBits(sim *simulation) *Outcome {
	opt := c.pathOptions()
	opt.Theory = enc.Bits
	form := enc.Encode(c.prog, c.env.Backend.Factory(), c.path, opt)
	s := c.env.Backend.NewSolver(smt.BitPrecise)
	defer s.Close()
	s.SetLimit(c.env.Limit)
	for _, t := range form.Facts {
		s.Assert(t)
	}
	conds := make([]smt.Term, len(form.Conds))
	for i, sc := range form.Conds {
		conds[i] = sc.Cond
	}
	switch r := s.CheckAssuming(conds); {
	case r.Status == smt.Unknown:
		return &Outcome{Why: "the prover gave up: " + r.Reason}
	case r.Status == smt.Unsat && len(form.Partial) == 0:
		return &Outcome{Kind: Infeasible, Explanation: c.fromEncoding(sim, form, s)}
	}
	return &Outcome{Kind: Feasible}
}
