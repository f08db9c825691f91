package suite

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestShard splits runs into parts: together they are the whole, and they are of one size.
func TestShard(t *testing.T) {
	for n := range 12 {
		var tasks []*Task
		for i := range n {
			tasks = append(tasks, task(fmt.Sprint(i), "SAFE", 0))
		}
		for of := 1; of < 7; of++ {
			seen := map[*Task]int{}
			for part := 1; part <= of; part++ {
				mine := Shard{part, of}.Tasks(tasks)
				if len(mine) < n/of || len(mine) > (n+of-1)/of {
					t.Errorf("part %d of %d has %d of %d tasks", part, of, len(mine), n)
				}
				for _, x := range mine {
					seen[x]++
				}
			}
			for _, x := range tasks {
				if seen[x] != 1 {
					t.Errorf("task %s of %d is in %d of %d parts", x.Name, n, seen[x], of)
				}
			}
		}
	}
}

func TestParseShard(t *testing.T) {
	if s, err := ParseShard("2/5"); err != nil || s != (Shard{2, 5}) {
		t.Errorf("%v, %v", s, err)
	}
	for _, text := range []string{"", "2", "0/5", "6/5", "2/5x", "a/b", "2/-1", "+1/2", "1/2/3", " 1/2"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q is %v", text, s)
		}
	}
}

func TestMerge(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, recs ...*Record) string {
		name = filepath.Join(dir, name)
		if err := WriteRecords(name, recs); err != nil {
			t.Fatal(err)
		}
		return name
	}
	a := write("a.jsonl", record("1", Correct, "SAFE", 1), record("3", Unknown, "UNKNOWN", 1), record("4", NotChecked, "NOT-CHECKED", 1))
	b := write("b.jsonl", record("2", Wrong, "SAFE", 1), record("3", Correct, "UNSAFE", 1), record("4", Failed, "", 1), record("1", Correct, "SAFE", 9))
	recs, err := Merge([]string{a, b})
	var got []string
	for _, r := range recs {
		got = append(got, fmt.Sprintf("%s %s %s %.0f", r.Task, r.Status, r.Verdict, r.WallS))
	}
	want := "1 correct SAFE 1, 2 wrong SAFE 1, 3 correct UNSAFE 1, 4 error  1"
	if strings.Join(got, ", ") != want || err != nil {
		t.Errorf("got %s, %v, want %s", strings.Join(got, ", "), err, want)
	}
	c := write("c.jsonl", record("1", Wrong, "UNSAFE", 1))
	if _, err := Merge([]string{a, c}); err == nil || !strings.Contains(err.Error(), "s/1/p is SAFE in") {
		t.Errorf("merged SAFE with UNSAFE: %v", err)
	}
	if _, err := Merge([]string{filepath.Join(dir, "none")}); err == nil {
		t.Error("merged no file")
	}
}

// TestNotChecked resumes from a run in which nobody looked at a task: it is looked at.
func TestNotChecked(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.jsonl")
	a := &answers{byName: map[string]Answer{"a": {Verdict: Unlooked}, "b": {Verdict: "SAFE"}}}
	opt := Options{Out: out, Version: "1"}
	runs(t, a, opt, task("a", "SAFE", 0), task("b", "SAFE", 0))
	recs, err := ReadRecords(out)
	if err != nil || recs[0].Status != NotChecked {
		t.Errorf("%+v, %v", recs[0], err)
	}
	a.runs, opt.Resume = nil, out
	runs(t, a, opt, task("a", "SAFE", 0), task("b", "SAFE", 0))
	if strings.Join(a.runs, " ") != "a" {
		t.Errorf("ran %q", a.runs)
	}
}
