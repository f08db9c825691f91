package main

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"hardbop/internal/check"
	"hardbop/internal/report"
	"hardbop/internal/result"
	"hardbop/internal/supervise"
)

// A proof stays one when the time or the memory ends while fewer predicates are looked for. It
// is that of one question: those behind it are unknown.
func TestProofStays(t *testing.T) {
	for _, cause := range []supervise.Cause{supervise.TimedOut, supervise.OutOfMemory} {
		s := &session{f: &checkFlags{timeout: "5", memory: "2G"}, questions: []check.Asked{{Property: "one"}, {Property: "two"}, {Property: "three"}},
			tell: &narrator{}, out: oneByOne{io.Discard, report.SVCOMP}}
		send := func(kind string, data any) {
			raw, err := json.Marshal(data)
			if err != nil {
				t.Fatal(err)
			}
			s.on(kind, raw)
		}
		send(eventProof, result.Result{Verdict: result.Safe, Property: "one", Predicates: []string{"p", "q"}})
		send(eventResult, result.Result{Verdict: result.Unsafe, Property: "one"})
		send(eventCounters, check.Stats{Queries: 3})
		send(eventEnded, false)
		send(eventProof, result.Result{Verdict: result.Safe, Property: "two", Predicates: []string{"p", "q", "r"}})
		send(eventProofCounters, check.Stats{Queries: 7, Sizes: check.Sizes{Chosen: 3}})
		send(eventProof, result.Result{Verdict: result.Safe, Property: "two", Predicates: []string{"p", "q"}})
		send(eventProofCounters, check.Stats{Queries: 9, Sizes: check.Sizes{Chosen: 2}})
		if code := s.childEnded(&supervise.Outcome{Cause: cause, Stage: "bebop"}); code != exitOK {
			t.Errorf("%v: exit code %d", cause, code)
		}
		var got []string
		for _, r := range s.results {
			got = append(got, string(r.Verdict)+" "+r.Property)
		}
		if text := strings.Join(got, ", "); text != "UNSAFE one, SAFE two, UNKNOWN three" {
			t.Fatalf("%v: %s", cause, text)
		}
		two := s.results[1]
		if len(two.Predicates) != 2 || !strings.Contains(two.Note, "limit") || !strings.Contains(two.Note, "fewer predicates") {
			t.Errorf("%v: %v, note %q", cause, two.Predicates, two.Note)
		}
		if s.counted.Queries != 12 || s.counted.Chosen != 2 {
			t.Errorf("%v: counted %+v", cause, s.counted)
		}
	}
}
