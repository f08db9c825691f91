package check

import (
	"context"
	"errors"
	"regexp"

	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/internal/source"
)

// This file answers questions ahead of their turn that take no search: those about rules of whose events the program has
// nothing. A family has dozens of rules, and a driver uses what a few of them are about. Where a run is cut short the
// others are known then. The answers are those that the questions have in their turn: they are made in the same way.

// errApplies says that a question can't be answered without a search.
var errApplies = errors.New("the program has what the question is about")

// early is what came of a question ahead of its turn.
type early struct {
	r   *result.Result
	st  Stats
	all bool
}

// ahead answers the questions for one entry that are easy, by their numbers. What is wrong with one is told in its turn.
func (opt Options) ahead(ctx context.Context, questions []*question, open smt.Opener, env *obs.Env) map[int]early {
	if len(questions) < 2 || opt.Since != "" || opt.Answered > 0 || opt.Dump != "" {
		return nil
	}
	known := map[int]early{}
	named := opt.named()
	first := opt
	first.absent, first.Told, first.Proof, first.last = true, nil, nil, false
	for i, q := range questions {
		if q.rule == nil || q.namedIn(named) {
			continue
		}
		var e early
		first.Ended = func(all bool) { e.all = all }
		err := askAll(ctx, first, q, open, env, func(r *result.Result, st Stats) { e.r, e.st = r, st })
		if err != nil || e.r == nil {
			continue
		}
		known[i] = e
		if opt.Ahead != nil {
			opt.Ahead(i, e.r)
		}
	}
	return known
}

// lastBut is the last of n questions that isn't known.
func lastBut(known map[int]early, n int) int {
	for n--; n >= 0; n-- {
		if _, ok := known[n]; !ok {
			break
		}
	}
	return n
}

// from returns what is told of answers ahead of their turn to questions behind the first n.
func (opt Options) from(n int) func(int, *result.Result) {
	if opt.Ahead == nil {
		return nil
	}
	return func(i int, r *result.Result) { opt.Ahead(n+i, r) }
}

// hand hands over an early answer in its turn.
func (e early) hand(opt Options, q *question, sink func(*result.Result, Stats)) {
	opt.tell(q)
	sink(e.r, e.st)
	opt.ended(e.all)
}

// word matches names.
var word = regexp.MustCompile(`[A-Za-z_]\w*`)

// named are the names in the texts of the files and of the environment. It is a guess at what the program may have, so headers are
// left out: a wrong one costs reading the program once more.
func (opt Options) named() map[string]bool {
	var texts [][]byte
	for i, name := range opt.Files {
		text := opt.texts[name]
		if text == nil {
			text, _ = source.ReadRegular(opt.pathOf(i)) // whoever reads the program says what is wrong
		}
		texts = append(texts, text)
	}
	if opt.environment != nil {
		texts = append(texts, []byte(opt.environment.Text))
	}
	names := map[string]bool{}
	for _, text := range texts {
		for _, w := range word.FindAll(text, -1) {
			names[string(w)] = true
		}
	}
	return names
}

// namedIn reports whether one of the functions whose events the rule is about is among names.
func (q *question) namedIn(names map[string]bool) bool {
	for _, f := range q.rule.Functions() {
		if names[f] {
			return true
		}
	}
	return false
}
