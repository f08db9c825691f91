package interp_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/boolprog"
	"hardbop/boolprog/interp"
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

func TestSuite(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "bench", "boolprog")
	file, err := os.Open(filepath.Join(dir, "tasks.tsv"))
	if err != nil {
		t.Skipf("skipped: no suite ../shared/bench/boolprog beside the repository")
	}
	defer file.Close()
	table := csv.NewReader(file)
	table.Comma = '\t'
	tasks, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks[1:] {
		t.Run(task[0], func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, task[0]+".bp"))
			if err != nil {
				t.Fatal(err)
			}
			label, _ := strings.CutPrefix(task[2], "-l ")
			if !strings.HasPrefix(task[2], "-l ") {
				label = ""
			}
			r := check(t, string(text), interp.Options{Label: label})
			if safe := task[1] == "true"; safe == r.Unsafe {
				t.Errorf("unsafe is %v, expected verdict %s", r.Unsafe, task[1])
			}
		})
	}
}
