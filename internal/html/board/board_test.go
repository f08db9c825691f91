package board

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"hardbop/internal/suite"
)

var update = flag.Bool("update", false, "write the golden files")

func record(task, property, verdict string, status suite.Status, cpu float64) *suite.Record {
	return &suite.Record{Suite: "drivers", Task: task, Property: property, Verdict: verdict, Status: status, CPUS: cpu, WallS: cpu + 0.1, PeakMB: 40, Iterations: 2, Predicates: 3}
}

func runs() (now, before []*suite.Record) {
	bug := record("brd", "mutex", "UNSAFE", suite.Correct, 4.25)
	bug.Line, bug.Detail, bug.Replay, bug.Expected = 12, "a mutex is locked twice", "yes", "UNSAFE"
	late := record("tlclk", "mutex", "UNKNOWN", suite.Unknown, 60)
	late.Reason, late.Detail, late.Expected = "timeout", "the time limit was reached", "SAFE"
	wrong := record("other", "mutex", "SAFE", suite.Wrong, 0.001)
	wrong.Expected = "UNSAFE"
	now = []*suite.Record{record("brd", "mutex", "UNSAFE", suite.Correct, 5), record("tlclk", "rcu", "SAFE", suite.Unrated, 11), late, bug, wrong,
		{Suite: "locks", Task: "one", Property: "reach", Status: suite.Failed, Reason: "no such file"},
		{Suite: "locks", Task: "two", Property: "reach", Verdict: "NOT-APPLICABLE", Status: suite.Unrated}}
	before = []*suite.Record{record("brd", "mutex", "UNSAFE", suite.Correct, 40), record("tlclk", "mutex", "SAFE", suite.Correct, 20),
		record("tlclk", "rcu", "UNKNOWN", suite.Unrated, 3), record("gone", "rcu", "SAFE", suite.Correct, 3)}
	return now, before
}

func write(t *testing.T, run Run) string {
	t.Helper()
	var a, b bytes.Buffer
	if err := Write(&a, run); err != nil {
		t.Fatal(err)
	}
	if err := Write(&b, run); err != nil || a.String() != b.String() {
		t.Error("the same records give two pages")
	}
	return a.String()
}

// TestPages compares the pages of a run, alone and against another, with golden files.
func TestPages(t *testing.T) {
	now, before := runs()
	page := func(r *suite.Record) string {
		if r.Task == "brd" {
			return r.PageName()
		}
		return ""
	}
	for name, run := range map[string]Run{"alone": {Version: "test", Name: "new.jsonl", Records: now},
		"against": {Version: "test", Name: "new.jsonl", Records: now, Against: before, AgainstName: "old.jsonl", Page: page},
		"same":    {Version: "test", Name: "new.jsonl", Records: now, Against: now, AgainstName: "new.jsonl"}, "nothing": {Version: "test", Name: "new.jsonl"}} {
		_, got, _ := strings.Cut(write(t, run), "</style>")
		got, _, _ = strings.Cut(got, "<script>")
		file := filepath.Join("testdata", name+".html")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s", file, got)
		}
	}
}

// TestInert puts text that would act into everything.
func TestInert(t *testing.T) {
	const hostile = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>\x1b[31m\u202e\n\xff"
	r := &suite.Record{Suite: hostile, Task: hostile, Property: hostile, Expected: hostile, Verdict: hostile, Status: hostile, Reason: hostile, Detail: hostile, Replay: hostile, CPUS: 1}
	other := *r
	other.Property, other.Status, r.Status = hostile+"2", suite.Unrated, suite.Unrated
	old := *r
	old.Verdict = "SAFE"
	p := write(t, Run{Version: hostile, Name: hostile, AgainstName: hostile, Records: []*suite.Record{r, &other}, Against: []*suite.Record{&old}})
	if strings.Count(p, "<script") != 1 || strings.Contains(p, "<img") {
		t.Error("a tag of the input is one of the page")
	}
	for i, c := range p {
		if c != '\n' && (unicode.IsControl(c) || c == 0x202e || c == unicode.ReplacementChar) {
			t.Fatalf("%q at %q", c, p[max(0, i-40):i+10])
		}
	}
	if name := r.PageName(); strings.ContainsAny(name, "/\\<>\x1b\n\"") || name == other.PageName() {
		t.Errorf("the page's name is %q, that of the other %q", name, other.PageName())
	}
}

// TestAxis covers what there is.
func TestAxis(t *testing.T) {
	for _, c := range []struct {
		times []float64
		want  axis
	}{{[]float64{0}, axis{-2, -1}}, {[]float64{0.05, 3}, axis{-2, 1}}, {[]float64{2, 900}, axis{0, 3}}, {[]float64{1e9}, axis{5, 6}}, {[]float64{1}, axis{-1, 0}}} {
		if got := timeAxis(c.times); got != c.want {
			t.Errorf("%v: got %v, want %v", c.times, got, c.want)
		}
	}
}

// TestSteps has up to six round numbers on an axis.
func TestSteps(t *testing.T) {
	for n, want := range map[int]int{1: 1, 6: 1, 7: 2, 30: 5, 31: 10, 188: 50, 1000: 200} {
		if got := niceStep(n); got != want {
			t.Errorf("%d: got %d, want %d", n, got, want)
		}
	}
}
