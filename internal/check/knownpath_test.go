package check

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cache"
	"hardbop/internal/digest"
	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

const knownText = `void reach_error(void); int nondet(void);
	int main(void) { int x = nondet(), y = nondet(); if (x > 3) { y = x; while (nondet()) y++; if (y < x + 2) return 0; if (y == 7) reach_error(); } return 0; }
`

// TestKnownPath checks a program with a defect three times with one cache: from the second time on its
// path is checked first, and the results are the same. When the path is one that can't be run, it is none.
func TestKnownPath(t *testing.T) {
	lib, file := need.Z3(t), filepath.Join(t.TempDir(), "t.c")
	kept, err := cache.Open(filepath.Join(t.TempDir(), "cache"), 1<<30, "test")
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Files: []string{file}, Property: "reach", Encoding: Auto, Inline: InlineAuto, Replay: ReplayOff, Cache: kept}
	check := func(text string) *result.Result {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var got *result.Result
		if err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) { got = r }); err != nil {
			t.Fatal(err)
		}
		return got
	}
	first := check(knownText)
	for range 2 {
		r := check(knownText)
		if r.Verdict != result.Unsafe || r.Iterations != 0 || len(r.Trace) != len(first.Trace) || *r.Where != *first.Where || r.Message != first.Message {
			t.Errorf("%s after %d rounds, %d steps, at %s; at first %s, %d steps", r.Verdict, r.Iterations, len(r.Trace), r.Where, first.Verdict, len(first.Trace))
		}
	}
	q, err := opt.questions()
	if err != nil {
		t.Fatal(err)
	}
	task := opt.recallOf(q[0]).task
	e := kept.Load(task)
	if len(e.Paths) != 1 {
		t.Fatalf("%d paths", len(e.Paths))
	}
	for _, edit := range []struct {
		old, new string
		want     result.Verdict
	}{{"y == 7", "y < 3", result.Safe}, {"x > 3", "x > 9", result.Safe}, {"x > 3", "x > 4", result.Unsafe}} {
		text := strings.Replace(knownText, edit.old, edit.new, 1)
		lies := &cache.Entry{Preds: map[string]string{}, Encoding: "large", Paths: map[[32]byte][]byte{}}
		for _, way := range e.Paths {
			for _, enc := range []Encoding{Small, Large} {
				for at := mathOnly; at <= bitsOnly; at++ {
					lies.Paths[contentAs(t, file, text, enc, at)] = bytes.Replace(way, []byte(edit.old), []byte(edit.new), -1)
				}
			}
		}
		if err := kept.Save(task, lies); err != nil {
			t.Fatal(err)
		}
		if r := check(text); r.Verdict != edit.want {
			t.Errorf("with the path of another program: %s, want %s\n%s", r.Verdict, edit.want, text)
		}
	}
}

// contentAs is what a turn of a run calls what it finds.
func contentAs(t *testing.T, file, text string, e Encoding, at precision) digest.Sum {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	opt := Options{Files: []string{file}, Property: "reach", Encoding: e, Inline: InlineAuto, budget: budget{queries: 1}}
	p, q, err := prepareAny(opt)
	if err != nil {
		t.Fatal(err)
	}
	return p.content(opt, q, at)
}
