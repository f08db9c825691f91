package result

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// anyResult draws a result with any verdict.
func anyResult(t *rapid.T) *Result {
	r := &Result{Schema: Schema, Property: "p", Entry: "main",
		Verdict:    rapid.SampledFrom([]Verdict{Safe, Unsafe, Unknown, NotApplicable}).Draw(t, "verdict"),
		Iterations: rapid.IntRange(0, 9).Draw(t, "iterations"),
	}
	switch r.Verdict {
	case Unsafe:
		r.Message, r.Checked, r.Where = "m", "c", &Place{"f.c", 1, 2}
		r.Trace = []Step{{Text: "x = 1;"}}
	case Unknown:
		r.Reason = &Reason{Code: anyCode(t), Text: "before"}
	}
	return r
}

func anyCode(t *rapid.T) string {
	var codes []string
	for c := range Codes {
		codes = append(codes, c)
	}
	slices.Sort(codes)
	return rapid.SampledFrom(codes).Draw(t, "code")
}

// Lowering ends in UNKNOWN with the first reason, and leaves nothing of an alarm; what
// was UNKNOWN stays as it is.
func TestLowerNeverRaises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyResult(t)
		before := *r
		first := Reason{Code: anyCode(t), Text: "first"}
		r.Lower(first)
		r.Lower(Reason{Code: anyCode(t), Text: "second"})
		if before.Verdict == Unknown {
			if !reflect.DeepEqual(*r, before) {
				t.Fatalf("an UNKNOWN changed: %+v, was %+v", r, before)
			}
			return
		}
		if r.Verdict != Unknown || r.Reason == nil || !reflect.DeepEqual(*r.Reason, first) {
			t.Fatalf("lowered %s to %s for %+v", before.Verdict, r.Verdict, r.Reason)
		}
		if r.Trace != nil || r.Message != "" || r.Where != nil || r.Checked != "" {
			t.Fatalf("an alarm's parts are left: %+v", r)
		}
		if r.Property != before.Property || r.Entry != before.Entry || r.Iterations != before.Iterations {
			t.Fatalf("something else changed: %+v", r)
		}
	})
}

// A code that isn't in the list is a bug.
func TestLowerUnknownCode(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	(&Result{Verdict: Safe}).Lower(Reason{Code: "no such code"})
}

// What is written is read back the same.
func TestJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyResult(t)
		text := r.JSON()
		var back Result
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(&back, r) || string(back.JSON()) != string(text) {
			t.Fatalf("read back %+v\nwrote %s", back, text)
		}
	})
}

// Each code has a meaning, one line without a stop, and lines of what to try.
func TestCodes(t *testing.T) {
	for code, c := range Codes {
		for _, text := range append([]string{c.Meaning}, c.Try...) {
			if text == "" || text[len(text)-1] == '.' || slices.Contains([]byte(text), '\n') {
				t.Errorf("%s: %q", code, text)
			}
		}
	}
}

// TestDiverges tells a loop that paths go round more and more often from one that has its number of turns.
func TestDiverges(t *testing.T) {
	round := func(encoding string, line, turns int) Round {
		r := Round{Encoding: encoding}
		if turns > 0 {
			r.Loop = &Loop{Where: Place{Line: line}, Turns: turns}
		}
		return r
	}
	rounds := func(turns ...int) []Round {
		var list []Round
		for _, n := range turns {
			list = append(list, round("small", 3, n))
		}
		return list
	}
	for name, c := range map[string]struct {
		rounds []Round
		want   int // turns; 0 for none
	}{
		"nothing":              {nil, 0},
		"one round":            {rounds(9), 0},
		"more and more":        {rounds(0, 2, 3, 4), 4},
		"with a short path":    {rounds(0, 2, 3, 4, 5, 2), 5},
		"always the same":      {rounds(10, 10, 10, 10), 0},
		"fewer":                {rounds(10, 9, 8, 7), 0},
		"too few to tell":      {rounds(1, 2), 0},
		"of another encoding":  {append(rounds(3, 4, 5), round("large", 3, 0)), 0},
		"long ago":             {rounds(20, 1, 1, 1, 1, 1, 1, 2, 3), 3},
		"another loop was hot": {[]Round{round("small", 8, 5), round("small", 8, 4), round("small", 3, 5), round("small", 3, 6)}, 6},
	} {
		got := 0
		if l := Diverges(c.rounds); l != nil {
			got = l.Turns
		}
		if got != c.want {
			t.Errorf("%s: got %d, want %d", name, got, c.want)
		}
	}
}

