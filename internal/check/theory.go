package check

import (
	"context"
	"errors"
	"slices"

	"hardbop/boolprog"
	"hardbop/c2bp"
	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/lbe"
	"hardbop/internal/obs"
	"hardbop/internal/pred"
	"hardbop/internal/predmin"
	"hardbop/internal/result"
	"hardbop/internal/smt"
)

// precision is how exactly integers are reasoned about. A run starts again with the next
// one when an error path turns out to be possible for mathematical integers only.
type precision int

const (
	// mathOnly asks about mathematical integers.
	mathOnly precision = iota
	// bitOperations asks about bit vectors where an operation is involved that mathematical
	// integers don't know. A path that they allow is asked about again with bit vectors.
	bitOperations
	// bitsOnly asks about bit vectors.
	bitsOnly
)

// String returns what results call the precision.
func (x precision) String() string {
	return [...]string{"math", "bits for bit operations", "bits"}[x]
}

// run is a run of the refinement loop on a question, with what it needs.
type run struct {
	ctx context.Context
	opt Options
	q   *question
	bs  backends
	env *obs.Env
	// open makes provers besides, for certificates.
	open smt.Opener
	// proof gets a proof while fewer predicates are looked for; nil for nobody.
	proof func(*cegar.Outcome, precision, Stats) error
}

// decide runs the loop, and again with more precision while its error path is one of
// mathematical integers only. It returns the precision of the run that gave the answer.
func (p *Prepared) decide(r run, start *pred.Set) (*cegar.Outcome, precision, Stats, error) {
	at := r.opt.precision()
	var first *cegar.Outcome
	queries, before := 0, 0
	for ; ; at++ {
		st, ab := p.stages(r.ctx, r.opt, r.q, at, start, r.bs)
		var failed error
		if r.proof != nil {
			st.Proof = func(out *cegar.Outcome) {
				failed = errors.Join(failed, r.proof(out, at, Stats{Queries: queries + ab.Stats.Queries, Sizes: sizes(ab, st, out)}))
			}
		}
		out, err := p.loop(r, at, st, cegar.Task{Input: p.Input, Start: start, MaxIterations: r.opt.MaxIterations, Before: before})
		queries += ab.Stats.Queries
		if err = errors.Join(err, failed); err != nil {
			return nil, at, Stats{}, err
		}
		if first == nil {
			first = out
		}
		if !bitsInfeasible(first) || out.Verdict != result.Unknown || at == bitsOnly {
			return keepReason(first, out), at, Stats{Queries: queries, Sizes: sizes(ab, st, out)}, nil
		}
		start, before = out.Preds, out.Iterations
		r.env.Note("the error path is possible for mathematical integers only: starting again with " + (at + 1).String())
	}
}

// loop runs the loop, unless an error path is known.
func (p *Prepared) loop(r run, at precision, st cegar.Stages, task cegar.Task) (*cegar.Outcome, error) {
	if r.opt.recall == nil {
		return cegar.Run(r.ctx, task, st, r.env)
	}
	of := p.content(r.opt, r.q, at)
	if out := p.tryPath(r, of, st.Analyst); out != nil {
		return out, nil
	}
	out, err := cegar.Run(r.ctx, task, st, r.env)
	if err == nil {
		r.opt.recall.learn(r.opt.Encoding, out)
		r.opt.recall.notePath(of, out)
	}
	return out, err
}

// sizes counts the predicates of an outcome.
func sizes(ab *c2bp.Abstracter, st cegar.Stages, out *cegar.Outcome) Sizes {
	t := ab.Tally(out.Preds)
	s := Sizes{Expressions: t.Expressions, Merged: len(predmin.Merge(t.Elements, t.Exclude)), Chosen: len(out.Preds.Preds)}
	if m, ok := st.Minimizer.(*minimizer); ok {
		s.Chosen = m.size(out)
	}
	return s
}

// precision is the one that a run begins with.
func (opt Options) precision() precision {
	if opt.Bits {
		return bitsOnly
	}
	return mathOnly
}

func bitsInfeasible(out *cegar.Outcome) bool {
	return out.Reason != nil && out.Reason.Code == "bits-infeasible"
}

// keepReason returns last, the outcome of the last run. If it isn't an answer either, the
// reason is that of the first run, with what came of the last.
func keepReason(first, last *cegar.Outcome) *cegar.Outcome {
	if last == first || last.Verdict != result.Unknown || bitsInfeasible(last) {
		return last
	}
	reason := *first.Reason
	reason.Text += "; with bit vectors: " + last.Reason.Text
	last.Reason = &reason
	return last
}

// prover returns the prover for a precision.
func (p *Prepared) prover(at precision, backend smt.Backend, sem enc.Options) c2bp.Prover {
	math, bits := sem, sem
	math.Theory, bits.Theory = enc.Math, enc.Bits
	switch at {
	case mathOnly:
		return c2bp.NewProver(backend, p.Prog, math)
	case bitOperations:
		return twoProvers{c2bp.NewProver(backend, p.Prog, math), c2bp.NewProver(backend, p.Prog, bits)}
	}
	return c2bp.NewProver(backend, p.Prog, bits)
}

// twoProvers asks bits about conditions with operations that math doesn't know, and math
// about all others. Both know nothing but what holds of every run, so that each of their
// contradictions is one.
type twoProvers struct{ math, bits c2bp.Prover }

// Session implements c2bp.Prover.
func (p twoProvers) Session(conds []cil.Expr) c2bp.Session { return p.of(conds).Session(conds) }

// of is the prover for questions about the conditions.
func (p twoProvers) of(conds []cil.Expr) c2bp.Prover {
	if slices.ContainsFunc(conds, hasBitOperation) {
		return p.bits
	}
	return p.math
}

// Group implements c2bp.Prover.
func (p twoProvers) Group() c2bp.Group { return twoGroups{p.math.Group(), p.bits.Group()} }

// twoGroups is a group of each of two provers.
type twoGroups struct{ math, bits c2bp.Group }

// Relation implements c2bp.Group.
func (g twoGroups) Relation(q *lbe.Query, followed []c2bp.Followed) c2bp.Relation {
	if slices.ContainsFunc(q.Exprs(), hasBitOperation) {
		return g.bits.Relation(q, followed)
	}
	return g.math.Relation(q, followed)
}

// Close implements c2bp.Group.
func (g twoGroups) Close() {
	g.math.Close()
	g.bits.Close()
}

// Way implements c2bp.Prover.
func (p twoProvers) Way(q *lbe.Query, holds func(string) bool) ([]*cil.Node, []int, bool) {
	return p.of(q.Exprs()).Way(q, holds)
}

// Cover implements c2bp.Prover.
func (p twoProvers) Cover(q *lbe.Query, states *boolprog.Expr) []*cil.Node {
	return p.of(q.Exprs()).Cover(q, states)
}

// hasBitOperation reports whether e has an operation whose result mathematical integers
// may only bound.
func hasBitOperation(e cil.Expr) bool {
	found := false
	cil.Walk(e, func(x cil.Expr) {
		if b, ok := x.(*cil.Binary); ok {
			switch b.Op {
			case cil.BitAnd, cil.BitOr, cil.BitXor, cil.Shl, cil.Shr, cil.Mul, cil.Div, cil.Mod:
				found = true
			}
		}
	})
	return found
}
