//go:build soak

package main

import (
	"encoding/json"
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

// kernelDatabase writes a compilation database for the files, as if they belonged to the
// Linux tree, and returns its folder.
func kernelDatabase(t *testing.T, kernel string, files []string) string {
	t.Helper()
	c := aDriver(t, kernel)
	var all []compiled
	for _, file := range files {
		all = append(all, c.like(file))
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	save(t, filepath.Join(dir, "compile_commands.json"), string(text))
	return dir
}
