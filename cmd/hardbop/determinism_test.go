package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// determinismTasks are the tasks that are run again and again, with what check needs.
func determinismTasks(t *testing.T) map[string][]string {
	root := filepath.Join("..", "..", "testdata")
	lecture := filepath.Join(root, "papers", "lecture")
	tasks := map[string][]string{
		"lecture":     {"--rule", filepath.Join(lecture, "lock.slic"), "--entry", "example", filepath.Join(lecture, "driver.c")},
		"lecture bug": {"--rule", filepath.Join(lecture, "lock.slic"), "--entry", "example", filepath.Join(lecture, "driver_bug.c")},
		"recursion":   {"--property", "reach", filepath.Join(root, "safe", "recursion.c")},
		"unknown":     {"--property", "reach", filepath.Join(root, "unknown", "no_progress.c")},
	}
	t.Run("bench", func(t *testing.T) {
		found := sampled(t)
		for i, name := range sample {
			if task := found[name]; i%2 == 0 && task != nil && task.Args[0] == "check" {
				tasks[name] = task.Args[1:]
			}
		}
	})
	return tasks
}

// TestDeterminism runs tasks several times, with one thread and with two: results in JSON and in SARIF, and
// witnesses, are the same, byte for byte.
func TestDeterminism(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000") // witnesses tell when they were made
	for name, task := range determinismTasks(t) {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "witness.yml")
			first := map[string]string{}
			for i := range determinismRuns {
				for what, out := range written(t, task, 1+i%2, file) {
					switch {
					case first[what] == "":
						first[what] = out
					case out != first[what]:
						t.Fatalf("run %d differs from the first in %s\n%s\n%s", i+1, what, out, first[what])
					}
				}
			}
		})
	}
}

// written runs a task with so many threads and returns what it writes, by its kind. The witness, which has the
// command in it, goes to file.
func written(t *testing.T, task []string, jobs int, file string) map[string]string {
	t.Helper()
	os.Remove(file)
	threads := "--jobs=" + strconv.Itoa(jobs)
	out := map[string]string{}
	log := file + ".sarif"
	args := append([]string{"check", "-q", threads, "--format=json", "--sarif=" + log}, task...)
	witnessed := !slices.Contains(task, "--rule")
	if witnessed {
		args = append(args, "--witness="+file)
	}
	text, errs, _ := tool(args...)
	if text == "" {
		t.Fatalf("no result\n%s", errs)
	}
	sarif, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	out["json"], out["sarif"] = text, string(sarif)
	if text, err := os.ReadFile(file); err == nil { // UNKNOWN has none
		out["witness with "+threads] = string(text)
	} else if witnessed && !strings.Contains(out["json"], `"UNKNOWN"`) {
		t.Fatalf("no witness: %v", err)
	}
	return out
}

// twoStructs is a program whose questions to the prover have many answers.
const twoStructs = `struct s { int a; struct s *n; };
int f(struct s *p)
{
	struct s *q = p->n;
	if (!q)
		return 0;
	p->a = 1;
	q->a = 2;
	if (p->a == 2 && p != q)
		goto ERROR;
	return 0;
ERROR:
	return 1;
}
`

// seconds matches the last column of the progress.
var seconds = regexp.MustCompile(`(?m)\s+[\d.]+$`)

// TestProgressIsDetermined compares the progress of runs with one thread and with two: each
// prover is asked other questions before the same one.
func TestProgressIsDetermined(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.c")
	if err := os.WriteFile(file, []byte(twoStructs), 0o600); err != nil {
		t.Fatal(err)
	}
	var first string
	for i := range 12 {
		_, errs, _ := tool("check", "--property", "label:ERROR", "--entry", "f", "--jobs", strconv.Itoa(1+i%2), file)
		progress := seconds.ReplaceAllString(errs, "")
		switch {
		case i == 0:
			first = progress
		case progress != first:
			t.Fatalf("run %d differs from the first\n%s\n%s", i+1, progress, first)
		}
	}
}
