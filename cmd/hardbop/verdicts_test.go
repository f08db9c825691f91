package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestVerdicts checks the small programs in testdata/verdicts. Each line at the top of an
// archive has a name, the verdict, and the arguments of check.
func TestVerdicts(t *testing.T) {
	archives, err := filepath.Glob("../../testdata/verdicts/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for _, f := range a.Files {
				if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for _, line := range strings.Split(strings.TrimSpace(string(a.Comment)), "\n") {
				verdict(t, dir, strings.Fields(line))
			}
		})
	}
}

// verdict checks one line of an archive: the name, the verdict and the arguments.
func verdict(t *testing.T, dir string, line []string) {
	t.Run(line[0], func(t *testing.T) {
		args := []string{"check", "-q", "--timeout", "60"}
		for _, a := range line[2:] {
			if _, err := os.Stat(filepath.Join(dir, a)); err == nil {
				a = filepath.Join(dir, a)
			}
			args = append(args, a)
		}
		out, errs, _ := tool(args...)
		if got, _, _ := strings.Cut(out, " "); got != line[1] {
			t.Errorf("got %s%s\nwant %s", out, errs, line[1])
		}
	})
}
