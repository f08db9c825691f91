//go:build soak

package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/rules"
)

// TestLinuxRulesWithKernelHeaders tries out the rules for Linux, and their drivers'
// faults, with the headers of a Linux tree.
func TestLinuxRulesWithKernelHeaders(t *testing.T) {
	kernel := need.Kernel(t)
	ds, err := rules.Drivers(ruleDrivers("linux"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, d := range ds {
		save(t, filepath.Join(dir, d.Name()), d.Text)
		base := strings.TrimSuffix(d.Name(), "_good.c")
		for k, m := range d.Mutants() {
			save(t, filepath.Join(dir, fmt.Sprintf("%s_bad_fault%d.c", base, k+1)), m.Text)
		}
	}
	db := kernelDatabase(t, kernel, driverFiles(t, dir))
	rulesTestOn(t, dir, "--mutants=false", "-p", db)
}
