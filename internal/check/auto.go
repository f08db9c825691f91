package check

import (
	"context"

	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt"
)

// This file chooses between large and small blocks. What a few queries about whole fragments
// decide without any predicate, they decide fast: most of what is SAFE because one condition is
// tested twice, and bugs that one way to the error shows. Where predicates are needed, small
// blocks are faster: their questions are easy. So large blocks come first, for briefRounds
// iterations, and then small ones.

// briefRounds is how many iterations large blocks get.
const briefRounds = 5

// briefQueries bounds the prover's questions in them, and briefRows the rows of each relation.
const (
	briefQueries = 400
	briefRows    = 32
)

// answerAuto answers one question, with both encodings in turn if opt leaves that open.
func answerAuto(ctx context.Context, opt Options, q *question, open smt.Opener, env *obs.Env) (*result.Result, Stats, error) {
	if opt.Encoding == Auto && opt.Dump != "" {
		opt.Encoding = Small // as the commands that work on what is dumped have it
	}
	if opt.Encoding != Auto {
		return answer(ctx, opt, q, open, env)
	}
	first := opt
	first.Encoding, first.brief, first.last = Large, true, false
	if opt.MaxIterations == 0 || opt.MaxIterations > briefRounds {
		first.MaxIterations = briefRounds
	}
	r, st, err := answer(ctx, first, q, open, env)
	if err != nil || ctx.Err() != nil || !leftOpen(r) {
		return r, st, err
	}
	env.Note("a few steps with large blocks don't decide it: statement by statement from here")
	opt.Encoding = Small
	r, again, err := answer(ctx, opt, q, open, env)
	return r, Stats{Queries: st.Queries + again.Queries}, err
}

// leftOpen reports whether another encoding may decide what r leaves open.
func leftOpen(r *result.Result) bool {
	if r.Verdict != result.Unknown {
		return false
	}
	switch r.Reason.Code {
	case "strict", "vacuous":
		return false
	}
	return true
}
