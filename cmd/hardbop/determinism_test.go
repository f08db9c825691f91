package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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

// TestDeterminism runs tasks several times, with one thread and with two: the results
// are the same, byte for byte.
func TestDeterminism(t *testing.T) {
	for name, task := range determinismTasks(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var first string
			for i := range determinismRuns {
				args := append([]string{"check", "-q", "--format", "json", "--jobs", strconv.Itoa(1 + i%2)}, task...)
				out, errs, _ := tool(args...)
				switch {
				case out == "":
					t.Fatalf("no result\n%s", errs)
				case i == 0:
					first = out
				case out != first:
					t.Fatalf("run %d differs from the first\n%s\n%s", i+1, out, first)
				}
			}
		})
	}
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
