package mutant

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sample is a package with a function that one test checks and another doesn't.
var sample = map[string]string{
	"go.mod": "module sample\n\ngo 1.26\n",
	"max.go": "package sample\n\nfunc Max(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n",
	"max_test.go": `package sample

import "testing"

func TestMax(t *testing.T) {
	if Max(1, 2) != 2 || Max(2, 1) != 2 {
		t.Error("wrong")
	}
}

func TestNothing(t *testing.T) {}
`,
}

func writeSample(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range sample {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPlant(t *testing.T) {
	dir := writeSample(t)
	for _, c := range []struct {
		fault Fault
		want  string // in the error; empty if the fault is noticed
	}{
		{Fault{"the smaller one", "max.go", "a > b", "a < b", ""}, ""},
		{Fault{"the smaller one, noticed by a test", "max.go", "a > b", "a < b", "TestMax"}, ""},
		{Fault{"a panic", "max.go", "return a", "panic(a)", ""}, ""},
		{Fault{"no fault", "max.go", "a > b", "a >= b", ""}, "no test notices the fault"},
		{Fault{"a test that doesn't look", "max.go", "a > b", "a < b", "TestNothing"}, "no test notices the fault"},
		{Fault{"not Go", "max.go", "a > b", "a b", ""}, "doesn't build"},
		{Fault{"no such text", "max.go", "a = b", "a < b", ""}, "is in max.go 0 times"},
		{Fault{"not one place", "max.go", "return", "panic", ""}, "is in max.go 2 times"},
		{Fault{"no such file", "min.go", "a > b", "a < b", ""}, "no such file"},
	} {
		t.Run(c.fault.Name, func(t *testing.T) {
			killers, err := c.fault.plant(dir, t.TempDir(), nil)
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want == "" && !slices.Equal(killers, []string{"TestMax"}):
				t.Errorf("noticed by %v", killers)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	if text, err := os.ReadFile(filepath.Join(dir, "max.go")); err != nil || string(text) != sample["max.go"] {
		t.Error("the file in the tree was changed")
	}
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		tests []string
		want  string
	}{
		{[]string{"TestA", "TestB/x", "TestA"}, "TestA|TestB/x"},
		{[]string{"TestA", ""}, ""},
		{nil, ""},
	} {
		var faults []Fault
		for _, p := range c.tests {
			faults = append(faults, Fault{Tests: p})
		}
		if got := patterns(faults); got != c.want {
			t.Errorf("%v: got %q, want %q", c.tests, got, c.want)
		}
	}
}

func TestFailed(t *testing.T) {
	for out, want := range map[string]string{
		"--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/x (0.00s)\nFAIL\n": "TestA",
		"panic: test timed out after 2m0s\n":                             "a crash or the time limit",
	} {
		if got := strings.Join(failed(out), " "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
