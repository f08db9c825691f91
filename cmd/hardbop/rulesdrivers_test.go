package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/need"
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

// TestWDMRules does the same for Windows' driver model.
func TestWDMRules(t *testing.T) {
	t.Parallel()
	dir := ruleDrivers("wdm")
	rulesTestOn(t, dir, "--data-model", "LLP64", "-I", filepath.Join(dir, "include"))
}

// The drivers for WDM are C for the real headers.
func TestWDMDriversCompile(t *testing.T) {
	t.Parallel()
	gcc, headers := need.Mingw(t)
	ds, err := rules.Drivers(ruleDrivers("wdm"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range ds {
		compiles(t, gcc, headers, d.File)
	}
}

// compiles complains if gcc doesn't take the driver in file.
func compiles(t *testing.T, gcc, headers, file string) {
	t.Helper()
	if out, err := exec.Command(gcc, "-fsyntax-only", "-I"+headers, file).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", file, err, out)
	}
}

// Every rule has a driver that obeys it, with three faults at least, and one that violates
// it and says how.
func TestDriversAreComplete(t *testing.T) {
	for _, family := range []string{"linux", "wdm"} {
		driversAreComplete(t, family)
	}
}

func driversAreComplete(t *testing.T, family string) {
	t.Helper()
	lib, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	ds, err := rules.Drivers(ruleDrivers(family))
	if err != nil {
		t.Fatal(err)
	}
	list, err := lib.Select(family)
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
