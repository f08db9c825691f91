package bebop_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/boolprog/interp"
	"hardbop/internal/need"
)

// task is a line of a suite's table: a program and whether it is safe.
type task struct {
	name, text string
	safe       bool
	options    string
}

// suite reads the tasks of a shared suite, or skips the test.
func suite(t testing.TB, name string) []task {
	t.Helper()
	dir := need.Suite(t, name)
	file, err := os.Open(filepath.Join(dir, "tasks.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	table := csv.NewReader(file)
	table.Comma = '\t'
	lines, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var tasks []task
	for _, line := range lines[1:] {
		text, err := os.ReadFile(filepath.Join(dir, line[0]+".bp"))
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, task{line[0], string(text), line[1] == "true", line[2]})
	}
	return tasks
}

// TestSuites compares verdicts with the expected ones and replays the paths.
func TestSuites(t *testing.T) {
	for _, name := range []string{"boolprog", "boolprog-satabs"} {
		t.Run(name, func(t *testing.T) {
			for _, task := range suite(t, name) {
				checkTask(t, task)
			}
		})
	}
}

func checkTask(t *testing.T, task task) {
	p, err := boolprog.Read(task.name, task.text, boolprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var opt bebop.Options
	if label, ok := strings.CutPrefix(task.options, "-l "); ok {
		opt.Labels = []string{label}
	}
	r, err := bebop.Check(context.Background(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	if want := map[bool]bebop.Verdict{true: bebop.Safe, false: bebop.Unsafe}[task.safe]; r.Verdict != want {
		t.Errorf("%s: %v, want %v", task.name, r.Verdict, want)
	}
	for _, e := range r.Errors {
		if err := interp.Replay(r.Graphs, e.Path); err != nil {
			t.Errorf("%s: %v", task.name, err)
		}
	}
}
