package check

import (
	"context"
	"fmt"

	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt"
)

// This file chooses between large and small blocks. Neither is better for all programs, and from
// the program one can't tell: so both have their turns, by counted steps. What a few queries about
// whole fragments decide, large blocks decide fast: most of what is SAFE because one condition is
// tested twice, and bugs that one way to the error shows. Where predicates are needed, the
// questions of small blocks are easy, but large blocks may need far fewer of both.

// budget bounds the work of the refinement loop; 0 is no bound.
type budget struct {
	iterations int
	queries    int // the prover's questions
	rows       int // of each relation of large blocks
}

// turn is what an encoding may do before it is the other's turn.
type turn struct {
	Encoding
	budget
}

// turns are taken one after the other until one decides. The last is for what small blocks, with
// all that they want, leave open.
func turns() []turn {
	return []turn{
		{Large, budget{iterations: 8, queries: 500, rows: 64}},
		{Small, budget{queries: 10000}},
		{Large, budget{queries: 1200}},
		{Small, budget{}},
		{Large, budget{queries: 20000}},
	}
}

// answerAuto answers one question, with both encodings in turn if opt leaves that open. What
// nothing decides has the reason that small blocks give, where they end by themselves.
func answerAuto(ctx context.Context, opt Options, q *question, open smt.Opener, env *obs.Env) (*result.Result, Stats, error) {
	if opt.Encoding == Auto && (opt.Dump != "" || opt.minimizes()) {
		opt.Encoding = Small // as the commands that work on what is dumped have it
	}
	if opt.Encoding != Auto {
		return answer(ctx, opt, q, open, env)
	}
	var stuck *result.Result // what small blocks say, if more of them wouldn't help
	var all Stats
	before := Encoding("")
	ts := turns()
	for i, t := range ts {
		if stuck != nil && t.Encoding == Small {
			continue
		}
		if before != "" {
			env.Note(fmt.Sprintf("some steps with %s blocks don't decide it: %s ones from here", before, t.Encoding))
		}
		before = t.Encoding
		r, st, err := answer(ctx, opt.within(t, i == len(ts)-1), q, open, env)
		all = Stats{Queries: all.Queries + st.Queries, Sizes: st.Sizes}
		if err != nil || ctx.Err() != nil || !leftOpen(r) {
			return r, all, err
		}
		if t.Encoding == Small && (r.Reason.Code != "iterations" || t.budget == budget{}) {
			stuck = r
		}
	}
	return stuck, all, nil
}

// within returns the options of a turn.
func (opt Options) within(t turn, last bool) Options {
	opt.Encoding, opt.budget, opt.last = t.Encoding, t.budget, opt.last && last
	if n := t.iterations; n != 0 && (opt.MaxIterations == 0 || opt.MaxIterations > n) {
		opt.MaxIterations = n
	}
	return opt
}

// leftOpen reports whether another encoding may decide what r leaves open.
func leftOpen(r *result.Result) bool {
	if r.Verdict != result.Unknown {
		return false
	}
	switch r.Reason.Code {
	case "strict", "vacuous", "callback", "hidden-event":
		return false // a verdict was there, and was lowered for what no encoding changes
	}
	return true
}
