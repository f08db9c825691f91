package suite

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/need"
)

// answers is a runner that gives each task the answer by its name, and counts.
type answers struct {
	byName map[string]Answer
	runs   []string
}

func (a *answers) run(_ context.Context, t *Task, _ []string) Answer {
	a.runs = append(a.runs, t.Name)
	return a.byName[t.Name]
}

func task(name, expected string, line int) *Task {
	return &Task{Suite: "s", Name: name, Property: "p", Expected: expected, ExpectedLine: line}
}

func ignore(*Record) {}

func TestRating(t *testing.T) {
	for name, c := range map[string]struct {
		task   *Task
		answer Answer
		want   Status
		reason string
	}{
		"right":                {task("a", "SAFE", 0), Answer{Verdict: "SAFE"}, Correct, ""},
		"wrong safe":           {task("a", "UNSAFE", 0), Answer{Verdict: "SAFE"}, Wrong, ""},
		"wrong alarm":          {task("a", "SAFE", 0), Answer{Verdict: "UNSAFE"}, Wrong, ""},
		"right line":           {task("a", "UNSAFE", 7), Answer{Verdict: "UNSAFE", Line: 7}, Correct, ""},
		"wrong line":           {task("a", "UNSAFE", 7), Answer{Verdict: "UNSAFE", Line: 8}, Wrong, "violation at line 8, expected at line 7"},
		"no line":              {task("a", "UNSAFE", 7), Answer{Verdict: "UNSAFE"}, Wrong, "violation at line 0, expected at line 7"},
		"unknown":              {task("a", "SAFE", 0), Answer{Verdict: "UNKNOWN", Reason: "timeout"}, Unknown, "timeout"},
		"unknown was expected": {task("a", "UNKNOWN", 0), Answer{Verdict: "UNKNOWN", Reason: "vla"}, Correct, "vla"},
		"not applicable":       {task("a", "SAFE", 0), Answer{Verdict: "NOT-APPLICABLE"}, Wrong, ""},
		"no verdict":           {task("a", "SAFE", 0), Answer{Error: "it broke"}, Failed, "it broke"},
		"nothing was expected": {task("a", "", 0), Answer{Verdict: "SAFE"}, Unrated, ""},
	} {
		if r := rate(c.task, c.answer); r.Status != c.want || r.Reason != c.reason {
			t.Errorf("%s: got %s %q, want %s %q", name, r.Status, r.Reason, c.want, c.reason)
		}
	}
}

