package check

import (
	"context"
	"slices"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

// TestNeverRun: of what no run gets to, a proof names what the environment would call.
func TestNeverRun(t *testing.T) {
	lib := need.Z3(t)
	dir := files(t, map[string]string{"r.slic": sinceRule, "e.c": "void hardbop_environment(void) { if (d_open() == 0) d_turn(1); }\n",
		"d.c": "void lock(void);\nvoid unlock(void);\nint d_open(void) { lock(); unlock(); return -1; }\nvoid turn(int x) { }\nvoid d_turn(int x) { turn(x); }\n"})
	opt := Options{Files: []string{dir["d.c"]}, Rules: []string{dir["r.slic"]}, Env: dir["e.c"], MaxIterations: 100, Encoding: Auto, Replay: ReplayOff}
	err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) {
		if c := r.Coverage; r.Verdict != result.Safe || !slices.Equal(c.NeverRun, []string{"d_turn"}) || !slices.Equal(c.Unreached, []string{"turn", "d_turn"}) {
			t.Errorf("got %s %+v", r.Verdict, c)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
