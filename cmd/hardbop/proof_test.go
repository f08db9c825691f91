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

// Of a question that is SAFE, if a certificate is found, the reason says so when the time ends before.
func TestNoCertificateInTime(t *testing.T) {
	s := &session{f: &checkFlags{timeout: "5"}, questions: []check.Asked{{Property: "one"}, {Property: "two"}}, tell: &narrator{}, out: oneByOne{io.Discard, report.SVCOMP}}
	s.on(eventSafe, json.RawMessage("true"))
	s.on(eventEnded, json.RawMessage("false"))
	s.on(eventSafe, json.RawMessage("true"))
	s.childEnded(&supervise.Outcome{Cause: supervise.TimedOut, Stage: "bebop"})
	if r := s.results[0].Reason; r.Code != "not-certified" || !strings.Contains(r.Text, "SAFE") || !strings.Contains(r.Text, "limit") {
		t.Errorf("%+v", r)
	}
	s = &session{f: &checkFlags{timeout: "5"}, questions: []check.Asked{{Property: "one"}, {Property: "two"}}, tell: &narrator{}, out: oneByOne{io.Discard, report.SVCOMP}}
	s.on(eventSafe, json.RawMessage("true"))
	s.on(eventEnded, json.RawMessage("false"))
	s.childEnded(&supervise.Outcome{Cause: supervise.TimedOut, Stage: "bebop"})
	if r := s.results[0].Reason; r.Code != "timeout" {
		t.Errorf("%+v", r)
	}
}

// A question that was answered when the time of another was over is not undecided, and those behind it are asked.
func TestCutShort(t *testing.T) {
	for _, c := range []struct {
		name  string
		cause supervise.Cause
		ended int
		seen  bool // the clock has seen that the next question began
		again bool
		want  int // answers
	}{
		{"its time is over", supervise.LapTimedOut, 0, true, true, 1},
		{"it was answered in the last moment", supervise.LapTimedOut, 1, false, true, 0},
		{"the one before the last was", supervise.LapTimedOut, 2, false, true, 0},
		{"the last one was", supervise.LapTimedOut, 3, false, false, 0},
		{"the last one's time is over", supervise.LapTimedOut, 2, true, false, 0},
		{"its memory is over", supervise.OutOfMemory, 0, true, true, 1},
		{"all time is over", supervise.TimedOut, 0, true, false, 0},
		{"it ends", supervise.Exited, 0, true, false, 0},
		{"it crashes", supervise.Crashed, 0, true, false, 0},
		{"it is interrupted", supervise.Interrupted, 0, true, false, 0},
	} {
		clock, err := (&checkFlags{each: "1"}).newClock()
		if err != nil {
			t.Fatal(err)
		}
		s := &session{f: &checkFlags{}, questions: []check.Asked{{Property: "one"}, {Property: "two"}, {Property: "three"}}, ended: c.ended,
			tell: &narrator{}, out: oneByOne{io.Discard, report.SVCOMP}, clock: clock}
		if clock.lap(s); c.seen {
			<-clock.laps
		}
		if again := s.cutShort(&supervise.Outcome{Cause: c.cause}); again != c.again || len(s.results) != c.want {
			t.Errorf("%s: again %v, %d answers", c.name, again, len(s.results))
		}
	}
}
