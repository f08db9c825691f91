package interp_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/boolprog"
	"hardbop/boolprog/interp"
	"hardbop/internal/need"
)

// check runs the oracle on a program text and replays the path that it finds.
func check(t *testing.T, text string, opt interp.Options) *interp.Result {
	t.Helper()
	p, err := boolprog.Read("test.bp", text, boolprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	graphs := boolprog.BuildGraphs(p)
	r, err := interp.Check(graphs, opt)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Unsafe {
		return r
	}
	if err := interp.Replay(graphs, r.Path); err != nil {
		t.Errorf("the path is no run: %v", err)
	}
	if got := r.Path.Length(graphs); got != r.Length {
		t.Errorf("length %d, but the path has %d", r.Length, got)
	}
	return r
}

// task is a line of a suite's table: a program and whether it is safe.
type task struct {
	name, text string
	safe       bool
	options    string
}

// suite reads the tasks of a shared suite, or skips the test.
func suite(t *testing.T, name string) []task {
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

func TestSuite(t *testing.T) {
	for _, task := range suite(t, "boolprog") {
		t.Run(task.name, func(t *testing.T) {
			var opt interp.Options
			if label, ok := strings.CutPrefix(task.options, "-l "); ok {
				opt.Label = label
			}
			if r := check(t, task.text, opt); r.Unsafe == task.safe {
				t.Errorf("unsafe is %v, expected safe is %v", r.Unsafe, task.safe)
			}
		})
	}
}

// TestSmallOfSATABS checks the programs of SATABS with few variables.
func TestSmallOfSATABS(t *testing.T) {
	const maxSlots = 10
	checked := 0
	for _, task := range suite(t, "boolprog-satabs") {
		p, err := boolprog.Read(task.name, task.text, boolprog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(boolprog.BuildGraphs(p), func(g *boolprog.Graph) bool { return g.NumSlots() > maxSlots }) {
			continue
		}
		checked++
		if r := check(t, task.text, interp.Options{}); r.Unsafe == task.safe {
			t.Errorf("%s: unsafe is %v, expected safe is %v", task.name, r.Unsafe, task.safe)
		}
	}
	t.Logf("%d programs with at most %d variables", checked, maxSlots)
}
