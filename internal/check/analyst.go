package check

import (
	"context"

	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/path"
	"hardbop/newton"
)

// analyst looks at paths with newton, and bit by bit with enc: it implements
// cegar.Analyst.
type analyst struct {
	ctx  context.Context
	prog *cil.Program
	env  newton.Env
}

// pathLimit bounds the work of a question about a whole path, in the prover's steps.
const pathLimit = 200_000_000

// Analyse implements cegar.Analyst.
func (a *analyst) Analyse(p *path.Path, level int) cegar.Analysis {
	env := a.env
	env.Level = level
	out := newton.Check(a.prog, p, &env)
	switch out.Kind {
	case newton.Feasible:
		return cegar.Analysis{Kind: cegar.Feasible}
	case newton.Infeasible:
		return cegar.Analysis{Kind: cegar.Infeasible, Preds: out.Explanation.Preds}
	}
	return cegar.Analysis{Kind: cegar.Undecided, Why: out.Why}
}

// Recheck implements cegar.Analyst.
func (a *analyst) Recheck(p *path.Path) cegar.Recheck {
	opt := enc.PathOptions{Options: a.env.Options, Extern: a.env.Extern, AllocFails: a.env.AllocFails}
	v := enc.Recheck(a.ctx, a.env.Backend, a.prog, p, enc.RecheckOptions{PathOptions: opt, Limit: pathLimit})
	switch v.Outcome {
	case enc.PathFeasible:
		return cegar.Recheck{Kind: cegar.Feasible, Notes: values(p, v)}
	case enc.PathInfeasible:
		return cegar.Recheck{Kind: cegar.Infeasible}
	}
	return cegar.Recheck{Kind: cegar.Undecided, Code: "weak-memory", Why: v.Reason}
}

// values says for each step what it assigns.
func values(p *path.Path, v *enc.Verdict) []string {
	notes := make([]string, len(p.Steps))
	for _, x := range v.Values {
		if x.Step >= 0 && x.Step < len(notes) && x.Val != nil && notes[x.Step] == "" {
			notes[x.Step] = cil.LvalString(x.L) + " = " + x.Val.String()
		}
	}
	return notes
}
