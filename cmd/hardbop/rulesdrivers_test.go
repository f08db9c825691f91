package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/rules"
)

// ruleDrivers is the folder of the drivers that try out the rules of a family.
func ruleDrivers(family string) string {
	return filepath.Join("..", "..", "internal", "rules", "testdata", family)
}

// rulesTestOn runs hardbop rules test and complains about what isn't as expected.
func rulesTestOn(t *testing.T, args ...string) {
	t.Helper()
	tool, err := exec.LookPath("hardbop")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, append([]string{"rules", "test", "-j", "2"}, args...)...).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if !strings.HasSuffix(line, ": ok\n") && !strings.HasSuffix(line, " 0 not as expected\n") {
			t.Error(strings.TrimSuffix(line, "\n"))
		}
	}
	if err != nil {
		t.Errorf("%v", err)
	}
}

// TestLinuxRules tries out the rules for Linux, and their drivers' faults, with the small
// headers that stand beside the drivers.
func TestLinuxRules(t *testing.T) {
	t.Parallel()
	dir := ruleDrivers("linux")
	rulesTestOn(t, dir, "-I", filepath.Join(dir, "include"))
}

// Every rule for Linux has a driver that obeys it, with three faults at least, and one
// that violates it and says how.
func TestLinuxDriversAreComplete(t *testing.T) {
	lib, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	ds, err := rules.Drivers(ruleDrivers("linux"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := lib.Select("linux")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		faults, bad := 0, 0
		for _, d := range ds {
			if d.Rule == r.Name {
				faults += len(d.Mutants())
				if !d.Safe && d.Message != "" {
					bad++
				}
			}
		}
		if faults < 3 || bad == 0 {
			t.Errorf("%s: %d faults in conforming drivers, %d violating drivers", r.Name, faults, bad)
		}
	}
}
