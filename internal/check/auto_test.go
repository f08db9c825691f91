package check

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

// ordered keeps numbers in their order, which takes questions that only a prover answers.
const ordered = `
extern void reach_error(void); extern int nondet(void);
int main(void) {
  int x = nondet(), y = nondet(), z = nondet(), w;
  if (x >= y || y >= z) return 0;
  while (nondet()) {
    if (x + 2 < y) { x = x + 2; w = x; }
    else { z = z + y - x; }
  }
  if (x >= z) reach_error();
  return 0;
}
`

// TestPausedRuns stops runs of small blocks at any number of questions and has them go on: they end
// as one that nobody stops. One that isn't wanted any more ends too.
func TestPausedRuns(t *testing.T) {
	ctx, env, lib := context.Background(), obs.NewEnv(nil, nil), need.Z3(t)
	for _, text := range []string{ordered, strings.Replace(ordered, "x + 2 < y", "x < z", 1)} {
		opt := Options{Files: []string{files(t, map[string]string{"t.c": text})["t.c"]}, Encoding: Small, Inline: InlineAuto,
			NoPropagation: true, NoDomains: true, Replay: ReplayOff, Jobs: 2}
		q, err := named("reach")
		if err != nil {
			t.Fatal(err)
		}
		want, st, err := answer(ctx, opt, q, lib.Opener(z3.Options{}), env)
		if err != nil || st.Queries < 30 {
			t.Fatalf("%v after %d questions", err, st.Queries)
		}
		for _, n := range []int{1, st.Queries / 7, st.Queries / 2, st.Queries - 1, st.Queries} {
			opt.budget = budget{queries: n}
			run := pausable(ctx, opt, q, lib.Opener(z3.Options{}), env)
			a := run.goOn()
			if paused := n < st.Queries; paused == run.ended() || paused && (a.st.Queries <= n || a.err != nil) {
				t.Errorf("%d questions: %+v", n, a)
			}
			if !run.ended() {
				a = run.goOn()
			}
			if a.err != nil || a.st.Queries != st.Queries || !reflect.DeepEqual(a.r, want) {
				t.Errorf("stopped after %d questions, it ends with %+v after %d (%v); otherwise %+v after %d", n, a.r, a.st.Queries, a.err, want, st.Queries)
			}
			run.stop()
			run = pausable(ctx, opt, q, lib.Opener(z3.Options{}), env)
			run.goOn()
			run.stop()
		}
	}
}

// TestUncertified has a proof that isn't certified: small blocks have no better one, and a later
// UNKNOWN says less.
func TestUncertified(t *testing.T) {
	unknown := func(code string) *result.Result {
		return &result.Result{Verdict: result.Unknown, Reason: &result.Reason{Code: code}}
	}
	proved, late, unsafe := unknown("not-certified"), unknown("timeout"), &result.Result{Verdict: result.Unsafe}
	if leftOpen(proved, Small) || !leftOpen(proved, Large) || !leftOpen(late, Small) {
		t.Error("another turn is taken where it can't help, or isn't where it can")
	}
	for i, turn := range turns() {
		if spent(i, nil) || spent(i, proved) != (turn.queries == 0 || i > 1) {
			t.Errorf("turn %d is taken, or isn't, against what bounds it", i)
		}
	}
	for _, p := range []struct{ last, proved, want *result.Result }{
		{late, proved, proved}, {late, nil, late}, {unsafe, proved, unsafe}, {nil, proved, nil},
	} {
		if got := orProved(p.last, p.proved); got != p.want {
			t.Errorf("after %+v, %+v is told as %+v", p.proved, p.last, got)
		}
	}
}