// TestTally counts assumptions as reports list them.
func TestTally(t *testing.T) {
	as := []Assumption{{Code: "environment", Text: "e"}, {Code: "model", Text: "kfree: releases"}, {Code: "model", Text: "kfree: returns nothing"}, {Code: "model", Text: "malloc does what its model says"},
		{Code: "signed-overflow", Text: "a + 1"}, {Code: "signed-overflow", Text: "b + 1"}, {Code: "one-thread", Text: "t"}}
	if n, names := Tally(as); n != 6 || names != "A34 environment, A21 model (2), A13 one-thread, A2 signed-overflow (2)" {
		t.Errorf("%d: %s", n, names)
	}
	if n, names := Tally(as[:1]); n != 1 || names != "A34 environment" {
		t.Errorf("%d: %s", n, names)
	}
}

// TestHintsAtLimits: where no function is known to be at issue, a limit doesn't lead to one.
func TestHintsAtLimits(t *testing.T) {
	for code := range limits {
		r := &Result{Verdict: Unknown, Entry: "auto", Reason: &Reason{Code: code}}
		if got := strings.Join(r.Hints(), "\n"); strings.Contains(got, "--entry") {
			t.Errorf("%s: %s", code, got)
		}
	}
}

// TestHints leaves out what makes no sense for a driver, what isn't about the reason, and what was given.
func TestHints(t *testing.T) {
	for _, test := range []struct {
		entry, integers, code, text string
		given                       []string
		want                        int
		has, not                    string
	}{
		{"put", "bits", "weak-memory", "read as another type", nil, 2, "--entry main", "members"},
		{"main", "bits", "weak-memory", "read as another type", nil, 1, "--model", "--entry main"},
		{"auto", "bits", "weak-memory", "read as another type", nil, 1, "--model", "--entry main"},
		{"auto", "bits", "weak-memory", "not encoded in full: change of a large struct", nil, 1, "members", "--model"},
		{"auto", "bits", "no-progress", "x", nil, 4, "does itself, which is much easier, but starts without what others did before (A41): --entry put, or another", "--cube-length"},
		{"main", "bits", "no-progress", "x", []string{"--quiet=true", "--abstraction=none"}, 4, "--abstraction exact", "FUNCTION,"},
		{"auto", "bits", "no-progress", "x", []string{"--abstraction=exact", "--preds=p.preds"}, 2, "--entry", "--preds"},
		{"put", "bits", "no-progress", "x", []string{"--entry=put"}, 3, "--preds", "--entry"},
		{"auto", "bits", "bits-infeasible", "x", nil, 1, "--preds", "--ints bits"},
		{"auto", "math", "bits-infeasible", "x", nil, 1, "--ints bits", "--preds"},
		{"auto", "bits", "solver-unknown", "x", nil, 1, "--ints math", "--ints bits"},
		{"auto", "math", "solver-unknown", "x", nil, 1, "--ints bits", "--ints math"},
		{"auto", "bits", "timeout", "x", []string{"--timeout=90", "--timeout-each=30s"}, 3, "--timeout 10m, or --timeout-each 10m where", "90"},
		{"auto", "bits", "timeout", "x", []string{"--timeout=15m"}, 3, "--timeout 30m, or --timeout-each 10m where", "--timeout 10m"},
		{"auto", "bits", "timeout", "x", []string{"--timeout=1h", "--timeout-each=10m"}, 3, "--timeout 2h, or --timeout-each 20m where", "10m"},
		{"auto", "bits", "memory", "x", []string{"--memory=500M", "--cube-length=2"}, 3, "--memory 8G", "1000M"},
		{"auto", "bits", "memory", "x", []string{"--memory=8G"}, 3, "--memory 16G", "8G"},
		{"auto", "bits", "timeout", "x", nil, 3, "--entry put, or another", "FUNCTION"},
		{"put", "bits", "timeout", "x", nil, 2, "--timeout 10m", "--entry"},
		{"auto", "bits", "not-certified", "x", []string{"--certify=true"}, 3, "leave --certify out", "auto"},
		{"auto", "bits", "not-certified", "x", []string{"--certify=true"}, 3, "look at the reason: see", "the place"},
		{"auto", "bits", "not-certified", "it is SAFE, but no certificate was found: the time limit of 30s was reached", []string{"--timeout-each=30s"}, 3, "--timeout-each 10m", "look at"},
		{"auto", "bits", "not-certified", "it is SAFE, but no certificate was found: the memory limit of 1G was reached", []string{"--memory=1G"}, 3, "--memory 8G", "look at"},
	} {
		r := &Result{Verdict: Unknown, Entry: test.entry, Integers: test.integers, Reason: &Reason{Code: test.code, Text: test.text, Called: "put"}, Provenance: &Provenance{Options: test.given}}
		got := strings.Join(r.Hints(), "\n")
		if len(r.Hints()) != test.want || !strings.Contains(got, test.has) || strings.Contains(got, test.not) {
			t.Errorf("%+v: %q", test, got)
		}
		if test.code != "weak-memory" && test.code != "not-certified" && strings.Contains(got, "--entry") && strings.Index(got, "--entry") > strings.Index(got, "\n") {
			t.Errorf("%+v: the entry isn't proposed first: %q", test, got)
		}
	}
}