// runs runs tasks and returns what was written to the file.
func runs(t *testing.T, a *answers, opt Options, tasks ...*Task) string {
	t.Helper()
	recs, err := Run(context.Background(), tasks, opt, a.run, ignore)
	if err != nil || len(recs) != len(tasks) {
		t.Fatalf("%d records of %d tasks, %v", len(recs), len(tasks), err)
	}
	b, err := os.ReadFile(opt.Out)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestResume(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.jsonl")
	a := &answers{byName: map[string]Answer{"a": {Verdict: "SAFE"}, "b": {Verdict: "UNSAFE", Line: 3}, "c": {Verdict: "SAFE"}}}
	ta, tb, tc := task("a", "SAFE", 0), task("b", "UNSAFE", 3), task("c", "SAFE", 0)
	opt := Options{Out: out, Args: []string{"--timeout", "1"}, Version: "1"}
	text := runs(t, a, opt, ta, tb)
	if strings.Count(text, "\n") != 2 {
		t.Fatalf("got %s", text)
	}
	// A run that was killed has left a part of a line: it goes, the whole lines stay.
	if err := os.WriteFile(out, []byte(text+`{"suite":"s","ta`), 0o600); err != nil {
		t.Fatal(err)
	}
	opt.Resume = out
	a.runs = nil
	again := runs(t, a, opt, ta, tb, tc)
	if strings.Join(a.runs, " ") != "c" || !strings.HasPrefix(again, text) || strings.Count(again, "\n") != 3 {
		t.Errorf("ran %v, file\n%s", a.runs, again)
	}
	recs, err := ReadRecords(out)
	if err != nil || len(recs) != 3 || recs[1].Line != 3 || recs[1].Status != Correct {
		t.Errorf("read %v, %v", recs, err)
	}
	// Other options, another version: nothing is taken over.
	for _, other := range []Options{{Args: []string{"--timeout", "2"}, Version: "1"}, {Args: opt.Args, Version: "2"}} {
		a.runs = nil
		other.Out, other.Resume = filepath.Join(t.TempDir(), "other.jsonl"), out
		runs(t, a, other, ta, tb, tc)
		if len(a.runs) != 3 {
			t.Errorf("%+v: ran %v, expected all", other, a.runs)
		}
	}
	// Into another file everything is written, what was taken over too.
	a.runs = nil
	whole := runs(t, a, Options{Args: opt.Args, Version: "1", Resume: out, Out: filepath.Join(t.TempDir(), "new.jsonl")}, ta, tb, tc)
	if len(a.runs) != 0 || whole != again {
		t.Errorf("ran %v, file\n%s", a.runs, whole)
	}
	// What is expected may have changed: the old answer is rated anew.
	tb.ExpectedLine = 5
	recs, err = Run(context.Background(), []*Task{ta, tb, tc}, Options{Args: opt.Args, Version: "1", Resume: out}, a.run, ignore)
	if err != nil || len(a.runs) != 0 || recs[1].Status != Wrong {
		t.Errorf("ran %v, rated %+v, %v", a.runs, recs[1], err)
	}
	tb.ExpectedLine = 3
	if recs[1] = rate(tb, recs[1].answer()); recs[1].Status != Correct || recs[1].Reason != "" {
		t.Errorf("rated %+v", recs[1])
	}
}

// Each finished task's line is in the file when it is reported.
func TestLinesAreWrittenAtOnce(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.jsonl")
	a := &answers{byName: map[string]Answer{"a": {Verdict: "SAFE"}, "b": {Verdict: "SAFE"}}}
	n := 0
	_, err := Run(context.Background(), []*Task{task("a", "SAFE", 0), task("b", "SAFE", 0)}, Options{Out: out}, a.run, func(*Record) {
		n++
		b, err := os.ReadFile(out)
		if err != nil || strings.Count(string(b), "\n") != n || !strings.HasSuffix(string(b), "\n") {
			t.Errorf("after %d tasks the file has %q, %v", n, b, err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A file that can't be written is an error, but the run goes on.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		need.Missing(t, err)
	}
	a := &answers{byName: map[string]Answer{"a": {Verdict: "SAFE"}, "b": {Verdict: "SAFE"}}}
	recs, err := Run(context.Background(), []*Task{task("a", "SAFE", 0), task("b", "SAFE", 0)}, Options{Out: "/dev/full"}, a.run, ignore)
	if err == nil || !strings.Contains(err.Error(), "no space") || len(recs) != 2 {
		t.Errorf("%d records, %v", len(recs), err)
	}
}

// When the context ends, what was not finished is left out.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	run := func(_ context.Context, t *Task, _ []string) Answer {
		if t.Name == "b" {
			cancel()
		}
		return Answer{Verdict: "SAFE"}
	}
	recs, err := Run(ctx, []*Task{task("a", "SAFE", 0), task("b", "SAFE", 0), task("c", "SAFE", 0)}, Options{}, run, ignore)
	if err != nil || len(recs) != 1 || recs[0].Task != "a" {
		t.Errorf("got %v, %v", recs, err)
	}
}

// A task that a signal ended isn't finished, even if the run hasn't heard of the signal yet.
func TestInterruptedTaskIsNoRecord(t *testing.T) {
	run := func(_ context.Context, t *Task, _ []string) Answer {
		if t.Name == "a" {
			return Answer{Verdict: "UNKNOWN", Reason: "interrupted"}
		}
		return Answer{Verdict: "SAFE"}
	}
	recs, err := Run(context.Background(), []*Task{task("a", "SAFE", 0), task("b", "SAFE", 0)}, Options{}, run, ignore)
	if err != nil || len(recs) != 1 || recs[0].Task != "b" {
		t.Errorf("got %v, %v", recs, err)
	}
}

func TestReadRecordsErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.jsonl")
	if err := os.WriteFile(file, []byte("{}\nnonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadRecords(file); err == nil || !strings.Contains(err.Error(), "x.jsonl:2: not a result line") {
		t.Errorf("got %v", err)
	}
}
