package check

import (
	"context"
	"fmt"
	"iter"

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

// turns are taken one after the other until one decides. Small blocks go on in their second turn
// where they stopped in the first. The last turn is for what they, with all that they want, leave open.
func turns() []turn {
	return []turn{
		{Large, budget{iterations: 8, queries: 500, rows: 64}},
		{Small, budget{queries: 10000}},
		{Large, budget{queries: 1200}},
		{Small, budget{}},
		{Large, budget{queries: 20000}},
	}
}

// turn is the first turn of a question that an earlier run decided: its encoding, with its predicates.
// Where that isn't enough any more they may be more of a burden than a help.
func (r *recall) turn() (turn, bool) {
	switch r.encoding() {
	case Large:
		return turn{Large, budget{queries: 5000}}, true
	case Small:
		return turn{Small, budget{queries: 40000}}, true
	}
	return turn{}, false
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
	large, before := 0, Encoding("")
	if t, ok := opt.recall.turn(); ok {
		r, st, err := answer(ctx, opt.within(t, false), q, open, env)
		if err != nil || ctx.Err() != nil || !leftOpen(r, t.Encoding) {
			return r, st, err
		}
		env.Note("what is known of earlier runs doesn't decide it: from here without")
		opt.afresh, large = true, st.Queries
	}
	ts := turns()
	small := pausable(ctx, opt.within(ts[1], false), q, open, env)
	defer small.stop()
	var proved *result.Result // SAFE, but not certified
	for i, t := range ts {
		if t.Encoding == Small && small.ended() || spent(i, proved) {
			continue
		}
		if before != "" {
			env.Note(fmt.Sprintf("some steps with %s blocks don't decide it: %s ones from here", before, t.Encoding))
		}
		before = t.Encoding
		var a answered
		if t.Encoding == Small {
			a = small.goOn()
		} else {
			a.r, a.st, a.err = answer(ctx, opt.within(t, i == len(ts)-1), q, open, env)
			large += a.st.Queries
		}
		if a.err != nil || a.r != nil && (ctx.Err() != nil || !leftOpen(a.r, t.Encoding)) {
			a.st.Queries = large + small.last.st.Queries
			return orProved(a.r, proved), a.st, a.err
		}
		if a.r != nil && uncertified(a.r) {
			proved = a.r
		}
	}
	small.last.st.Queries += large
	if !small.ended() {
		return proved, small.last.st, nil
	}
	return orProved(small.last.r, proved), small.last.st, nil
}

// answered is what an encoding says at the end of its turn: no result if it may go on.
type answered struct {
	r   *result.Result
	st  Stats
	err error
}

// paused is a run that stops where it has asked what its budget allows, and goes on without bound.
type paused struct {
	next func() (answered, bool)
	stop func()
	last answered
}

// pausable returns a run that answers a question.
func pausable(ctx context.Context, opt Options, q *question, open smt.Opener, env *obs.Env) *paused {
	next, stop := iter.Pull(func(yield func(answered) bool) {
		wanted := false // to go on
		opt.more = func(queries int) int {
			if wanted = wanted || yield(answered{st: Stats{Queries: queries}}); wanted {
				return 0
			}
			return opt.budget.queries
		}
		r, st, err := answer(ctx, opt, q, open, env)
		yield(answered{r, st, err})
	})
	return &paused{next: next, stop: stop}
}

// goOn begins or continues the run.
func (p *paused) goOn() answered {
	p.last, _ = p.next()
	return p.last
}

// ended reports whether the run has a result.
func (p *paused) ended() bool { return p.last.r != nil }

// within returns the options of a turn.
func (opt Options) within(t turn, last bool) Options {
	opt.Encoding, opt.budget, opt.last = t.Encoding, t.budget, opt.last && last
	if n := t.iterations; n != 0 && (opt.MaxIterations == 0 || opt.MaxIterations > n) {
		opt.MaxIterations = n
	}
	return opt
}

// orProved returns r, or the one that was SAFE before its certificate wasn't accepted, if there is
// one and r says less.
func orProved(r, proved *result.Result) *result.Result {
	if proved != nil && r != nil && r.Verdict == result.Unknown {
		return proved
	}
	return r
}

// spent reports whether turn i isn't taken any more: after a proof that isn't certified a better one is looked for
// with the first bounds only, as that may take far longer than the proof did.
func spent(i int, proved *result.Result) bool { return proved != nil && i > 1 }

// uncertified reports whether r was SAFE, but isn't certified.
func uncertified(r *result.Result) bool { return r.Reason != nil && r.Reason.Code == "not-certified" }

// leftOpen reports whether another encoding may decide what r, with this one, leaves open. For a
// certificate proofs with small blocks have been looked for in all ways.
func leftOpen(r *result.Result, with Encoding) bool {
	if r.Verdict != result.Unknown || with == Small && uncertified(r) {
		return false
	}
	switch r.Reason.Code {
	case "strict", "vacuous", "callback", "hidden-event":
		return false // a verdict was there, and was lowered for what no encoding changes
	}
	return true
}
