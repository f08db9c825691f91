package mutant

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Fault is a mistake that somebody could have made.
type Fault struct {
	Name string // what goes wrong, in a few words
	File string // the source file, relative to the folder of the package under test
	Old  string // the text that is replaced; it is there once
	New  string // the text that replaces it
	// Tests is a pattern, as for go test -run, of the tests that are to notice the fault.
	// Empty means all tests of the package.
	Tests string
}

// Kill reports the faults that can't be planted in the package in the current folder,
// because their text isn't in its file or is there twice. With the build tag soak it also
// plants each, in a subtest of its name, and reports those that no test notices: it runs
// the package's tests, without build tags, and passes testArgs on to them. Before that
// it runs, without a fault, all tests that are to notice something: they must pass.
func Kill(t *testing.T, faults []Fault, testArgs ...string) {
	t.Helper()
	for _, f := range faults {
		if _, _, err := f.changed("."); err != nil {
			t.Error(err)
		}
	}
	if t.Failed() || !plants {
		return
	}
	if out, err := runTests(".", patterns(faults), "", testArgs); err != nil {
		t.Fatalf("the tests fail without a fault: %v\n%s", err, out)
	}
	for _, f := range faults {
		t.Run(f.Name, func(t *testing.T) {
			killers, err := f.plant(".", t.TempDir(), testArgs)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("noticed by %s", strings.Join(killers, ", "))
		})
	}
}

// patterns joins the patterns of the faults' tests; empty means all tests.
func patterns(faults []Fault) string {
	var all []string
	for _, f := range faults {
		if f.Tests == "" {
			return ""
		}
		if !slices.Contains(all, f.Tests) {
			all = append(all, f.Tests)
		}
	}
	return strings.Join(all, "|")
}

// plant runs the tests of the package in the folder pkg with the fault in it and returns
// those that fail. It is an error if none does, or if the fault can't be planted. Files
// are made in the folder tmp.
func (f Fault) plant(pkg, tmp string, testArgs []string) ([]string, error) {
	overlay, err := f.overlay(pkg, tmp)
	if err != nil {
		return nil, err
	}
	out, err := runTests(pkg, f.Tests, overlay, testArgs)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil, fmt.Errorf("no test notices the fault:\n%s", out)
	case !errors.As(err, &exit):
		return nil, err
	case strings.Contains(out, "[build failed]") || strings.Contains(out, "[setup failed]"):
		return nil, fmt.Errorf("the package doesn't build with the fault:\n%s", out)
	}
	return failed(out), nil
}

// changed returns the name of the fault's file and its text with the fault in it.
func (f Fault) changed(pkg string) (file, text string, err error) {
	file, err = filepath.Abs(filepath.Join(pkg, f.File))
	if err != nil {
		return "", "", err
	}
	old, err := os.ReadFile(file)
	if err != nil {
		return "", "", err
	}
	if n := strings.Count(string(old), f.Old); n != 1 {
		return "", "", fmt.Errorf("the fault %q: the text to replace is in %s %d times:\n%s", f.Name, f.File, n, f.Old)
	}
	return file, strings.Replace(string(old), f.Old, f.New, 1), nil
}

// overlay writes the changed file and the description that go test -overlay reads, whose
// name it returns.
func (f Fault) overlay(pkg, tmp string) (string, error) {
	file, text, err := f.changed(pkg)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(tmp, filepath.Base(f.File))
	if err := os.WriteFile(changed, []byte(text), 0o644); err != nil {
		return "", err
	}
	desc, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(tmp, "overlay.json")
	return name, os.WriteFile(name, desc, 0o644)
}

// runTests runs the tests of the package in the folder pkg up to the first that fails,
// and returns what go test prints. pattern and overlay may be empty.
func runTests(pkg, pattern, overlay string, testArgs []string) (string, error) {
	args := []string{"test", "-count=1", "-failfast", "-timeout=2m", "-vet=off"}
	if pattern != "" {
		args = append(args, "-run", pattern)
	}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	cmd := exec.Command("go", append(append(args, "."), testArgs...)...)
	cmd.Dir = pkg
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// failed lists the tests that the output of go test says fail, without their subtests.
func failed(out string) []string {
	var names []string
	for line := range strings.Lines(out) {
		if rest, ok := strings.CutPrefix(line, "--- FAIL: "); ok {
			name, _, _ := strings.Cut(rest, " ")
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return []string{"a crash or the time limit"}
	}
	return names
}
