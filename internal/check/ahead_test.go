package check

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

// TestAhead compares the answers to several questions, some of them ahead of their turn, with those to each alone; and
// sees that they come in order, and that what is told ahead is what comes in its turn.
func TestAhead(t *testing.T) {
	f := files(t, map[string]string{
		"t.c":       "#include \"t.h\"\nvoid lock(void); int nondet(void); int main(void) { lock(); if (nondet()) wrapped(); return 0; }",
		"t.h":       "void inner(void); static inline void wrapped(void) { inner(); inner(); }",
		"lock.slic": "state { int held = 0; } lock.call { if (held) abort \"twice\"; held = 1; }",
		"none.slic": "state { int held = 0; } nowhere.call { if (held) abort \"twice\"; held = 1; }",
		"head.slic": "state { int held = 0; } inner.call { if (held) abort \"twice\"; held = 1; }",
		"gone.slic": "gone.call { abort \"gone\"; }",
	})
	lib, err := z3.Open()
	if err != nil {
		t.Fatal(err)
	}
	run := func(rules ...string) (list []string, told map[int]string) {
		told = map[int]string{}
		opt := Options{Files: []string{f["t.c"]}, MaxIterations: 100, CubeLength: 3, Jobs: 1, Inline: InlineAuto, Encoding: Auto}
		for _, r := range rules {
			opt.Rules = append(opt.Rules, f[r])
		}
		opt.Ahead = func(i int, r *result.Result) { told[i] = jsonOf(t, r) }
		err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) { list = append(list, jsonOf(t, r)) })
		if err != nil {
			t.Fatal(err)
		}
		return list, told
	}
	all := []string{"lock.slic", "none.slic", "head.slic", "gone.slic"}
	got, told := run(all...)
	var want []string
	for _, r := range all {
		one, _ := run(r)
		want = append(want, one...)
	}
	if !slices.Equal(got, want) {
		t.Errorf("together %v\nalone %v", got, want)
	}
	if len(told) != 2 || told[1] != got[1] || told[3] != got[3] {
		t.Errorf("told ahead: %v", told)
	}
}

func jsonOf(t *testing.T, r *result.Result) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
